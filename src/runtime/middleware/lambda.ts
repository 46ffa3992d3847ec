/** A subpath of its own, so that the middleware is found by its name. */
export {
  createLambdaHandler,
  type ErrorBody,
  type HttpErrorCode,
  type LambdaEvent,
  type LambdaHandler,
  type LambdaHandlerOptions,
  type LambdaResult,
} from "../webhooks.js";
