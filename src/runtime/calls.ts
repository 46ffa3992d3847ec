/** Methods as functions: a bundle has those that it imports. */
export type { MethodArguments } from "../catalog/sdk.js";
export { defineMethod, type MethodForm } from "../sdk/methods.js";
export type {
  AnyClient,
  Call,
  ListCall,
  MethodFunction,
  MethodOptions,
  Page,
  PageSteps,
  WithResponse,
} from "../sdk/types.js";
