/**
 * The arguments of a method. Those of `GET /shelves/{shelf}/books/{book}` are one of these lists, by the kind of its form:
 *
 *     ({ shelf, book, page }, options)     object
 *     (book, { shelf, page }, options)     last
 *     (shelf, book, { page }, options)     positional
 */
import type { MethodArguments, MethodShape } from "../../catalog/sdk.js";
import { NO_OPTIONS, readObject } from "../endpoint/options.js";
import type { UnknownRecord } from "../endpoint/values.js";
import type { MethodOptions } from "./types.js";

export function readArguments(
  route: string,
  form: ArgumentsForm,
  args: readonly unknown[],
): ReadArguments {
  const names = listPositional(route, form);
  const named = form.isBare ? undefined : args[names.length];
  const options = args[names.length + Number(!form.isBare)];
  const parameters: Record<string, unknown> = { ...readObject(named, "parameters", route) };
  for (const [index, name] of names.entries()) {
    // A parameter that is named like an option is a member of `parameters` (contract A.33).
    if (Object.hasOwn(NO_OPTIONS, name))
      parameters["parameters"] = { ...(parameters["parameters"] as object), [name]: args[index] };
    else parameters[name] = args[index];
  }
  return { parameters, options: readObject(options, "options", route) ?? {} };
}

/** The names of the arguments before the object of parameters. */
export function listPositional(
  route: string,
  { arguments: kind = "object" }: ArgumentsForm,
): readonly string[] {
  if (kind === "object") return [];
  const inPath = Array.from(route.matchAll(PATH_PLACEHOLDER), ([, name = ""]) => name);
  return kind === "last" ? inPath.slice(-1) : inPath;
}

/** A placeholder of a path, with the operator and the modifier of its template (RFC 6570). */
const PATH_PLACEHOLDER = /\{[+#./;]?([^{}?&*:]+)[^{}]*\}/g;

// ---- Types

/** The arguments that a method takes. */
export interface ArgumentsForm {
  /** Default: `object`. */
  readonly arguments?: MethodArguments | undefined;
  /** The method takes no object of parameters, because it has path parameters alone. */
  readonly isBare?: boolean | undefined;
  /** Options can stand in place of the parameters, none of which is required or named like an option. */
  readonly takesOptions?: boolean | undefined;
  /** The place of each parameter, if the client takes them otherwise. */
  readonly shape?: MethodShape | undefined;
}

/** The arguments of a call. */
export interface ReadArguments {
  readonly parameters: UnknownRecord;
  readonly options: MethodOptions;
}
