/** Defaults of a builder that hold parameters, too, and merging without building (contract A.10). */
import { createDefaults, type Builder, type BuilderCode, type Defaults } from "./builder.js";
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
import type { DefaultOptions } from "./types.js";
import { copyPlain } from "./values.js";

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
  const isGiven = (key: string, index: number): boolean =>
    values[index] !== undefined && isParameterName(key);
  if (keys.every(isGiven)) return { options, parameters: completed };
  const parameters: Record<string, unknown> = {};
  keys.forEach((key, index) => {
    if (isGiven(key, index)) parameters[key] = values[index];
  });
  return { options, parameters };
}

/** The defaults of merged options, which hold everything. */
const NO_DEFAULTS: Defaults = /* @__PURE__ */ createDefaults(NO_OPTIONS);

export function withoutDefaults({ shared }: Builder): Builder {
  return { shared, defaults: NO_DEFAULTS };
}

/** Later changes to `given` do not reach the result (contract A.10). */
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
export const completeCall: BuilderCode["complete"] = (defaults, options, route, server) => {
  const { parameters, copied, variables } = defaults;
  const read = readObject(options, "options", route) ?? {};
  const replaced = variables && server ? server.replaceVariables(read, variables, route) : read;
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
