import { describe } from "../endpoint/errors.js";
import type { DefaultOptions, Endpoint, RequestOptions } from "../endpoint/types.js";
import { readBaseUrl } from "../endpoint/url-safety.js";
import { readOwn, type UnknownRecord } from "../endpoint/values.js";
import type { UntypedEndpoint } from "../requests/extensions.js";
import { createAuthenticator, NO_CREDENTIALS, SENSITIVE } from "./auth.js";
import type { ClientCatalog, ClientExtensions } from "./catalog.js";
import { paginate } from "./pagination.js";
import { send } from "./request.js";
import { hideUserInfo } from "./secrecy.js";
import type { Call, Sender, Settings } from "./sender.js";
import type {
  CallOptions,
  ClientOptions,
  ClientResponse,
  CreateClient,
  Paginated,
  RateLimit,
  RequestSettings,
} from "./types.js";
import { createSlots, MAX_DELAY, sleep, withDeadline } from "./waiting.js";

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
  // The casts change only the types of the routes, which this module does not know.
  const builder = endpoint as unknown as UntypedEndpoint;
  const create = (options?: UntypedOptions): UntypedClient =>
    createClient(builder, catalog, extensions, options);
  return create as unknown as CreateClient<Routes, Responses, Lists, Auth, Extra>;
}

function createClient(
  builder: UntypedEndpoint,
  catalog: ClientCatalog,
  extensions: ClientExtensions,
  given: UntypedOptions = {},
): UntypedClient {
  const options = mergeOptions(DEFAULTS, given);
  const { baseUrl, headers, defaults } = options;
  const endpoint = builder.defaults({ baseUrl, headers, ...defaults });
  const isMoved = endpoint.DEFAULTS.baseUrl !== builder.DEFAULTS.baseUrl;
  const servers = isMoved ? [] : catalog.servers;
  const sender = createSender(options, endpoint.DEFAULTS, catalog, extensions, servers);
  const start = (route: string, request: RequestOptions, own?: RequestSettings) => {
    const settings = own ? mergeOptions(options, own) : options;
    if (own?.ifNoneMatch !== undefined) request.headers["if-none-match"] = own.ifNoneMatch;
    // Octokit's way to pass a signal, `request: { signal }`, comes before that of the client.
    const forFetch: Pick<CallOptions, "signal"> = request.request ?? {};
    const callerSignal = own?.signal ?? forFetch.signal ?? settings.signal;
    return withDeadline(shownRoute(sender, route), callerSignal, settings, (signal) =>
      send(createCall(sender, settings, route, request, signal)),
    );
  };
  return {
    request(route, parameters, settings) {
      try {
        return start(route, endpoint(route, parameters), settings);
      } catch (error) {
        return Promise.reject(error); // an async function would cost a turn more
      }
    },
    paginate: (route, parameters = {}, settings) =>
      paginate({
        route: shownRoute(sender, route),
        parameters,
        rule: readOwn(catalog.paginationOf ?? {}, route) ?? catalog.pagination,
        styles: extensions.pages ?? {},
        build: (changed) => endpoint(route, changed),
        send: (request) => start(route, request, settings),
      }),
    get rateLimit() {
      return sender.rateLimit?.();
    },
    [SENDER]: () => sender,
  };
}

function createSender(
  options: typeof DEFAULTS & UntypedOptions,
  { baseUrl, headers }: DefaultOptions,
  catalog: ClientCatalog,
  { createAuthenticator: authenticate = createAuthenticator, followRedirects }: ClientExtensions,
  servers: readonly string[] = [],
): Sender {
  // The password is taken out, because the error for an invalid address would show it.
  const { origin } = new URL(readBaseUrl(hideUserInfo(baseUrl), "createClient"));
  const origins = [origin, ...servers];
  const start = `${origin}/`;
  return {
    ...options,
    catalog,
    followRedirects,
    auth: authenticate(options.auth, catalog.auth),
    sensitive: [...SENSITIVE, ...(catalog.auth ?? []).map(({ key }) => key)],
    // Nearly all URLs begin as the base address does.
    isOwnUrl: (url) => url.startsWith(start) || origins.includes(new URL(url).origin),
    headers,
    slots: createSlots(options.concurrency),
  };
}

/** A route for errors: a caller may write a credential into its query. */
function shownRoute({ auth }: Sender, route: string): string {
  return auth.guard?.hide(route) ?? route;
}

function createCall(
  sender: Sender,
  settings: Settings,
  route: string,
  request: RequestOptions,
  signal: AbortSignal | undefined,
): Call {
  const { now, catalog } = sender;
  const { idempotency } = catalog;
  if (idempotency !== undefined && request.method === "post")
    request.headers[idempotency] ??= crypto.randomUUID();
  return {
    sender,
    settings,
    request,
    signal,
    end: settings.timeout === undefined ? Infinity : now() + settings.timeout,
    event: { route, request, attempt: 0 },
    credentials: NO_CREDENTIALS,
    url: request.url,
    retries: 0,
    isRenewed: false,
  };
}

// ---- Options

const DEFAULTS = { retry: 2, concurrency: Infinity, maxRetryDelay: 60_000, now: Date.now, sleep };

/** The least value of each option that is a number. */
const LEAST = { retry: 0, timeout: 1, concurrency: 1, maxRetryDelay: 0 };

/**
 * Puts options over others; one that is `undefined` changes nothing.
 * @throws TypeError for a number of another type, RangeError for one out of range.
 */
function mergeOptions<Usual extends object, Given extends object>(
  usual: Usual,
  given: Given,
): Usual & Given {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of set) {
    const least = readOwn<number>(LEAST, name);
    if (least !== undefined) checkNumber(name, value, least);
  }
  return { ...usual, ...(Object.fromEntries(set) as Given) }; // what is absent was undefined
}

function checkNumber(name: string, value: unknown, least: number): void {
  const isNumber = typeof value === "number";
  if (isNumber && value >= least && value <= MAX_DELAY) return;
  const got = isNumber ? value : describe(value);
  const message = `Option "${name}" is ${got}; expected a number from ${least} to ${MAX_DELAY}.`;
  throw isNumber ? new RangeError(message) : new TypeError(message);
}
