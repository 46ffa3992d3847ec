/** The types of the parameters of a call, as code. */
import { nameOf, toTypeKey } from "../../model/names.js";
import { joinUnion } from "../print/module.js";
import { printUnion } from "../print/print.js";
import type { Code } from "../print/types.js";
import type { CompiledTypes } from "../schema-types/compile-types.js";
import type { CallForm, CallParameter } from "./forms.js";
import type { FormSchema, ParameterSchema, PositionalParameter } from "./types.js";

// ---- Calls

/**
 * Puts the first form last, in declarations and in unions: if several members fit a call equally well,
 * a compiler explains an error by the last one.
 */
export function inOrderOfErrors(forms: ParameterSchema["forms"]): readonly FormSchema[] {
  return [...forms].reverse();
}

/** The types of all objects of parameters. */
export function printObjectForms(forms: ParameterSchema["forms"], refer: ReferToParameters): Code {
  return joinUnion(inOrderOfErrors(forms).map(({ name }) => refer(name)));
}

/** The types of all ways to call a route, with the parameters that a method takes as arguments. */
export function printForms({ forms, positional }: ParameterSchema, types: CompiledTypes): string {
  const union = printUnion(inOrderOfErrors(forms).map(({ name }) => name));
  if (positional.length === 0) return union;
  const print = (each: PositionalParameter): string =>
    `${toTypeKey(each.parameter.name)}: ${nameOf(types, each.name).text}`;
  const nested = positional.filter(({ isNested }) => isNested).map(print);
  const keys = [
    ...positional.filter(({ isNested }) => !isNested).map(print),
    ...(nested.length > 0 ? [`parameters: { ${nested.join("; ")} }`] : []),
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
  return {
    ...call,
    parameters: call.parameters.filter(isKept),
    nested: call.nested.filter(isKept),
  };
}

/** Tells whether the object of a form has keys beside the options of every call. */
export function hasParameters({ call, positionalNames }: FormSchema): boolean {
  const { parameters, nested, content } = withoutPositional(call, positionalNames);
  return content !== undefined || nested.length > 0 || parameters.length > 0;
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
  const { parameters, nested } = withoutPositional(call, positionalNames);
  const notOfBody = parameters.filter((parameter) => parameter.in !== "body");
  const names = [
    ...notOfBody.map((parameter) => parameter.name),
    ...(nested.length > 0 ? ["parameters"] : []),
  ];
  const kept = printUnion(names.map((each) => JSON.stringify(each)));
  return names.length === 0 ? name : `${name}, ${kept}`;
}

// ---- Types

/** Refers to a type of parameters from the module that is printed. */
export type ReferToParameters = (name: string) => Code;
