/** What some routes need beyond the builder: each is passed to `createEndpoint`. */
export type {
  FieldEncoding,
  ListStyle,
  QueryStyle,
  ServerVariable,
} from "../requests/declaration.js";
export { declaredParameters } from "../requests/declared-parameters.js";
export type {
  BodyWriter,
  EndpointExtensions,
  ParameterExtension,
  ServerExtension,
} from "../requests/extensions.js";
export { formBody } from "../requests/form-body.js";
export { multipartBody } from "../requests/multipart-body.js";
export { serverVariables } from "../requests/server-variables.js";
