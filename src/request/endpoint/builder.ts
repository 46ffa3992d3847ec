/** Fills the plan of a route: with the defaults of a builder, and with the parameters and options of a call. */
import type { EndpointCatalog } from "../../catalog/requests.js";
import { USER_AGENT } from "../../base/package.js";
import { isJsonType, MULTIPART, URLENCODED } from "../../http/media-types.js";
import { checkJson, isRawBody, JSON_IN_UTF8, notText, rawTypeOf } from "./body.js";
import { createError, type EndpointError } from "./errors.js";
import type { BodyWriter, BuilderExtensions, SentValues, Server } from "./extensions.js";
import { createAmender, type HeaderRecord } from "./headers.js";
import {
  checkParameterNames,
  findOptions,
  isParameterName,
  mergeOptions,
  NO_OPTIONS,
  readObject,
  readValues,
  showOptions,
  type CallForm,
  type Merged,
} from "./options.js";
import { collectBody, writeUrl, type PlannedCall, type RoutePlan } from "./placement.js";
import type { CompiledRoute } from "./route.js";
import type { DefaultOptions, EndpointDefaults, MergedOptions, RequestOptions } from "./types.js";
import { readBaseUrl } from "./url-safety.js";
import { copyPlain, readOwn, type UnknownRecord } from "./values.js";

/** The service and the defaults that requests are built from. It never changes: new defaults make a new builder. */
export interface Builder {
  readonly shared: Shared;
  readonly defaults: Defaults;
}

/** A hosted API without its routes. */
export type ServiceCatalog = Omit<EndpointCatalog, "routes">;

/** Creates the builder of a service. It remembers no value of a call. */
export function createBuilder(
  catalog: ServiceCatalog,
  { variables, values }: BuilderExtensions = {},
): Builder {
  const server = variables?.(catalog);
  const { baseUrl } = server ?? catalog;
  const { accept, userAgent } = catalog;
  const headers = { accept, "user-agent": (userAgent ? `${userAgent} ` : "") + USER_AGENT };
  const options = { ...NO_OPTIONS, baseUrl, method: "GET", headers };
  const shared: Shared = {
    accept,
    values,
    server,
    hasAddress: catalog.baseUrl !== "",
    isBaseUrl: (address) =>
      server?.isBaseUrl(address) ??
      (catalog.baseUrl === "" || address === readBaseUrl(catalog.baseUrl, "defaults")),
    amendAccept: createAmender(catalog.mediaTypePrefix),
  };
  return { shared, defaults: createDefaults({ options }, server && {}) };
}

/** State that all builders of a service share. */
interface Shared {
  readonly accept: string;
  readonly values: SentValues | undefined;
  readonly server: Server | undefined;
  readonly hasAddress: boolean;
  /**
   * Tells whether `address` (without a trailing slash) belongs to the service. Without an address in
   * the catalog, every address does.
   */
  readonly isBaseUrl: (address: string) => boolean;
  readonly amendAccept: ReturnType<typeof createAmender>;
}

// ---- Building a request

/** Builds the request of a route from the parameters and options of a call. */
export function fillRoute(
  { shared, defaults }: Builder,
  { route, planFor, bodies, parameters: declare }: RoutePlan,
  given: unknown,
  form: CallForm,
): RequestOptions {
  const completed = withDefaults(defaults, given, route.name, shared.server);
  // Dates and the like are texts from here on.
  const writable = shared.values?.writeTexts(completed, route.name) ?? completed;
  // Headers, cookies and styled parameters that the route declares are taken out; `addTo` below sends them.
  const declared = declare?.(writable, route, shared.accept);
  const undeclared = declared?.rest ?? writable;
  const plan = planFor(Object.keys(undeclared));
  const values = readValues(undeclared, plan.keys);
  const options = mergeOptions(defaults.options, plan.options, values, route.name, form);
  const { data, mediaType, request } = options;
  if (data !== undefined && !route.hasBody) {
    const detail = "cannot be sent: the method has no body; remove it or use another method";
    throw createError("BODY_NOT_ALLOWED", 'Option "data"', detail, route.name, ["data"]);
  }

  const call = { route, plan, values };
  const url = writeUrl(call, originOf(route, options.baseUrl, shared));
  const result: RequestOptions = { method: route.method, url, headers: options.headers };
  if (route.hasBody) addBody(result, call, data, { shared, defaults }, bodies);
  // Copy: the caller must not be able to change the defaults.
  if (result.headers === defaults.options.headers) result.headers = { ...result.headers };
  if (mediaType !== undefined) shared.amendAccept(result.headers, mediaType, route.name);
  if (request !== undefined) result.request = request;
  declared?.addTo(result);
  return result;
}

/** Adds the body, if there is one, and its content type (contract A.8, A.9, A.30). */
function addBody(
  request: RequestOptions,
  call: PlannedCall,
  data: unknown,
  { shared, defaults }: Builder,
  bodies: readonly BodyWriter[] = [],
): void {
  const { contentType, name, exception } = call.route;
  const isRaw = isRawBody(data, name);
  const defaultType = isRaw ? rawTypeOf(data, contentType) : (contentType ?? JSON_IN_UTF8);
  const headerType = readOwn(request.headers, "content-type");
  const type = headerType ?? defaultType;
  const isJson = type === undefined || type === JSON_IN_UTF8 || isJsonType(type);
  const writer = isJson ? undefined : bodies.find((each) => each.matches(type));
  const values = isJson && !isRaw ? shared.values : undefined;
  const collected = data === undefined ? collectBody(call, writer === undefined && !values) : data;
  const hasProperties = isJson || writer !== undefined;
  const body = collected === undefined && hasProperties && exception.emptyBody ? {} : collected;
  if (body === undefined) return;
  if (type !== undefined && headerType === undefined) addContentType(request, type, defaults);
  const isText =
    !isJson &&
    writer === undefined &&
    (contentType !== undefined || URLENCODED.test(type) || MULTIPART.test(type));
  if (isText && !isRaw && typeof body !== "string") throw notText(body, type, name);
  if (isJson && !isRaw && !values && data !== undefined) checkJson(data, "data", name);
  request.body = values?.toBody(body, data !== undefined, name) ?? body;
  if (writer !== undefined) {
    request.headers = { ...request.headers }; // the writer may change them
    request.body = writer.write(body, call.route, request.headers);
  }
}

/** Adds the content type to headers that have none. */
function addContentType(request: RequestOptions, type: string, defaults: Defaults): void {
  request.headers =
    request.headers === defaults.options.headers && type === JSON_IN_UTF8
      ? { ...defaults.jsonHeaders }
      : { "content-type": type, ...request.headers };
}

/**
 * The address before a route's path. A base address chosen by the caller has precedence over the route's
 * server, because the caller's token was issued for that address.
 */
function originOf(route: CompiledRoute, baseUrl: unknown, shared: Shared): string {
  const { name, origin, exception } = route;
  // `baseUrl` is empty for a catalog without an address.
  if (origin !== "" && (exception.template === undefined || baseUrl === "")) return origin;
  const base = readBaseUrl(baseUrl, name);
  if (exception.needsBaseUrl && shared.hasAddress && shared.isBaseUrl(base))
    throw missingBaseUrl(name);
  return origin !== "" && shared.isBaseUrl(base) ? origin : base;
}

function missingBaseUrl(route: string): EndpointError {
  const detail = "is missing; expected the address of the route's own server";
  return createError("MISSING_PARAMETER", 'Option "baseUrl"', detail, route, ["baseUrl"]);
}

// ---- Merging

/** Puts the options and parameters of a call over the defaults, and builds nothing. */
export function mergeCall(
  { shared, defaults }: Builder,
  given: unknown,
  route: string,
  form: CallForm,
): Merged {
  const passed = withDefaults(defaults, given, route, shared.server);
  const keys = Object.keys(passed);
  const values = readValues(passed, keys);
  const options = mergeOptions(defaults.options, findOptions(keys), values, route, form);
  const isGiven = (key: string, index: number): boolean =>
    values[index] !== undefined && isParameterName(key);
  if (keys.every(isGiven)) return { options, parameters: passed };
  const parameters: Record<string, unknown> = {};
  keys.forEach((key, index) => {
    if (isGiven(key, index)) parameters[key] = values[index];
  });
  return { options, parameters };
}

// ---- Defaults

/** Options and parameters that every call of a builder starts from. */
interface Defaults extends Merged {
  /** The headers of a call that sends JSON and gives none. Gain: 15 % of such a call. */
  readonly jsonHeaders: Readonly<HeaderRecord>;
  /** The names of the parameters that are objects: each call gets copies of them. */
  readonly copied: readonly string[];
  /** The variables of the base address; `undefined` if options do not have them. */
  readonly variables: UnknownRecord | undefined;
}

function createDefaults({ options, parameters = {} }: Merged, variables?: UnknownRecord): Defaults {
  const names = Object.keys(parameters);
  return {
    options,
    parameters: names.length === 0 ? undefined : parameters,
    jsonHeaders: { "content-type": JSON_IN_UTF8, ...options.headers },
    copied: names.filter((name) => typeof parameters[name] === "object"),
    variables,
  };
}

/** The defaults of merged options, which hold everything. */
const NO_DEFAULTS: Defaults = /* @__PURE__ */ createDefaults({ options: NO_OPTIONS });

export function withoutDefaults({ shared }: Builder): Builder {
  return { shared, defaults: NO_DEFAULTS };
}

/** Later changes to `given` do not reach the result (contract A.10). */
export function addDefaults(builder: Builder, given: unknown): Builder {
  const { shared, defaults } = builder;
  const { options, parameters = {} } = mergeCall(builder, given, "defaults", "options");
  checkParameterNames(parameters, "defaults");
  const own = { ...options, mediaType: copyPlain(options.mediaType) };
  const merged = { options: own, parameters: copyPlain(parameters) };
  const chosen = defaults.variables && shared.server?.chooseVariables(given, defaults.variables);
  return { shared, defaults: createDefaults(merged, chosen) };
}

/** A frozen copy of the defaults, so that callers cannot change them. */
export function showDefaults({ defaults }: Builder): DefaultOptions {
  return copyPlain(showOptions(defaults), true) as unknown as DefaultOptions;
}

/** The passed options, over copies of the parameters that have defaults. */
function withDefaults(
  { parameters, copied, variables }: Defaults,
  options: unknown,
  route: string,
  server: Server | undefined,
): UnknownRecord {
  const read = readObject(options, "options", route) ?? {};
  const given = variables && server ? server.replaceVariables(read, variables, route) : read;
  if (parameters === undefined) return given;
  const passed: Record<string, unknown> = Object.assign({}, parameters, given);
  for (const name of copied)
    if (!Object.hasOwn(given, name)) passed[name] = copyPlain(parameters[name]);
  return passed;
}

// ---- Endpoints

/** The call signature of a builder, without the types of its routes. */
type Signature<Result> = (route?: unknown, parameters?: unknown) => Result;

export interface UntypedEndpoint extends Signature<RequestOptions> {
  readonly DEFAULTS: DefaultOptions;
  defaults(options: EndpointDefaults): UntypedEndpoint;
  merge: Signature<MergedOptions>;
  parse(options: MergedOptions): RequestOptions;
  readonly [PARTS]: EndpointParts;
}

/**
 * Key of the parts of an endpoint, which a client takes. The symbol is global: a client and an endpoint may be
 * of two copies of the package.
 */
export const PARTS = /* @__PURE__ */ Symbol.for("typewire.endpoint");

export interface EndpointParts {
  readonly builder: Builder;
  /** Finds or makes the plan of `<METHOD> <url>`. */
  readonly findPlan: (route: string) => RoutePlan;
}
