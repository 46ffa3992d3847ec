// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** A client whose calls name a method and a path, over any client. */
export {
  createPathBasedClient,
  createPathsClient,
  wrapAsPathBasedClient,
} from "../request/paths/paths.js";
export {
  createQuerySerializer,
  defaultBodySerializer,
  defaultPathSerializer,
} from "../request/paths/serialize.js";
export type {
  FetchResponse,
  HttpMethod,
  MediaType,
  OkStatus,
  ParseAs,
  ParseAsResponse,
  PathsWithMethod,
  Readable,
  Writable,
} from "../request/paths/operations.js";
export type {
  BodySerializer,
  ClientForPath,
  ClientMethod,
  ClientPathsWithMethod,
  ClientRequestMethod,
  FetchOptions,
  HeadersOptions,
  MaybeOptionalInit,
  MergedOptions,
  MethodResponse,
  Middleware,
  MiddlewareCallbackParams,
  MiddlewareRequestParams,
  ParamsOption,
  PathBasedClient,
  PathSerializer,
  PathsClient,
  PathsClientOptions,
  PathsDefaults,
  PathsFetch,
  QuerySerializer,
  QuerySerializerOptions,
  RequestBodyOf,
  RequestBodyOption,
  RequestOptions,
} from "../request/paths/types.js";
