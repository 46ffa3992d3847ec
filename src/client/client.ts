import { describe } from "../endpoint/errors.js";
import type { Endpoint, RequestOptions } from "../endpoint/types.js";
import { readOwn, type UnknownRecord } from "../endpoint/values.js";
import type { UntypedEndpoint } from "../requests/extensions.js";
import { createAuthenticator } from "./auth.js";
import type { ClientCatalog } from "./catalog.js";
import { sleep } from "./deadline.js";
import { paginate } from "./pagination.js";
import { createSlots, type RateLimit } from "./rate-limit.js";
import { send } from "./request.js";
import type { Call, Sender } from "./sender.js";
import type {
  CallOptions,
  ClientOptions,
  ClientResponse,
  CreateClient,
  Paginated,
  RequestSettings,
} from "./types.js";

/** Under this key, a client has its {@link Sender}, so that a test can replace its `fetch`. */
export const SENDER = Symbol.for("typewire.client");

/** A client without the types of its routes. */
export interface UntypedClient {
  request(route: string, parameters?: unknown, options?: RequestSettings): Promise<ClientResponse>;
  paginate(
    route: string,
    parameters?: UnknownRecord,
    options?: CallOptions,
  ): Paginated<ClientResponse, unknown>;
  readonly rateLimit: RateLimit | undefined;
  readonly [SENDER]: Sender;
}

interface UntypedOptions extends ClientOptions {
  readonly defaults?: object | undefined;
}

/** Creates the function that creates clients over a request builder and a catalog. */
export function createClientFactory<
  Routes,
  Responses,
  Lists,
  Auth extends string = string,
  Extra = unknown,
>(
  endpoint: Endpoint<Routes, never, Extra>,
  catalog: ClientCatalog,
): CreateClient<Routes, Responses, Lists, Auth, Extra> {
  // The types of the two are about the routes of the service, which no code here knows.
  const builder = endpoint as unknown as UntypedEndpoint;
  const create = (options?: UntypedOptions): UntypedClient =>
    createClient(builder, catalog, options);
  return create as unknown as CreateClient<Routes, Responses, Lists, Auth, Extra>;
}

function createClient(
  builder: UntypedEndpoint,
  catalog: ClientCatalog,
  options: UntypedOptions = {},
): UntypedClient {
  const { baseUrl, headers, defaults } = options;
  const isPlain = baseUrl === undefined && headers === undefined && defaults === undefined;
  const own = { baseUrl, headers, ...defaults };
  const endpoint = isPlain ? builder : builder.defaults(own);
  const sender = createSender(endpoint, builder, catalog, options);
  const usual = readCallOptions(options, { retry: 2 });

  function prepare(route: string, request: RequestOptions, settings?: RequestSettings): Call {
    const {
      retry = 2,
      signal,
      stream,
      timeout,
    } = settings ? readCallOptions(settings, usual) : usual;
    const { idempotency } = catalog;
    const { headers } = request;
    if (settings?.ifNoneMatch !== undefined) headers["if-none-match"] = settings.ifNoneMatch;
    if (idempotency !== undefined && request.method === "post")
      headers[idempotency] ??= crypto.randomUUID();
    return { route, request, retry, timeout, signal, isStream: stream === true };
  }
  return {
    request(route, parameters, settings) {
      try {
        return send(sender, prepare(route, endpoint(route, parameters), settings));
      } catch (error) {
        return Promise.reject(error); // an async function would cost a turn more
      }
    },
    paginate: (route, parameters = {}, settings) =>
      paginate({
        route,
        parameters,
        rule: (catalog.paginationOf && readOwn(catalog.paginationOf, route)) ?? catalog.pagination,
        build: (given) => endpoint(route, given),
        send: (request) => send(sender, prepare(route, request, settings)),
      }),
    get rateLimit() {
      return sender.rateLimit?.();
    },
    [SENDER]: sender,
  };
}

function createSender(
  endpoint: UntypedEndpoint,
  builder: UntypedEndpoint,
  catalog: ClientCatalog,
  options: UntypedOptions,
): Sender {
  const { auth, concurrency, onRateLimit, maxRetryDelay = 60_000 } = options;
  check("concurrency", concurrency, 1);
  check("maxRetryDelay", maxRetryDelay, 0);
  const { baseUrl, headers: defaultHeaders } = endpoint.DEFAULTS;
  const { origin } = new URL(baseUrl);
  const others = baseUrl === builder.DEFAULTS.baseUrl ? (catalog.servers ?? []) : [];
  return {
    catalog,
    auth: createAuthenticator(catalog.auth, auth),
    isOwnUrl: (url) => isOf(origin, url) || [origin, ...others].includes(new URL(url).origin),
    defaultHeaders,
    slots: concurrency === undefined ? undefined : createSlots(concurrency),
    onRateLimit,
    maxRetryDelay,
    now: options.now ?? Date.now,
    sleep: options.sleep ?? sleep,
    onRequest: options.onRequest,
    onResponse: options.onResponse,
    onRetry: options.onRetry,
    fetch: options.fetch,
    rateLimit: undefined,
  };
}

/** Whether a URL begins with an origin: true only if it is surely so. */
function isOf(origin: string, url: string): boolean {
  return url.startsWith(origin) && url[origin.length] === "/";
}

/** The longest time that a timer of the platform can wait. */
const LONGEST = 2 ** 31 - 1;

function readCallOptions(options: CallOptions, usual: CallOptions): CallOptions {
  const { retry = usual.retry, timeout = usual.timeout } = options;
  check("retry", retry, 0);
  check("timeout", timeout, 1);
  const { signal = usual.signal, stream = usual.stream } = options;
  return { retry, timeout, signal, stream };
}

function check(name: string, value: unknown, least: number): void {
  if (value === undefined) return;
  const expected = `expected a number from ${least} to ${LONGEST}`;
  if (typeof value !== "number")
    throw new TypeError(`Option "${name}" is ${describe(value)}; ${expected}.`);
  if (!(value >= least && value <= LONGEST))
    throw new RangeError(`Option "${name}" is ${value}; ${expected}.`);
}
