/** Builds the requests of samples, as a generated client does. */
import type { BindBuilder } from "../../codegen/site/site.js";
import { declaredParameters } from "../../src/request/declared/declared-parameters.js";
import { formBody } from "../../src/request/declared/form-body.js";
import { multipartBody } from "../../src/request/declared/multipart-body.js";
import { serverVariables } from "../../src/request/declared/server-variables.js";
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";
import { toToken } from "../../src/request/endpoint/route/route.js";

export const bindBuilder: BindBuilder = (catalog) => {
  const endpoint = createEndpoint(catalog, {
    bodies: [formBody, multipartBody],
    parameters: declaredParameters,
    variables: serverVariables,
  });
  return (route, parameters) => {
    const { method, url, headers, body } = endpoint(route, { ...parameters });
    return { method: toToken(method), url, headers, body };
  };
};
