/** Methods as functions: a bundle has those that it imports. */
export type { MethodArguments } from "../catalog/sdk.js";
export { defineMethod } from "../sdk/methods.js";
export type {
  AnyClient,
  Call,
  ListCall,
  MethodForm,
  MethodFunction,
  MethodOptions,
  Page,
  PageSteps,
  WithResponse,
} from "../sdk/types.js";
