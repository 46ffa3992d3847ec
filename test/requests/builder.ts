/** Request builders over routes that a test declares. */
import type { EndpointCatalog, RouteException } from "../../src/catalog/requests.js";
import { createEndpoint, type UntypedEndpoint } from "../../src/request/endpoint/endpoint.js";
import type { EndpointExtensions } from "../../src/request/endpoint/extensions.js";
import { declaredParameters } from "../../src/request/declared/declared-parameters.js";
import { formBody } from "../../src/request/declared/form-body.js";
import { multipartBody } from "../../src/request/declared/multipart-body.js";
import { serverVariables } from "../../src/request/declared/server-variables.js";

export const baseUrl = "https://api.acme.example";
export const accept = "application/json";

export const allExtensions: EndpointExtensions = {
  bodies: [formBody, multipartBody],
  parameters: declaredParameters,
  variables: serverVariables,
};

/** A builder over routes that declare these exceptions, without the types of its routes. */
export function builderOf(
  routes: Readonly<Record<string, RouteException>>,
  catalog: Partial<EndpointCatalog> = {},
  extensions = allExtensions,
): UntypedEndpoint {
  const whole = { baseUrl, accept, mediaTypePrefix: "application/vnd.acme", routes, ...catalog };
  return createEndpoint(whole, extensions) as unknown as UntypedEndpoint; // its parts are no part of its type
}
