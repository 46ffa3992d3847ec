/** Builders: the service and the defaults that requests are built from. Each new set of defaults makes a new one. */
import { USER_AGENT } from "../../base/package.js";
import type { EndpointCatalog } from "../../catalog/requests.js";
import type { AmendAccept } from "./accept-format.js";
import type { BuilderExtensions, MediaTypeExtension, SentValues, Server } from "./extensions.js";
import { withJsonType, type HeaderRecord } from "./headers.js";
import {
  checkParameterNames,
  findOptions,
  isParameterName,
  mergeOptions,
  NO_OPTIONS,
  readObject,
  readValues,
  showOptions,
  type ArgumentForm,
  type Merged,
  type Options,
} from "./options.js";
import type { ServiceAddress } from "./route/compile-route.js";
import type { DefaultOptions } from "./types.js";
import { readBaseUrl } from "./addresses.js";
import { copyPlain, type UnknownRecord } from "./values.js";

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

/** Puts the options and parameters of a call over the defaults, and builds nothing. */
export function mergeCall(
  { shared, defaults }: Builder,
  callOptions: unknown,
  route: string,
  form: ArgumentForm,
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

/** A frozen copy of the defaults, so that callers cannot change them. */
export function showDefaults({ defaults }: Builder): DefaultOptions {
  return copyPlain(showOptions(defaults), true) as unknown as DefaultOptions;
}

/** A builder of the same service, for options that are merged already. */
export function withoutDefaults({ shared }: Builder): Builder {
  return { shared, defaults: NO_DEFAULTS };
}

/** The defaults of merged options, which hold everything. */
const NO_DEFAULTS: Defaults = /* @__PURE__ */ createDefaults(NO_OPTIONS);

// ---- Types

/** The service and the defaults that requests are built from. It never changes: new defaults make a new builder. */
export interface Builder {
  readonly shared: Shared;
  readonly defaults: Defaults;
}

/** State that all builders of a service share. */
interface Shared extends ServiceAddress {
  readonly accept: string;
  readonly values: SentValues | undefined;
  readonly server: Server | undefined;
  readonly complete: CompleteCall;
  readonly amendAccept: AmendAccept;
}

/** Options and parameters that every call of a builder starts from. */
interface Defaults extends Merged {
  /** The headers of a call that sends JSON and gives none. Gain: 15 % of such a call. */
  readonly jsonHeaders: Readonly<HeaderRecord>;
  /** The names of the parameters that are objects: each call gets copies of them. */
  readonly copied: readonly string[];
  /** The variables of the base address; `undefined` if options do not have them. */
  readonly variables: UnknownRecord | undefined;
}

/** A hosted API without its routes. */
export type ServiceCatalog = Omit<EndpointCatalog, "routes">;

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
