/** A client of a small service, whose catalog says what the default vendor does not. */
import type { ClientCatalog } from "../../src/catalog/client.js";
import type { EndpointCatalog } from "../../src/catalog/requests.js";
import { createSchemeAuthenticator } from "../../src/request/client/auth/auth-schemes.js";
import { followRedirects } from "../../src/request/client/auth/redirects.js";
import { createClientFactory } from "../../src/request/client/client.js";
import {
  cursorPages,
  linkPages,
  numberedPages,
  offsetPages,
} from "../../src/request/client/page-styles.js";
import type { ClientOptions } from "../../src/request/client/types.js";
import { declaredParameters } from "../../src/request/declared/declared-parameters.js";
import { multipartBody } from "../../src/request/declared/multipart-body.js";
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";

export function createService(
  catalog: ClientCatalog,
  options: ClientOptions<string>,
  routes: EndpointCatalog["routes"] = {},
) {
  const source: EndpointCatalog = {
    baseUrl: "https://api.acme.example",
    accept: "application/json",
    mediaTypePrefix: "application/vnd.acme",
    routes,
  };
  const endpoint = createEndpoint<Routes>(source, {
    bodies: [multipartBody],
    parameters: declaredParameters,
  });
  return createClientFactory<Routes, Responses, Lists>(endpoint, catalog, {
    pages: { link: linkPages, cursor: cursorPages, offset: offsetPages, page: numberedPages },
    createAuthenticator: createSchemeAuthenticator,
    followRedirects,
  })(options);
}

interface Parameters {
  readonly page?: number;
  readonly after?: string;
  readonly limit?: number;
  readonly skip?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

/** Any other route may be sent, too. */
interface Routes {
  "GET /things": [parameters?: Parameters];
  "POST /things": [parameters?: object];
  [route: string]: [parameters?: object];
}

interface Responses {
  "GET /things": {
    success: { status: 200; headers: Headers; data: unknown; url: string };
    errors: {};
  };
  "POST /things": Responses["GET /things"];
}

interface Lists {
  "GET /things": { id: number };
  "POST /things": { id: number };
}
