/** Types of calls and of bodies, as text. */
import { isDateTime } from "../../json-schema/keywords.js";
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { isJson, kindOf } from "../../model/http.js";
import type { RouteStream } from "../../model/model.js";
import { nameOf, toTypeKey } from "../../model/names.js";
import { printUnion } from "../print/print.js";
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

/**
 * The types of all objects of parameters.
 * @param from Prefix of the names of types of another module.
 */
export function printObjectForms(forms: ParameterSchema["forms"], from = ""): string {
  return printUnion(inOrderOfErrors(forms).map(({ name }) => from + name));
}

/** The types of all ways to call a route, with the parameters that a method takes as arguments. */
export function printForms({ forms, positional }: ParameterSchema, types: CompiledTypes): string {
  const union = printObjectForms(forms);
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
export function withoutPositional(call: CallForm, apart: ReadonlySet<string>): CallForm {
  const isKept = (each: CallParameter): boolean => each.in !== "path" || !apart.has(each.name);
  return { ...call, parameters: call.parameters.filter(isKept), named: call.named.filter(isKept) };
}

/** Tells whether the object of a form has keys beside the options of every call. */
export function hasParameters({ call, apart }: FormSchema): boolean {
  const { parameters, named, content } = withoutPositional(call, apart);
  return content !== undefined || named.length > 0 || parameters.length > 0;
}

/** The type of a body whose fields are keys of a form: picked from them, so that it is declared once. */
export function fieldsOfBody(keys: FormSchema): string {
  return `BodyFields<${printArguments(keys)}>`;
}

/** The base of a form with `data`: the form with the keys, without these keys. */
export function baseOfWhole(keys: FormSchema): string {
  return `WithoutFields<${printArguments(keys)}>`;
}

/** A form with the fields of a body, and the names of its other parameters. */
function printArguments({ name, call, apart }: FormSchema): string {
  const { parameters, named } = withoutPositional(call, apart);
  const notOfBody = parameters.filter((each) => each.in !== "body");
  const names = [
    ...notOfBody.map((each) => each.name),
    ...(named.length > 0 ? ["parameters"] : []),
  ];
  const kept = printUnion(names.map((each) => JSON.stringify(each)));
  return names.length === 0 ? name : `${name}, ${kept}`;
}

// ---- Calls that ask for a stream

type Asked = NonNullable<RouteStream["when"]>;

/** The types of parameters that ask for a stream, and of parameters that do not. */
export interface Choices {
  readonly asking: string;
  readonly others?: string;
}

/**
 * Prints both types of the parameters of a method.
 * @param from Prefix of the names of types of another module.
 */
export function printChoices({ surface, forms }: ParameterSchema, when: Asked, from = ""): Choices {
  if (surface === undefined) {
    const all = inOrderOfErrors(forms).map((form) => chooseForm(form, when, from));
    const notAsking = all.flatMap((each) => each.others ?? []);
    return {
      asking: printUnion(all.map(({ asking }) => asking)),
      ...(notAsking.length > 0 && { others: printUnion(notAsking) }),
    };
  }
  const { keys, shape } = surface;
  const body = keys.find((key) => key.name === shape?.body);
  const nameOfKey = new Map(keys.map((key) => [key.sent, key.name]));
  const asked = Object.entries(when).map(
    ([key, value]) => [body ? key : (nameOfKey.get(key) ?? key), value] as const,
  );
  return printChoice({
    name: from + surface.name,
    asked,
    ...(body ? { inside: body } : { source: { name: from + surface.name, keys } }),
  });
}

function chooseForm(form: FormSchema, when: Asked, from: string): Choices {
  const { call, keys } = form;
  const { data, parameters } = call;
  const name = from + form.name;
  const asked = Object.entries(when);
  if (data === undefined) return printChoice({ name, asked, source: { name, keys: parameters } });
  const inside = { name: "data", required: data.required };
  const source = keys && { name: from + keys.name, keys: keys.call.parameters };
  return printChoice({ name, asked, inside, ...(source && { source }) });
}

interface Choice {
  /** The type of all parameters. */
  readonly name: string;
  readonly asked: readonly (readonly [key: string, value: unknown])[];
  /** The key of the body, if the parameters that ask for the stream are inside it. */
  readonly inside?: { readonly name: string; readonly required: boolean };
  /** The type that has the keys that ask. */
  readonly source?: { readonly name: string; readonly keys: readonly { readonly name: string }[] };
}

function printChoice({ name, asked, inside, source }: Choice): Choices {
  const print = (members: readonly (readonly [string, string])[], mark: string): string => {
    const fields = members.map(([key, type]) => `readonly ${toTypeKey(key)}${mark}: ${type}`);
    const object = `{ ${fields.join("; ")} }`;
    if (inside === undefined) return `(${name} & ${object})`;
    const end = inside.required || mark === "" ? "" : "?";
    return `(${name} & { readonly ${toTypeKey(inside.name)}${end}: ${object} })`;
  };
  const notAsking = asked.flatMap(([key, value]): readonly (readonly [string, string])[] => {
    if (value === true) return [[key, "false | null | undefined"]];
    if (!source?.keys.some((each) => each.name === key)) return [];
    return [[key, `Exclude<${source.name}[${JSON.stringify(key)}], ${JSON.stringify(value)}>`]];
  });
  return {
    asking: print(
      asked.map(([key, value]) => [key, JSON.stringify(value)]),
      "",
    ),
    ...(notAsking.length === asked.length && { others: print(notAsking, "?") }),
  };
}

// ---- Bodies

/**
 * The bodies of all ways to call a route, picked from the types of parameters, so that each type is
 * declared once.
 * @param from Prefix of the names of types of another module.
 * @param withTimes Prints a body without the `Date`s that its parameters allow.
 */
export function printBodies(
  { forms }: ParameterSchema,
  resolve: ResolveComponent,
  from: string,
  withTimes: (body: string) => string,
): PrintedBody {
  const bodies = withoutRepetitions(forms).map(({ name, call }) =>
    printBody({ name: from + name, call }, resolve, withTimes),
  );
  return {
    type: printUnion([...new Set(bodies.map(({ type }) => type))]),
    hasTimes: bodies.some(({ hasTimes }) => hasTimes),
  };
}

/** The bodies that are JSON, with the names of their parameters. */
export function printJsonBodies(
  { forms }: ParameterSchema,
  resolve: ResolveComponent,
  asJson: (body: string) => string,
): { readonly type: string; readonly names: readonly string[] } {
  const json = withoutRepetitions(forms).filter(
    ({ call: { content } }) => content && isJson(content),
  );
  const types = json.map((form) =>
    form.call.data === undefined
      ? printBody(form, resolve, asJson).type
      : asJson(`${form.name}["data"]`),
  );
  return {
    type: types.length === 0 ? "unknown" : printUnion([...new Set(types)]),
    names: json.map(({ name }) => name),
  };
}

/** Leaves out forms whose `data` has exactly the keys of another form. */
function withoutRepetitions(forms: readonly FormSchema[]): readonly FormSchema[] {
  return forms.filter(({ call }) => !(call.isWhole && call.isExact));
}

function printBody(
  { name, call }: Pick<FormSchema, "name" | "call">,
  resolve: ResolveComponent,
  withTimes: (body: string) => string,
): PrintedBody {
  const { parameters, data, content } = call;
  const kind = content && kindOf(content.contentTypes[0] ?? "application/json");
  const whole = (type: string): PrintedBody => ({ type, hasTimes: false });
  if (kind === "form") return whole("string | URLSearchParams");
  if (kind === "multipart") return whole("FormData");
  if (data !== undefined) return whole(`${name}["data"]`);
  const keys = parameters.filter((parameter) => parameter.in === "body");
  if (keys.length === 0) return whole("undefined");
  const picked = `Pick<${name}, ${printUnion(keys.map((key) => JSON.stringify(key.name)))}>`;
  const hasTimes = keys.some(({ schema }) => isDateTime(dereference(schema, resolve)));
  return { type: hasTimes ? withTimes(picked) : picked, hasTimes };
}

/** The type of a body. */
interface PrintedBody {
  readonly type: string;
  /** The type was printed by `withTimes`. */
  readonly hasTimes: boolean;
}
