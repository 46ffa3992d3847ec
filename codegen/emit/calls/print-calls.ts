/** Types of calls and of bodies, as code. */
import { isDateTime } from "../../json-schema/keywords.js";
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { isJson, kindOf } from "../../model/http.js";
import type { RouteStream } from "../../model/model.js";
import { nameOf, toTypeKey } from "../../model/names.js";
import { code, joinCode, joinUnion } from "../print/module.js";
import { printUnion } from "../print/print.js";
import type { Code, Printable } from "../print/types.js";
import type { CompiledTypes } from "../schema-types/compile-types.js";
import type { CallForm, CallParameter } from "./forms.js";
import type { FormSchema, ParameterSchema, PositionalParameter } from "./types.js";

// ---- Calls

/**
 * Puts the usual form last, in declarations and in unions: if several members fit a call equally well,
 * a compiler explains an error by the last one.
 */
export function inOrderOfErrors(forms: ParameterSchema["forms"]): readonly FormSchema[] {
  return [...forms].reverse();
}

/** Refers to a type of parameters from the module that is printed. */
export type ReferToParameters = (name: string) => Code;

/** The types of all objects of parameters. */
export function printObjectForms(
  forms: ParameterSchema["forms"],
  refer: ReferToParameters = byName,
): Code {
  return joinUnion(inOrderOfErrors(forms).map(({ name }) => refer(name)));
}

/** Refers to the types of the same module. */
function byName(name: string): Code {
  return code`${name}`;
}

/** The types of all ways to call a route, with the parameters that a method takes as arguments. */
export function printForms({ forms, positional }: ParameterSchema, types: CompiledTypes): string {
  const union = printUnion(inOrderOfErrors(forms).map(({ name }) => name));
  if (positional.length === 0) return union;
  const print = (each: PositionalParameter): string =>
    `${toTypeKey(each.parameter.name)}: ${nameOf(types, each.name).text}`;
  const named = positional.filter(({ isNamed }) => isNamed).map(print);
  const keys = [
    ...positional.filter(({ isNamed }) => !isNamed).map(print),
    ...(named.length > 0 ? [`parameters: { ${named.join("; ")} }`] : []),
  ];
  return `${forms.length > 1 ? `(${union})` : union} & { ${keys.join("; ")} }`;
}

/** The names of types in the parameters that a method takes as arguments. */
export function namesOfPositional(
  { positional }: ParameterSchema,
  types: CompiledTypes,
): readonly string[] {
  return positional.flatMap(({ name }) => nameOf(types, name).names);
}

// ---- Forms

/** A call without the parameters that a method takes as arguments. */
export function withoutPositional(call: CallForm, positionalNames: ReadonlySet<string>): CallForm {
  const isKept = (parameter: CallParameter): boolean =>
    parameter.in !== "path" || !positionalNames.has(parameter.name);
  return { ...call, parameters: call.parameters.filter(isKept), named: call.named.filter(isKept) };
}

/** Tells whether the object of a form has keys beside the options of every call. */
export function hasParameters({ call, positionalNames }: FormSchema): boolean {
  const { parameters, named, content } = withoutPositional(call, positionalNames);
  return content !== undefined || named.length > 0 || parameters.length > 0;
}

/** The type of a body whose fields are keys of a form: picked from them, so that it is declared once. */
export function fieldsOfBody(keys: FormSchema): string {
  return `BodyFields<${printArguments(keys)}>`;
}

/** The type that a form with `data` extends; `undefined` for other forms. */
export function printBase({ keys, base }: FormSchema): string | undefined {
  return keys && base && `${base}<${printArguments(keys)}>`;
}

/** A form with the fields of a body, and the names of its other parameters. */
function printArguments({ name, call, positionalNames }: FormSchema): string {
  const { parameters, named } = withoutPositional(call, positionalNames);
  const notOfBody = parameters.filter((parameter) => parameter.in !== "body");
  const names = [
    ...notOfBody.map((parameter) => parameter.name),
    ...(named.length > 0 ? ["parameters"] : []),
  ];
  const kept = printUnion(names.map((each) => JSON.stringify(each)));
  return names.length === 0 ? name : `${name}, ${kept}`;
}

// ---- Calls that ask for a stream

type Asked = NonNullable<RouteStream["when"]>;

/** The types of parameters that ask for a stream, and of parameters that do not. */
export interface Choices {
  readonly asking: Code;
  readonly notAsking?: Code;
}

/** Prints both types of the parameters of a method. */
export function printChoices(
  { surface, forms }: ParameterSchema,
  when: Asked,
  refer: ReferToParameters,
): Choices {
  if (surface === undefined) {
    const choices = inOrderOfErrors(forms).map((form) => chooseForm(form, when, refer));
    const notAsking = choices.flatMap((choice) => choice.notAsking ?? []);
    return {
      asking: joinUnion(choices.map(({ asking }) => asking)),
      ...(notAsking.length > 0 && { notAsking: joinUnion(notAsking) }),
    };
  }
  const { keys, shape } = surface;
  const body = keys.find((key) => key.name === shape?.body);
  const nameOfKey = new Map(keys.map((key) => [key.sent, key.name]));
  const asked = Object.entries(when).map(
    ([key, value]) => [body ? key : (nameOfKey.get(key) ?? key), value] as const,
  );
  return printChoice({
    type: refer(surface.name),
    asked,
    ...(body ? { inside: body } : { source: { type: refer(surface.name), keys } }),
  });
}

function chooseForm(form: FormSchema, when: Asked, refer: ReferToParameters): Choices {
  const { call, keys } = form;
  const { data, parameters } = call;
  const type = refer(form.name);
  const asked = Object.entries(when);
  if (data === undefined) return printChoice({ type, asked, source: { type, keys: parameters } });
  const inside = { name: "data", required: data.required };
  const source = keys && { type: refer(keys.name), keys: keys.call.parameters };
  return printChoice({ type, asked, inside, ...(source && { source }) });
}

interface Choice {
  /** The type of all parameters. */
  readonly type: Code;
  readonly asked: readonly (readonly [key: string, value: unknown])[];
  /** The key of the body, if the parameters that ask for the stream are inside it. */
  readonly inside?: { readonly name: string; readonly required: boolean };
  /** The type that has the keys that ask. */
  readonly source?: { readonly type: Code; readonly keys: readonly { readonly name: string }[] };
}

function printChoice({ type, asked, inside, source }: Choice): Choices {
  const print = (members: readonly (readonly [string, Printable])[], mark: string): Code => {
    const fields = members.map(([key, field]) => code`readonly ${toTypeKey(key)}${mark}: ${field}`);
    const object = code`{ ${joinCode(fields, "; ")} }`;
    if (inside === undefined) return code`(${type} & ${object})`;
    const end = inside.required || mark === "" ? "" : "?";
    return code`(${type} & { readonly ${toTypeKey(inside.name)}${end}: ${object} })`;
  };
  const notAsking = asked.flatMap(([key, value]): readonly (readonly [string, Printable])[] => {
    if (value === true) return [[key, "false | null | undefined"]];
    if (!source?.keys.some((each) => each.name === key)) return [];
    return [[key, code`Exclude<${source.type}[${JSON.stringify(key)}], ${JSON.stringify(value)}>`]];
  });
  return {
    asking: print(
      asked.map(([key, value]) => [key, JSON.stringify(value)]),
      "",
    ),
    ...(notAsking.length === asked.length && { notAsking: print(notAsking, "?") }),
  };
}

// ---- Bodies

/**
 * The bodies of all ways to call a route, picked from the types of parameters, so that each type is
 * declared once; `undefined` if no way has a body.
 * @param withTimes Prints a body without the `Date`s that its parameters allow.
 */
export function printBodies(
  { forms }: ParameterSchema,
  resolve: ResolveComponent,
  refer: ReferToParameters,
  withTimes: (body: Code) => Code,
): PrintedBody | undefined {
  const bodies = withoutRepetitions(forms).map(({ name, call }) =>
    printBody(refer(name), call, resolve, withTimes),
  );
  if (bodies.every(({ isAbsent }) => isAbsent)) return undefined;
  return {
    type: joinUnion(bodies.map(({ type }) => type)),
    hasTimes: bodies.some(({ hasTimes }) => hasTimes),
    isAbsent: false,
  };
}

/** The bodies that are JSON. */
export function printJsonBodies(
  { forms }: ParameterSchema,
  resolve: ResolveComponent,
  refer: ReferToParameters,
  asJson: (body: Code) => Code,
): Code {
  const json = withoutRepetitions(forms).filter(
    ({ call: { content } }) => content && isJson(content),
  );
  const types = json.map((form) =>
    form.call.data === undefined
      ? printBody(refer(form.name), form.call, resolve, asJson).type
      : asJson(code`${refer(form.name)}["data"]`),
  );
  return types.length === 0 ? code`unknown` : joinUnion(types);
}

/** Leaves out forms whose `data` has exactly the keys of another form. */
function withoutRepetitions(forms: readonly FormSchema[]): readonly FormSchema[] {
  return forms.filter(({ call }) => !(call.isWhole && call.isExact));
}

/** @param form The type of all parameters. */
function printBody(
  form: Code,
  { parameters, data, content }: CallForm,
  resolve: ResolveComponent,
  withTimes: (body: Code) => Code,
): PrintedBody {
  const kind = content && kindOf(content.contentTypes[0] ?? "application/json");
  const whole = (type: Printable, isAbsent = false): PrintedBody => ({
    type: code`${type}`,
    hasTimes: false,
    isAbsent,
  });
  if (kind === "form") return whole("string | URLSearchParams");
  if (kind === "multipart") return whole("FormData");
  if (data !== undefined) return whole(code`${form}["data"]`);
  const keys = parameters.filter((parameter) => parameter.in === "body");
  if (keys.length === 0) return whole("undefined", true);
  const picked = code`Pick<${form}, ${printUnion(keys.map((key) => JSON.stringify(key.name)))}>`;
  const hasTimes = keys.some(({ schema }) => isDateTime(dereference(schema, resolve)));
  return { type: hasTimes ? withTimes(picked) : picked, hasTimes, isAbsent: false };
}

/** The type of a body. */
interface PrintedBody {
  readonly type: Code;
  /** The type was printed by `withTimes`. */
  readonly hasTimes: boolean;
  /** The call has no body. */
  readonly isAbsent: boolean;
}
