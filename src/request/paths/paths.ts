/** A client whose calls name a method and a path, in the form of openapi-fetch (contract, section O). */
import { CALL } from "../client/call.js";
import { CLIENT_OPTIONS } from "../client/client-options.js";
import { createCoreFactory, type UntypedCore } from "../client/client.js";
import type { CoreClient } from "../client/types.js";
import { joinHeaders, toAddress, type CallInit, type Service } from "./build-call.js";
import { isMiddleware } from "./middleware.js";
import type { MediaType } from "./operations.js";
import { sendCall, type Result } from "./send-call.js";
import type {
  Middleware,
  PathBasedClient,
  PathsClient,
  PathsClientOptions,
  PathsDefaults,
} from "./types.js";

/**
 * Creates a client whose calls name a method and a path. It sends as the client that it is given: with its
 * credentials, retries, limits and hooks.
 * @param client One of a package's `createClient()`. Or options, for a client of its own: those of `createClient`,
 * serializers, and what `fetch` takes.
 * @param defaults Of all calls, beside a client.
 * @throws EndpointError for a `baseUrl` that is no address.
 * @example
 * const api = createPathsClient<paths>({ baseUrl: "https://api.acme.example" });
 * const { data, error } = await api.GET("/things/{id}", { params: { path: { id: "7" } } });
 */
export function createPathsClient<Paths extends {}, Media extends MediaType = MediaType>(
  client: CoreClient,
  defaults?: PathsDefaults,
): PathsClient<Paths, Media>;
export function createPathsClient<Paths extends {}, Media extends MediaType = MediaType>(
  options?: PathsClientOptions,
): PathsClient<Paths, Media>;
export function createPathsClient<Paths extends {}, Media extends MediaType = MediaType>(
  clientOrOptions: CoreClient | PathsClientOptions = {},
  clientDefaults: PathsDefaults = {},
): PathsClient<Paths, Media> {
  const service = isClient(clientOrOptions)
    ? { client: clientOrOptions, defaults: clientDefaults }
    : createService(clientOrOptions as PathsClientOptions); // no other object
  const middleware: Middleware[] = [];
  const send = (method: string, path: string, init?: CallInit): Promise<Result> =>
    sendCall(service, middleware, method.toUpperCase(), path, init);
  const methods = METHODS.map((method) => [method, send.bind(undefined, method)] as const);
  return {
    ...Object.fromEntries(methods),
    request: send,
    use: (...added: Middleware[]) => void middleware.push(...added.filter(isMiddleware)),
    eject: (...removed: Middleware[]) => {
      for (const each of removed) {
        const index = middleware.indexOf(each);
        if (index >= 0) middleware.splice(index, 1);
      }
    },
  } as unknown as PathsClient<Paths, Media>; // only the types know the paths
}

const METHODS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];

/** Tells whether a value is a client; it may be of another copy of the package. */
function isClient(value: object): value is UntypedCore {
  return CALL in value;
}

/** Creates a client of a service that has no catalog. It adds no header of its own. */
function createService(options: PathsClientOptions): Service {
  const { baseUrl, headers } = options;
  const clientOptions: Record<string, unknown> = {};
  const defaults: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    const isOfClient = Object.hasOwn(NAMES_OF_CLIENT, name) && name !== "fetch";
    (isOfClient ? clientOptions : defaults)[name] = value;
  }
  const client = createCore({
    ...clientOptions,
    baseUrl: toAddress(baseUrl),
    headers: { accept: undefined, "user-agent": undefined, ...joinHeaders(headers) },
  });
  return { client: client as unknown as UntypedCore, defaults: { ...defaults, headers } };
}

/** The names of the options of a client; all others are defaults of its calls. */
const NAMES_OF_CLIENT = { ...CLIENT_OPTIONS, parts: true };

const createCore = /* @__PURE__ */ createCoreFactory(
  { baseUrl: "", accept: "*/*", mediaTypePrefix: "" },
  {},
);

// ---- Paths as properties

/**
 * Gives a client the methods of each path under its name. Middleware of the client applies.
 * @example
 * const api = wrapAsPathBasedClient(createPathsClient<paths>(createClient()));
 * const { data } = await api["/things"].GET();
 */
export function wrapAsPathBasedClient<Paths extends {}, Media extends MediaType = MediaType>(
  client: PathsClient<Paths, Media>,
): PathBasedClient<Paths, Media> {
  const { request } = client as unknown as { request: (...call: readonly unknown[]) => unknown };
  const bound = new Map<unknown, object>();
  const bind = (path: unknown): object => {
    const methods = METHODS.map((name) => [name, request.bind(undefined, name, path)] as const);
    return Object.fromEntries(methods);
  };
  return new Proxy({} as PathBasedClient<Paths, Media>, {
    get(_target, path) {
      if (typeof path !== "string" || !path.startsWith("/")) return undefined;
      const methods = bound.get(path) ?? bind(path);
      bound.set(path, methods);
      return methods;
    },
  });
}

/** Creates a client that has the methods of each path under its name. It takes what `createPathsClient` takes. */
export function createPathBasedClient<Paths extends {}, Media extends MediaType = MediaType>(
  ...args: Parameters<typeof createPathsClient<Paths, Media>>
): PathBasedClient<Paths, Media> {
  return wrapAsPathBasedClient(createPathsClient<Paths, Media>(...args));
}
