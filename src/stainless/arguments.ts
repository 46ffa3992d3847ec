/** Arguments of methods: options that stand in place of the parameters, and the place of each parameter. */
import { REQUEST_OPTIONS } from "../catalog/sdk.js";
import { readOwn, type UnknownRecord } from "../request/endpoint/values.js";
import type { GivenCall, MethodForm } from "../request/sdk/methods.js";
import type { OptionNames } from "../base/nearest.js";
import type { RequestOptions } from "./types.js";

/**
 * Splits the first argument of a method that takes options in place of its parameters. Its keys besides the
 * parameters of the path are options if all of them have the name of one, and no options are passed after them.
 */
export function splitOptions({
  route,
  parameters,
  options,
}: GivenCall): Pick<GivenCall, "parameters" | "options"> {
  const entries = Object.entries(parameters);
  const isInPath = ([key]: readonly [string, unknown]) => route.includes(`{${key}}`);
  const outsidePath = entries.filter((entry) => !isInPath(entry));
  const hasOnlyOptions = outsidePath.every(([key]) => Object.hasOwn(OPTION_NAMES, key));
  if (!hasOnlyOptions || Object.keys(options).length > 0) return { parameters, options };
  const inPath = Object.fromEntries(entries.filter(isInPath));
  return { parameters: inPath, options: Object.fromEntries(outsidePath) };
}

/** The generator has the same list; here, the compiler compares it with the type of the options. */
const OPTION_NAMES: OptionNames<RequestOptions> = REQUEST_OPTIONS;

/**
 * Moves the parameters of a method to where the client takes them: the whole body to `data`, its fields beside the
 * other parameters or into `data`, and parameters that are named like options into `parameters`.
 */
export function placeParameters(parameters: UnknownRecord, { shape }: MethodForm): UnknownRecord {
  if (shape === undefined) return parameters;
  const { others: outsideBody, body, renamed = {}, named: namedLikeOptions = [] } = shape;
  // The client's own option `parameters`, unless the route has a parameter or a body of that name.
  const isOption =
    namedLikeOptions.length > 0 && body !== "parameters" && !outsideBody.includes("parameters");
  const option = isOption ? (parameters["parameters"] as object | undefined) : undefined;
  const topLevel: Record<string, unknown> = {};
  const nested: Record<string, unknown> = { ...option };
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(parameters)) {
    if (isOption && key === "parameters") continue;
    const name = readOwn<string>(renamed, key) ?? key;
    if (key === body) topLevel["data"] = value;
    else if (!outsideBody.includes(key)) fields[name] = value;
    else if (namedLikeOptions.includes(name)) nested[name] = value;
    else topLevel[name] = value;
  }
  const bodyFields = body === undefined ? { data: fields } : fields; // beside a whole body, they stay at the top
  return {
    ...topLevel,
    ...(Object.keys(nested).length > 0 && { parameters: nested }),
    ...(Object.keys(fields).length > 0 && bodyFields),
  };
}
