/** Arguments of methods: options that stand in place of the parameters, and the place of each parameter. */
import { type MethodShape, REQUEST_OPTIONS } from "../catalog/sdk.js";
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
 * Moves the parameters of a method to where the client takes them. For example, where `id` is in the path, `timeout`
 * in the query and `title` in the body:
 *
 *     { id: 7, timeout: 5, title: "New" }  becomes  { id: 7, parameters: { timeout: 5 }, data: { title: "New" } }
 */
export function placeParameters(parameters: UnknownRecord, { shape }: MethodForm): UnknownRecord {
  if (shape === undefined) return parameters;
  const takesOption = takesParametersOption(shape);
  const givenOption = takesOption ? (parameters["parameters"] as object | undefined) : undefined;
  const direct: Record<string, unknown> = {};
  const namedLikeOptions: Record<string, unknown> = { ...givenOption };
  const bodyFields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(parameters)) {
    if (takesOption && key === "parameters") continue; // it is in `namedLikeOptions` already
    const name = readOwn<string>(shape.renamed ?? {}, key) ?? key;
    switch (findPlace(key, name, shape)) {
      case "whole body":
        direct["data"] = value;
        break;
      case "body":
        bodyFields[name] = value;
        break;
      case "parameters":
        namedLikeOptions[name] = value;
        break;
      case "direct":
        direct[name] = value;
    }
  }
  // Beside a whole body, fields cannot be in `data`.
  const placedFields = shape.body === undefined ? { data: bodyFields } : bodyFields;
  return {
    ...direct,
    ...(Object.keys(namedLikeOptions).length > 0 && { parameters: namedLikeOptions }),
    ...(Object.keys(bodyFields).length > 0 && placedFields),
  };
}

/**
 * Tells whether a caller may pass the client's own option `parameters`: if the method has parameters for it, and the
 * route has neither a parameter nor a body of that name.
 */
function takesParametersOption({ others, body, named = [] }: MethodShape): boolean {
  return named.length > 0 && body !== "parameters" && !others.includes("parameters");
}

/** Finds the place of one parameter. */
function findPlace(key: string, name: string, { others, body, named }: MethodShape): Place {
  if (key === body) return "whole body";
  if (!others.includes(key)) return "body";
  return named?.includes(name) ? "parameters" : "direct";
}

/**
 * Where the client takes a parameter:
 * - `whole body`: as `data`.
 * - `body`: a field of the body, in `data` or beside the other parameters.
 * - `parameters`: in its option `parameters`, because the parameter is named like another option.
 * - `direct`: under its own name.
 */
type Place = "whole body" | "body" | "parameters" | "direct";
