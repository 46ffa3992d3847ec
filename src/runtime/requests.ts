/** Code that some routes need beyond the builder, to be passed to `createEndpoint`. */
export type { FieldEncoding, ListStyle, QueryStyle, ServerVariable } from "../catalog/requests.js";
export { declaredParameters } from "../requests/declared-parameters.js";
export type {
  BodyWriter,
  EndpointExtensions,
  ParameterExtension,
  ServerExtension,
} from "../endpoint/extensions.js";
export { formBody, multipartBody } from "../requests/form-bodies.js";
export { serverVariables } from "../requests/server-variables.js";
