/** A subpath of its own, so that the middleware is found by its name. */
export {
  createFastifyPlugin,
  type ErrorBody,
  type FastifyPlugin,
  type FastifyPluginOptions,
  type FastifyScope,
  type HttpErrorCode,
} from "../webhooks.js";
