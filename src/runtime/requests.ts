/** Code that some routes need beyond the builder, to be passed to `createEndpoint`. */
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
