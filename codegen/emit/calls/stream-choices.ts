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

/**
 * The object of a method with the surface of Stainless has the keys itself, `(ChatParams & { readonly stream: true })`,
 * or in the key that is the whole body: `(ChatParams & { readonly body: { readonly stream: true } })`.
 */
function printSurfaceChoices(
  { name, keys, shape }: SurfaceForm,
  when: StreamCondition,
  refer: ReferToParameters,
): StreamChoices {
  const type = refer(name);
  const bodyKey = keys.find((key) => key.name === shape?.body);
  if (bodyKey) return narrow(type, listAskingKeys(when), bodyKey);
  const nameOfKey = new Map(keys.map((key) => [key.sent, key.name]));
  const renamed = Object.fromEntries(
    Object.entries(when).map(([key, value]) => [nameOfKey.get(key) ?? key, value]),
  );
  return narrow(type, listAskingKeys(renamed, { type, keys }));
}

/**
 * A form with keys has them itself, `(ChatParameters & { readonly stream: true })`, and one with the whole body in
 * `data`: `(ChatDataParameters & { readonly data: { readonly stream: true } })`. Then the form whose keys `data` replaces
 * tells their types.
 */
function printFormChoices(
  { name, call, keys }: FormSchema,
  when: StreamCondition,
  refer: ReferToParameters,
): StreamChoices {
  const { data, parameters } = call;
  const type = refer(name);
  if (data === undefined) return narrow(type, listAskingKeys(when, { type, keys: parameters }));
  const declaring = keys && { type: refer(keys.name), keys: keys.call.parameters };
  return narrow(type, listAskingKeys(when, declaring), { name: "data", required: data.required });
}

// ---- Keys that ask for a stream

/** @param declaring The type that declares the keys, if one does. */
function listAskingKeys(when: StreamCondition, declaring?: DeclaringType): readonly AskingKey[] {
  return Object.entries(when).map(([name, value]) => {
    const isDeclared = declaring?.keys.some((key) => key.name === name) === true;
    return {
      name,
      value,
      ...(isDeclared && { declared: code`${declaring.type}[${JSON.stringify(name)}]` }),
    };
  });
}

/**
 * The type of a value that does not ask: for `true` one that counts as no, otherwise any other value of the declared
 * type, such as `Exclude<ChatParameters["mode"], "stream">`. `undefined` if it cannot be named.
 */
function typeOfNotAsking({ value, declared }: AskingKey): Printable | undefined {
  if (value === true) return "false | null | undefined";
  return declared && code`Exclude<${declared}, ${JSON.stringify(value)}>`;
}

/** @param bodyKey The key of the body, if the asking keys are inside it. */
function narrow(type: Code, askingKeys: readonly AskingKey[], bodyKey?: BodyKey): StreamChoices {
  const asking = askingKeys.map(({ name, value }) => ({ name, type: JSON.stringify(value) }));
  const notAsking = askingKeys.flatMap((key) => {
    const typeOfKey = typeOfNotAsking(key);
    return typeOfKey === undefined ? [] : [{ name: key.name, type: typeOfKey }];
  });
  const canAllBeNamed = notAsking.length === askingKeys.length;
  return {
    asking: printNarrowed(type, asking, "", bodyKey),
    ...(canAllBeNamed && { notAsking: printNarrowed(type, notAsking, "?", bodyKey) }),
  };
}

/** @param mark `?` if the members are optional. */
function printNarrowed(
  type: Code,
  members: readonly Member[],
  mark: "" | "?",
  bodyKey: BodyKey | undefined,
): Code {
  const fields = members.map(
    (member) => code`readonly ${toTypeKey(member.name)}${mark}: ${member.type}`,
  );
  const object = code`{ ${joinCode(fields, "; ")} }`;
  if (bodyKey === undefined) return code`(${type} & ${object})`;
  const bodyMark = bodyKey.required ? "" : mark;
  return code`(${type} & { readonly ${toTypeKey(bodyKey.name)}${bodyMark}: ${object} })`;
}

// ---- Types

/** The parameters that ask for a stream, with their values. */
export type StreamCondition = NonNullable<RouteStream["when"]>;

/** The types of parameters that ask for a stream, and of parameters that do not. */
export interface StreamChoices {
  readonly asking: Code;
  /** Absent if a value that does not ask cannot be named. */
  readonly notAsking?: Code;
}

/** A key that asks for a stream by its value. */
interface AskingKey {
  readonly name: string;
  readonly value: unknown;
  /** The type of its values, if it is known. */
  readonly declared?: Code;
}

/** A type with the keys that it declares. */
interface DeclaringType {
  readonly type: Code;
  readonly keys: readonly { readonly name: string }[];
}

/** The key that holds the whole body. */
interface BodyKey {
  readonly name: string;
  readonly required: boolean;
}

/** A member that narrows parameters, and its type as it is printed. */
interface Member {
  readonly name: string;
  readonly type: Printable;
}
