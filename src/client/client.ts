import { describe } from "../endpoint/errors.js";
import type { Endpoint, RequestOptions } from "../endpoint/types.js";
import { readOwn, type UnknownRecord } from "../endpoint/values.js";
import type { UntypedEndpoint } from "../requests/extensions.js";
import { createAuthenticator } from "./auth.js";
import type { ClientCatalog, ClientExtensions } from "./catalog.js";
import { paginate } from "./pagination.js";
import { send } from "./request.js";
import type { Call, Sender } from "./sender.js";
import type {
  CallOptions,
  ClientOptions,
  ClientResponse,
  CreateClient,
  Paginated,
  RateLimit,
  RequestSettings,
} from "./types.js";
import { createSlots, MAX_DELAY, sleep } from "./waiting.js";

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
  /** A function, because the fields of an object would be seen by whoever prints a client. */
  readonly [SENDER]: () => Sender;
}

interface UntypedOptions extends ClientOptions<string> {
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
  extensions: ClientExtensions = {},
): CreateClient<Routes, Responses, Lists, Auth, Extra> {
  // The types of the two are about the routes of the service, which no code here knows.
  const builder = endpoint as unknown as UntypedEndpoint;
  const create = (options?: UntypedOptions): UntypedClient =>
    createClient(builder, catalog, extensions, options);
  return create as unknown as CreateClient<Routes, Responses, Lists, Auth, Extra>;
}

function createClient(
  builder: UntypedEndpoint,
  catalog: ClientCatalog,
  extensions: ClientExtensions,
  options: UntypedOptions = {},
): UntypedClient {
  checkOptions(options);
  const { baseUrl, headers, defaults } = options;
  const isPlain = baseUrl === undefined && headers === undefined && defaults === undefined;
  const endpoint = isPlain ? builder : builder.defaults({ baseUrl, headers, ...defaults });
  const sender = createSender(endpoint, builder, catalog, extensions, options);
  const call = (route: string, request: RequestOptions, settings?: RequestSettings) =>
    send(sender, createCall(catalog, options, route, request, settings));
  return {
    request(route, parameters, settings) {
      try {
        return call(route, endpoint(route, parameters), settings);
      } catch (error) {
        return Promise.reject(error); // an async function would cost a turn more
      }
    },
    paginate: (route, parameters = {}, settings) =>
      paginate({
        route,
        parameters,
        rule: (catalog.paginationOf && readOwn(catalog.paginationOf, route)) ?? catalog.pagination,
        styles: extensions.pages ?? {},
        build: (given) => endpoint(route, given),
        send: (request) => call(route, request, settings),
      }),
    get rateLimit() {
      return sender.rateLimit?.();
    },
    [SENDER]: () => sender,
  };
}

function createSender(
  endpoint: UntypedEndpoint,
  builder: UntypedEndpoint,
  catalog: ClientCatalog,
  { createAuthenticator: authenticate = createAuthenticator, followRedirects }: ClientExtensions,
  options: UntypedOptions,
): Sender {
  const { auth, concurrency } = options;
  const { baseUrl, headers: defaultHeaders } = endpoint.DEFAULTS;
  const { origin } = new URL(baseUrl);
  const origins = [origin];
  if (baseUrl === builder.DEFAULTS.baseUrl) origins.push(...(catalog.servers ?? []));
  return {
    ...options,
    catalog,
    followRedirects,
    auth: authenticate(auth, catalog.auth),
    isOwnUrl: (url) => isOf(origin, url) || origins.includes(new URL(url).origin),
    defaultHeaders,
    slots: concurrency === undefined ? undefined : createSlots(concurrency),
    maxRetryDelay: options.maxRetryDelay ?? 60_000,
    now: options.now ?? Date.now,
    sleep: options.sleep ?? sleep,
    rateLimit: undefined,
  };
}

/** Whether a URL begins with an origin: true only if it is surely so. */
function isOf(origin: string, url: string): boolean {
  return url.startsWith(origin) && url[origin.length] === "/";
}

/** @throws TypeError, RangeError */
function createCall(
  { idempotency }: ClientCatalog,
  usual: CallOptions,
  route: string,
  request: RequestOptions,
  settings?: RequestSettings,
): Call {
  const { headers } = request;
  if (settings) checkOptions(settings);
  if (settings?.ifNoneMatch !== undefined) headers["if-none-match"] = settings.ifNoneMatch;
  if (idempotency !== undefined && request.method === "post")
    headers[idempotency] ??= crypto.randomUUID();
  return {
    route,
    request,
    retry: settings?.retry ?? usual.retry ?? 2,
    timeout: settings?.timeout ?? usual.timeout,
    signal: settings?.signal ?? usual.signal,
    stream: settings?.stream ?? usual.stream,
  };
}

/** The least value of each option that is a number. */
const LEAST = { retry: 0, timeout: 1, concurrency: 1, maxRetryDelay: 0 };

/** @throws TypeError, RangeError */
function checkOptions(options: object): void {
  for (const [name, least] of Object.entries(LEAST)) {
    const value: unknown = Reflect.get(options, name);
    const isNumber = typeof value === "number";
    if (value === undefined || (isNumber && value >= least && value <= MAX_DELAY)) continue;
    const got = isNumber ? value : describe(value);
    const message = `Option "${name}" is ${got}; expected a number from ${least} to ${MAX_DELAY}.`;
    throw isNumber ? new RangeError(message) : new TypeError(message);
  }
}
