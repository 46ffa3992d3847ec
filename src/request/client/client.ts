/** Creates clients: of routes, which they find by name, and of functions, which bring their routes. */
import type { ClientCatalog, RouteCatalog } from "../../catalog/client.js";
import type { BodyValues } from "../../catalog/values.js";
import { fillRoute, PARTS, type UntypedEndpoint } from "../endpoint/endpoint.js";
import {
  addDefaults,
  createBuilder,
  type Builder,
  type ServiceCatalog,
} from "../endpoint/builder.js";
import type { BuilderExtensions } from "../endpoint/extensions.js";
import type { Options } from "../endpoint/options.js";
import type { RoutePlan } from "../endpoint/route/placement.js";
import type { Endpoint } from "../endpoint/signatures.js";
import type { RequestOptions } from "../endpoint/types.js";
import { readBaseUrl } from "../endpoint/addresses.js";
import type { UnknownRecord } from "../endpoint/values.js";
import {
  createAuthenticator,
  SENSITIVE_HEADERS,
  showRoute,
  type CreateAuthenticator,
} from "./auth/auth.js";
import {
  CALL,
  type CallSettings,
  type ClientCall,
  type ClientHost,
  type FollowRedirects,
  type Sender,
} from "./call.js";
import {
  DEFAULT_OPTIONS,
  mergeClientOptions,
  readKeyHeader,
  readSettings,
  type UntypedOptions,
} from "./client-options.js";
import {
  checkParts,
  NO_DEFAULTS,
  partsOfRouteClient,
  REFUSED_BODY,
  refuseMediaTypes,
  refuseRoute,
  type ClientParts,
  type DefaultCode,
} from "./client-parts.js";
import { hideUserInfo } from "./hide-credentials.js";
import type { PageStyles } from "./page-styles.js";
import { createList, paginate, type LentParts } from "./pages.js";
import { sendRequest } from "./request.js";
import type { ClientResponse } from "./response-types.js";
import { findKeyHeader } from "./retries.js";
import { sentBody, type SentBody } from "./sent-body.js";
import type { AddStreams, OpenStream } from "./streams/streams.js";
import type {
  CallOptions,
  ClientPart,
  CreateClient,
  CreateCore,
  Paginated,
  RateLimit,
  RequestSettings,
} from "./types.js";
import { withDeadline } from "./waiting.js";

/** Creates the function that creates clients over a request builder and a catalog. */
export function createClientFactory<
  Routes,
  Responses,
  Lists,
  Auth extends string = string,
  Extra = unknown,
  Grants = unknown,
  Streams = unknown,
>(
  endpoint: Endpoint<Routes, never, Extra>,
  catalog: ClientCatalog,
  extensions: ClientExtensions = {},
): CreateClient<Routes, Responses, Lists, Auth, Extra, Grants, Streams> {
  // The casts change only the types of the routes, which this module does not know.
  const { builder, findPlan } = (endpoint as unknown as UntypedEndpoint)[PARTS];
  const wholeCatalog = { ...catalog, ...extensions.routes };
  const parts = { ...partsOfRouteClient(), ...extensions };
  const code: RouteCode = { findPlan, addDefaults, body: sentBody };
  const create = (options?: UntypedOptions): UntypedClient => {
    const host = createHost(builder, wholeCatalog, parts, code, options);
    const client = addRequests(createCore(host, extensions), host);
    extensions.addStreams?.(client, host);
    return client;
  };
  return create as unknown as CreateClient<Routes, Responses, Lists, Auth, Extra, Grants, Streams>;
}

/**
 * Creates the function that creates clients for functions, which bring the plans of their routes. Such a client
 * has no parser and no table of routes, and only the parts that it is given.
 */
export function createCoreFactory<Auth extends string = string, Extra = unknown, Grants = unknown>(
  service: ServiceCatalog,
  catalog: ClientCatalog,
  extensions: ClientExtensions = {},
  /** For the requests themselves. */
  requests: BuilderExtensions = {},
  /** Parts that every client of the service has. */
  partsOfEachClient: readonly ClientPart[] = [],
): CreateCore<Auth, Extra, Grants> {
  const create = ({ parts = [], ...options }: CoreOptions = {}): UntypedCore => {
    // A part holds code of this module.
    const chosen = Object.assign(
      {},
      extensions,
      ...partsOfEachClient,
      ...parts,
    ) as ClientExtensions;
    checkParts(options, chosen);
    const { mediaTypes = refuseMediaTypes, defaults = NO_DEFAULTS } = chosen;
    const { complete, add } = defaults;
    const builder = createBuilder(service, requests, { mediaTypes, complete });
    const code: RouteCode = { findPlan: refuseRoute, addDefaults: add, body: REFUSED_BODY };
    const host = createHost(builder, catalog, chosen, code, options);
    const client = createCore(host, chosen);
    chosen.addStreams?.(client, host);
    return client;
  };
  return create as unknown as CreateCore<Auth, Extra, Grants>;
}

interface CoreOptions extends UntypedOptions {
  readonly parts?: readonly ClientPart[];
}

/** Code for routes by their names. In a client of functions, it refuses what these do not bring. */
interface RouteCode {
  readonly findPlan: (route: string) => RoutePlan;
  readonly body: SentBody;
  readonly addDefaults: DefaultCode["add"];
}

/** Creates what builds and sends the requests of a client. */
function createHost(
  service: Builder,
  catalog: ClientCatalog,
  extensions: ClientExtensions,
  code: RouteCode,
  clientOptions: UntypedOptions = {},
): ClientHost {
  extensions.optionNames?.(clientOptions);
  const options = mergeClientOptions(DEFAULT_OPTIONS, clientOptions);
  const { baseUrl, headers } = options;
  const builder = code.addDefaults(service, { baseUrl, headers, ...options.defaults });
  const builderOptions = builder.defaults.options;
  const isMoved = builderOptions.baseUrl !== service.defaults.options.baseUrl;
  const servers = isMoved ? [] : catalog.servers;
  const sender = createSender(options, builderOptions, catalog, extensions, servers);
  return {
    sender,
    build: (route, parameters, plan = code.findPlan(route)) =>
      fillRoute(builder, plan, parameters, "route"),
    start(route, request, requestSettings, internal) {
      const settings = readSettings(options, requestSettings, code.body, internal);
      const { ifNoneMatch, signal: ownSignal } = requestSettings ?? {};
      if (ifNoneMatch !== undefined) request.headers["if-none-match"] = ifNoneMatch;
      // Octokit's way to pass a signal, `request: { signal }`, has precedence over the client's.
      const forFetch: Pick<CallOptions, "signal"> = request.request ?? {};
      const callerSignal = ownSignal ?? forFetch.signal ?? options.signal;
      return withDeadline(showRoute(sender.auth, route), callerSignal, settings, (signal) =>
        sendRequest(createCall(sender, settings, route, request, signal)),
      );
    },
  };
}

function createCore(
  { sender, build, start }: ClientHost,
  { pages = {} }: ClientExtensions,
): UntypedCore {
  const lent: LentParts = { sender, build, start, pages };
  return {
    get rateLimit() {
      return sender.rateLimit?.();
    },
    [SENDER]: () => sender,
    [CALL]: () => lent,
  };
}

/** Adds the methods that take a route by its name. */
function addRequests(client: UntypedCore, { build, start }: ClientHost): UntypedClient {
  return Object.assign(client, {
    request(route, parameters, settings) {
      try {
        return start(route, build(route, parameters), settings);
      } catch (error) {
        return Promise.reject(error); // an async function would add a microtask
      }
    },
    paginate: (route, parameters = {}, settings) =>
      paginate(createList(client[CALL](), route, parameters, settings)),
  } satisfies Pick<UntypedClient, "request" | "paginate">);
}

/** Joins the options of a client and the facts of its catalog. */
function createSender(
  options: typeof DEFAULT_OPTIONS & UntypedOptions,
  { baseUrl, headers, request }: Options,
  catalog: ClientCatalog,
  {
    createAuthenticator: authenticate = createAuthenticator,
    followRedirects,
    values,
    limits: limitCode,
    validation: createChecks,
  }: ClientExtensions,
  servers: readonly string[] = [],
): Sender {
  // Without the password, because the error for an invalid address would show it.
  const address = readBaseUrl(hideUserInfo(baseUrl as string), "createClient");
  const { origin } = new URL(address);
  const origins = [origin, ...servers];
  const start = `${origin}/`;
  const sender: Sender = {
    ...options,
    catalog,
    idempotency: readKeyHeader(options) ?? catalog.idempotency,
    followRedirects,
    checks: createChecks?.(options),
    values: values?.(),
    auth: authenticate(options.auth, catalog.auth, {
      baseUrl: address,
      init: request,
      sender: () => sender,
    }),
    sensitive: [...SENSITIVE_HEADERS, ...(catalog.auth ?? []).map(({ key }) => key)],
    // Nearly all URLs begin with the base address.
    isOwnUrl: (url) => url.startsWith(start) || origins.includes(new URL(url).origin),
    headers,
    slots: limitCode?.createSlots(options.concurrency),
    readRateLimit: limitCode?.readRateLimit,
  };
  return sender;
}

/** Creates a call, with an idempotency key if its route takes one (contract F.12). */
function createCall(
  sender: Sender,
  settings: CallSettings,
  route: string,
  request: RequestOptions,
  signal: AbortSignal | undefined,
): ClientCall {
  const { header: keyHeader, isDeclared } = findKeyHeader(sender, route, settings);
  const isKeyed = isDeclared || (sender.idempotency !== undefined && request.method === "post");
  if (isKeyed) request.headers[keyHeader] ??= crypto.randomUUID();
  return {
    sender,
    settings,
    route,
    request,
    keyHeader,
    end: settings.timeout === undefined ? Infinity : sender.now() + settings.timeout,
    signal,
  };
}

// ---- Types

/**
 * Code that only some catalogs need. A client passes in what it needs, so that no other client has it in
 * its bundle.
 */
export interface ClientExtensions extends ClientParts {
  /** The facts of single routes, for a client that finds them by their names. */
  readonly routes?: RouteCatalog;
  /** The styles of pagination that the catalog names. */
  readonly pages?: PageStyles;
  /** Reads credentials, for schemes other than one header. */
  readonly createAuthenticator?: CreateAuthenticator;
  /**
   * Follows redirects, for credentials outside of `authorization`. Without it, the platform follows them,
   * and removes that header on the way to another origin (Fetch, section 4.4).
   */
  readonly followRedirects?: FollowRedirects;
  /** Adds streams, for routes whose responses come item by item. */
  readonly addStreams?: AddStreams;
  /** Converts values that JSON does not have. Called for each client; throws if the platform lacks one. */
  readonly values?: () => BodyValues;
}

/** Key of a client's internal {@link Sender}, through which `createMockFetch` replaces `fetch`. */
export const SENDER = Symbol.for("typewire.client");

/** A client that sends the requests of functions alone. */
export interface UntypedCore {
  /** Absent without the extension for streams. */
  stream?: OpenStream | undefined;
  readonly rateLimit: RateLimit | undefined;
  /** A function, so that `console.log(client)` shows no credentials. */
  readonly [SENDER]: () => Sender;
  readonly [CALL]: () => LentParts;
}

/** A client without the types of its routes. */
export interface UntypedClient extends UntypedCore {
  request(route: string, parameters?: unknown, options?: RequestSettings): Promise<ClientResponse>;
  paginate(
    route: string,
    parameters?: UnknownRecord,
    options?: CallOptions,
  ): Paginated<ClientResponse, unknown>;
}
