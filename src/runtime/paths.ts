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
  BodySerializer,
  ClientForPath,
  ClientMethod,
  ClientPathsWithMethod,
  ClientRequestMethod,
  FetchOptions,
  FetchResponse,
  HeadersOptions,
  HttpMethod,
  MaybeOptionalInit,
  MediaType,
  MergedOptions,
  MethodResponse,
  Middleware,
  MiddlewareCallbackParams,
  MiddlewareRequestParams,
  OkStatus,
  ParamsOption,
  ParseAs,
  ParseAsResponse,
  PathBasedClient,
  PathSerializer,
  PathsClient,
  PathsClientOptions,
  PathsDefaults,
  PathsFetch,
  PathsWithMethod,
  QuerySerializer,
  QuerySerializerOptions,
  Readable,
  RequestBodyOf,
  RequestBodyOption,
  RequestOptions,
  Writable,
} from "../request/paths/types.js";
