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
  const {
    others: outsideBody,
    body: wholeBody,
    renamed = {},
    named: namedLikeOptions = [],
  } = shape;
  // A caller may pass the client's own option `parameters`, unless the route has a parameter or a body of that name.
  const takesOption =
    namedLikeOptions.length > 0 &&
    wholeBody !== "parameters" &&
    !outsideBody.includes("parameters");
  const givenOption = takesOption ? (parameters["parameters"] as object | undefined) : undefined;
  const direct: Record<string, unknown> = {};
  const likeOptions: Record<string, unknown> = { ...givenOption };
  const bodyFields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(parameters)) {
    if (takesOption && key === "parameters") continue; // it is in `likeOptions` already
    const name = readOwn<string>(renamed, key) ?? key;
    if (key === wholeBody) direct["data"] = value;
    else if (!outsideBody.includes(key)) bodyFields[name] = value;
    else if (namedLikeOptions.includes(name)) likeOptions[name] = value;
    else direct[name] = value;
  }
  // Beside a whole body, fields cannot be in `data`.
  const placedFields = wholeBody === undefined ? { data: bodyFields } : bodyFields;
  return {
    ...direct,
    ...(Object.keys(likeOptions).length > 0 && { parameters: likeOptions }),
    ...(Object.keys(bodyFields).length > 0 && placedFields),
  };
}
