/** Fills the plan of a route: with the defaults of a builder, and with the parameters and options of a call. */
import type { EndpointCatalog } from "../../catalog/requests.js";
import { explain } from "../../base/explain.js";
import { USER_AGENT } from "../../base/package.js";
import { createError } from "./errors.js";
import type { BuilderExtensions, MediaTypeExtension, SentValues, Server } from "./extensions.js";
import { withJsonType, type HeaderRecord } from "./headers.js";
import type { AmendAccept } from "./accept-format.js";
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
  type Options,
} from "./options.js";
import { writeUrl, type AddBody, type RoutePlan } from "./route/placement.js";
import type { ServiceAddress } from "./route/compile-route.js";
import type { DefaultOptions, EndpointDefaults, MergedOptions, RequestOptions } from "./types.js";
import { readBaseUrl } from "./url-safety.js";
import { copyPlain, type UnknownRecord } from "./values.js";

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
  { variables, values }: BuilderExtensions,
  { mediaTypes, complete }: BuilderCode,
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
    complete,
    hasAddress: catalog.baseUrl !== "",
    isBaseUrl: (address) =>
      server?.isBaseUrl(address) ??
      (catalog.baseUrl === "" || address === readBaseUrl(catalog.baseUrl, "defaults")),
    amendAccept: mediaTypes(catalog.mediaTypePrefix),
  };
  return { shared, defaults: createDefaults(options, server && {}) };
}

/** Code that an endpoint always has, and a small client only where it is passed in. */
export interface BuilderCode {
  /** For the option `mediaType`. */
  readonly mediaTypes: MediaTypeExtension;
  readonly complete: CompleteCall;
}

/** Reads the options of a call, over parameters that have defaults. */
type CompleteCall = (
  defaults: Defaults,
  callOptions: unknown,
  route: string,
  server: Server | undefined,
) => UnknownRecord;

/** State that all builders of a service share. */
interface Shared extends ServiceAddress {
  readonly accept: string;
  readonly values: SentValues | undefined;
  readonly server: Server | undefined;
  readonly complete: CompleteCall;
  readonly amendAccept: AmendAccept;
}

// ---- Building a request

/** Builds the request of a route from the parameters and options of a call. */
export function fillRoute(
  builder: Builder,
  { route, planFor, addBody, bodies, parameters: declare }: RoutePlan,
  callOptions: unknown,
  form: CallForm,
): RequestOptions {
  const { shared, defaults } = builder;
  const completed = shared.complete(defaults, callOptions, route.name, shared.server);
  // Dates and the like are texts from here on.
  const writable = shared.values?.writeTexts(completed, route.name) ?? completed;
  // Headers, cookies and styled parameters that the route declares are taken out; `addTo` below sends them.
  const declared = declare?.(writable, route, shared.accept);
  const undeclared = declared?.undeclared ?? writable;
  const plan = planFor(Object.keys(undeclared));
  const values = readValues(undeclared, plan.keys);
  const options = mergeOptions(defaults.options, plan.options, values, route.name, form);
  const { data, mediaType, request } = options;
  if (data !== undefined && !route.hasBody) {
    const detail = explain(
      () => "cannot be sent: the method has no body; remove it or use another method",
    );
    throw createError("BODY_NOT_ALLOWED", 'Option "data"', detail, route.name, ["data"]);
  }

  const call = { route, plan, values };
  const { baseUrl } = options;
  const origin = route.findOrigin?.(route, baseUrl, shared) ?? readBaseUrl(baseUrl, route.name);
  const url = writeUrl(call, origin);
  const result: RequestOptions = { method: route.method, url, headers: options.headers };
  if (route.hasBody) (addBody as AddBody)(result, call, data, builder, bodies);
  // Copy: the caller must not be able to change the defaults.
  if (result.headers === defaults.options.headers) result.headers = { ...result.headers };
  if (mediaType !== undefined) shared.amendAccept(result.headers, mediaType, route.name);
  if (request !== undefined) result.request = request;
  declared?.addTo(result);
  return result;
}

// ---- Defaults

/** Options and parameters that every call of a builder starts from. */
export interface Defaults extends Merged {
  /** The headers of a call that sends JSON and gives none. Gain: 15 % of such a call. */
  readonly jsonHeaders: Readonly<HeaderRecord>;
  /** The names of the parameters that are objects: each call gets copies of them. */
  readonly copied: readonly string[];
  /** The variables of the base address; `undefined` if options do not have them. */
  readonly variables: UnknownRecord | undefined;
}

function createDefaults(
  options: Options,
  variables?: UnknownRecord,
  parameters?: UnknownRecord,
  copied: readonly string[] = [],
): Defaults {
  return { options, parameters, jsonHeaders: withJsonType(options.headers), copied, variables };
}

/** Puts options over those of a builder that has no parameters as defaults. */
export function addOptions({ shared, defaults }: Builder, added: UnknownRecord): Builder {
  const keys = Object.keys(added);
  const values = readValues(added, keys);
  const options = mergeOptions(defaults.options, findOptions(keys), values, "defaults", "options");
  return { shared, defaults: createDefaults(options) };
}

/** Reads a call of a builder that has no parameters as defaults. */
export const readCall: CompleteCall = (_defaults, parameters, route) =>
  readObject(parameters, "options", route) ?? {};

// ---- Parameters that have defaults, which a client of functions may lack (contract A.10)

/** Puts the options and parameters of a call over the defaults, and builds nothing. */
export function mergeCall(
  { shared, defaults }: Builder,
  callOptions: unknown,
  route: string,
  form: CallForm,
): Merged {
  const completed = completeCall(defaults, callOptions, route, shared.server);
  const keys = Object.keys(completed);
  const values = readValues(completed, keys);
  const options = mergeOptions(defaults.options, findOptions(keys), values, route, form);
  const isParameter = (key: string, index: number): boolean =>
    values[index] !== undefined && isParameterName(key);
  if (keys.every(isParameter)) return { options, parameters: completed };
  const parameters: Record<string, unknown> = {};
  keys.forEach((key, index) => {
    if (isParameter(key, index)) parameters[key] = values[index];
  });
  return { options, parameters };
}

/** The defaults of merged options, which hold everything. */
const NO_DEFAULTS: Defaults = /* @__PURE__ */ createDefaults(NO_OPTIONS);

/** A builder of the same service, for options that are merged already. */
export function withoutDefaults({ shared }: Builder): Builder {
  return { shared, defaults: NO_DEFAULTS };
}

/** Later changes to `defaultsToAdd` do not reach the result (contract A.10). */
export function addDefaults(builder: Builder, defaultsToAdd: unknown): Builder {
  const { shared, defaults } = builder;
  const { options, parameters = {} } = mergeCall(builder, defaultsToAdd, "defaults", "options");
  checkParameterNames(parameters, "defaults");
  const copiedOptions = { ...options, mediaType: copyPlain(options.mediaType) };
  const chosen =
    defaults.variables && shared.server?.chooseVariables(defaultsToAdd, defaults.variables);
  const names = Object.keys(parameters);
  const copies = names.length === 0 ? undefined : copyPlain(parameters);
  const copied = names.filter((name) => typeof parameters[name] === "object");
  return { shared, defaults: createDefaults(copiedOptions, chosen, copies, copied) };
}

/** Reads the options of a call, over copies of the parameters that have defaults. */
export const completeCall: CompleteCall = (defaults, options, route, server) => {
  const { parameters, copied, variables } = defaults;
  const callOptions = readObject(options, "options", route) ?? {};
  const replaced =
    variables && server ? server.replaceVariables(callOptions, variables, route) : callOptions;
  if (parameters === undefined) return replaced;
  const complete: Record<string, unknown> = Object.assign({}, parameters, replaced);
  for (const name of copied)
    if (!Object.hasOwn(replaced, name)) complete[name] = copyPlain(parameters[name]);
  return complete;
};

/** A frozen copy of the defaults, so that callers cannot change them. */
export function showDefaults({ defaults }: Builder): DefaultOptions {
  return copyPlain(showOptions(defaults), true) as unknown as DefaultOptions;
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
