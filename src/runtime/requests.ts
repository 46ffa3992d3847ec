// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Code that some routes need beyond the builder, to be passed to `createEndpoint`. */
export type { FieldEncoding, ListStyle, QueryStyle, ServerVariable } from "../catalog/requests.js";
export { declaredParameters } from "../request/declared/declared-parameters.js";
export { formBody } from "../request/declared/form-body.js";
export { multipartBody } from "../request/declared/multipart-body.js";
export { serverVariables } from "../request/declared/server-variables.js";
export type {
  BodyWriter,
  EndpointExtensions,
  ParameterExtension,
  ServerExtension,
} from "../request/endpoint/extensions.js";
