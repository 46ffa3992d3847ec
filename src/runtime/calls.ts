// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Methods as functions: a bundle has those that it imports. */
export type { MethodArguments } from "../catalog/sdk.js";
export type { Streamed } from "../request/client/types.js";
export {
  compileListRoute,
  compileTemplateRoute,
} from "../request/endpoint/route/function-routes.js";
export { pagedBy, type ListCode } from "../request/sdk/lists.js";
export { defineMethod, defineReadMethod, type MethodForm } from "../request/sdk/methods.js";
export { defineStreamMethod } from "../request/sdk/streams.js";
export type {
  AnyClient,
  Call,
  ListCall,
  MethodFunction,
  MethodOptions,
  Page,
  PageSteps,
  StreamingFunction,
  StreamMethodOptions,
  WithResponse,
} from "../request/sdk/types.js";
