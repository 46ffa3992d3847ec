/** Methods as functions: a bundle has those that it imports. */
export type { MethodArguments } from "../catalog/sdk.js";
export type { Streamed } from "../client/types.js";
export { defineMethod } from "../sdk/methods.js";
export { defineStreamMethod } from "../sdk/streams.js";
export type {
  AnyClient,
  Call,
  ListCall,
  MethodForm,
  MethodFunction,
  MethodOptions,
  Page,
  PageSteps,
  StreamingFunction,
  StreamMethodOptions,
  WithResponse,
} from "../sdk/types.js";
