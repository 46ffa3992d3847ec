/**
 * The types of the parameters that ask a route for a stream, and of those that do not: for a route that streams with
 * `stream: true`, `(Parameters & { readonly stream: true })` and
 * `(Parameters & { readonly stream?: false | null | undefined })`.
 */
import type { RouteStream } from "../../model/model.js";
import { toTypeKey } from "../../model/names.js";
import { code, joinCode, joinUnion } from "../print/module.js";
import type { Code, Printable } from "../print/types.js";
import { inOrderOfErrors, type ReferToParameters } from "./print-calls.js";
import type { FormSchema, ParameterSchema, SurfaceForm } from "./types.js";

/**
 * Prints the types of the parameters of a method: of those that ask for a stream, and of those that do not.
 * @param when The parameters that ask for a stream, with their values.
 */
export function printChoices(
  { surface, forms }: ParameterSchema,
  when: StreamCondition,
  refer: ReferToParameters,
): StreamChoices {
  if (surface !== undefined) return printSurfaceChoices(surface, when, refer);
  const choices = inOrderOfErrors(forms).map((form) => printFormChoices(form, when, refer));
  const notAsking = choices.flatMap((choice) => choice.notAsking ?? []);
  return {
    asking: joinUnion(choices.map(({ asking }) => asking)),
    ...(notAsking.length > 0 && { notAsking: joinUnion(notAsking) }),
  };
}

function printSurfaceChoices(
  { name, keys, shape }: SurfaceForm,
  when: StreamCondition,
  refer: ReferToParameters,
): StreamChoices {
  const type = refer(name);
  const body = keys.find((key) => key.name === shape?.body);
  if (body) return printBoth({ type, conditions: Object.entries(when), bodyKey: body });
  const nameOfKey = new Map(keys.map((key) => [key.sent, key.name]));
  const conditions = Object.entries(when).map(
    ([key, value]) => [nameOfKey.get(key) ?? key, value] as const,
  );
  return printBoth({ type, conditions, owner: { type, keys } });
}

function printFormChoices(
  { name, call, keys }: FormSchema,
  when: StreamCondition,
  refer: ReferToParameters,
): StreamChoices {
  const { data, parameters } = call;
  const type = refer(name);
  const conditions = Object.entries(when);
  if (data === undefined) return printBoth({ type, conditions, owner: { type, keys: parameters } });
  const bodyKey = { name: "data", required: data.required };
  const owner = keys && { type: refer(keys.name), keys: keys.call.parameters };
  return printBoth({ type, conditions, bodyKey, ...(owner && { owner }) });
}

/** A value that does not ask can be named for `true`, and for a key whose type is known. */
function printBoth({ type, conditions, bodyKey, owner }: NarrowedParameters): StreamChoices {
  const asking = conditions.map(([key, value]): Member => [key, JSON.stringify(value)]);
  const notAsking = conditions.flatMap(([key, value]): readonly Member[] => {
    if (value === true) return [[key, "false | null | undefined"]];
    if (!owner?.keys.some((each) => each.name === key)) return [];
    return [[key, code`Exclude<${owner.type}[${JSON.stringify(key)}], ${JSON.stringify(value)}>`]];
  });
  return {
    asking: printNarrowed(type, asking, "", bodyKey),
    ...(notAsking.length === conditions.length && {
      notAsking: printNarrowed(type, notAsking, "?", bodyKey),
    }),
  };
}

/** @param mark `?` if the members are optional. */
function printNarrowed(
  type: Code,
  members: readonly Member[],
  mark: "" | "?",
  bodyKey: NarrowedParameters["bodyKey"],
): Code {
  const fields = members.map(([key, value]) => code`readonly ${toTypeKey(key)}${mark}: ${value}`);
  const object = code`{ ${joinCode(fields, "; ")} }`;
  if (bodyKey === undefined) return code`(${type} & ${object})`;
  const bodyMark = bodyKey.required ? "" : mark;
  return code`(${type} & { readonly ${toTypeKey(bodyKey.name)}${bodyMark}: ${object} })`;
}

// ---- Types

export type StreamCondition = NonNullable<RouteStream["when"]>;

/** A member that narrows parameters, and its type as it is printed. */
type Member = readonly [key: string, type: Printable];

/** The types of parameters that ask for a stream, and of parameters that do not. */
export interface StreamChoices {
  readonly asking: Code;
  /** Absent if a value that does not ask cannot be named. */
  readonly notAsking?: Code;
}

/** Parameters whose type is narrowed to those that ask for a stream, and to those that do not. */
interface NarrowedParameters {
  /** The type of all parameters. */
  readonly type: Code;
  /** The parameters that ask for a stream, with their values. */
  readonly conditions: readonly (readonly [key: string, value: unknown])[];
  /** The key of the body, if these parameters are inside it. */
  readonly bodyKey?: { readonly name: string; readonly required: boolean };
  /** The type that declares these parameters, with its keys. */
  readonly owner?: { readonly type: Code; readonly keys: readonly { readonly name: string }[] };
}
