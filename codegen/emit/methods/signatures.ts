/** The signatures of methods: one, or overloads for a route that streams if it is asked to. */
import { nameOf } from "../../model/names.js";
import { printChoices, printObjectForms } from "../prepare/call-types.js";
import type { Method } from "../prepare/resources.js";
import type { EmitContext } from "../prepare/types.js";
import { LINE_WIDTH } from "../print/print.js";

/** The runtime's functions, imported under names that no type of the API has there. */
export interface RuntimeNames {
  readonly call: string;
  readonly listCall: string;
  readonly stream: string;
  readonly methodFunction: string;
  readonly streamingFunction: string;
  readonly methodOptions: string;
  readonly streamOptions: string;
}

/** Parts in which the signatures of one method differ. */
interface Variant {
  /** The type of the object of parameters. */
  readonly object: string;
  readonly isOptional: boolean;
  readonly options: string;
  readonly end: string;
}

/** Tells whether a method streams if its parameters ask for it. */
export function isOverloaded({ stream, isBare }: Method): boolean {
  return stream?.when !== undefined && !isBare;
}

/** Prints the signatures of a method. A compiler explains errors by the last one, so it is the most general. */
export function printSignatures(
  method: Method,
  names: RuntimeNames,
  context: EmitContext,
): readonly string[] {
  return listVariants(method, names).map((variant) => printSignature(method, variant, context));
}

function listVariants(method: Method, names: RuntimeNames): readonly Variant[] {
  const { parameter, isOptional, result, item, stream } = method;
  const { surface } = parameter;
  const nothing = surface && isOptional ? " | null" : "";
  const object = surface ? surface.name + nothing : printObjectForms(parameter.forms);
  const call =
    item === undefined ? `${names.call}<${result}>` : `${names.listCall}<${result}, ${item}>`;
  const usual = { object, isOptional, options: names.methodOptions, end: call };
  if (stream === undefined) return [usual];
  const items = `${names.stream}<${stream.item}>`;
  const streamed = surface ? `${names.call}<${items}>` : items;
  if (stream.when === undefined) return [{ ...usual, options: names.streamOptions, end: streamed }];
  if (!isOverloaded(method)) return [usual];
  const { asking, others } = printChoices(parameter, stream.when);
  const either =
    surface && item === undefined ? `${names.call}<${result} | ${items}>` : `${call} | ${streamed}`;
  return [
    ...(others === undefined ? [] : [{ ...usual, object: others + nothing }]),
    { object: asking, isOptional: false, options: names.streamOptions, end: streamed },
    { ...usual, end: either },
  ];
}

// ---- Text

/** Prints one line if the signature fits, otherwise a line for each argument. */
function printSignature(
  { name, parameter, positional, isBare }: Method,
  { object, isOptional, options, end }: Variant,
  { types }: EmitContext,
): string {
  const own = parameter.positional.map(
    (own, index) => `${positional[index] ?? ""}: ${nameOf(types, own.name).text}`,
  );
  const mark = isOptional ? "?" : "";
  const parameters = `${parameter.surface ? "params" : "parameters"}${mark}: ${object}`;
  const given = [...own, ...(isBare ? [] : [parameters]), `options?: ${options}`];
  const line = `  ${name}(${given.join(", ")}): ${end};`;
  if (line.length <= LINE_WIDTH && !line.includes("\n")) return line;
  return [`  ${name}(`, ...given.map(printArgument), printEnd(end)].join("\n");
}

function printEnd(type: string): string {
  const line = `  ): ${type};`;
  if (line.length <= LINE_WIDTH) return line;
  return line.replace("<", "<\n    ").replace(", ", ",\n    ").replace(/>;$/, "\n  >;");
}

/** Breaks a long union: all members on the next line, or each member on its own line. */
function printArgument(given: string): string {
  const line = `    ${given},`;
  const [, name = "", type = ""] = /^([^:]+:) (.+ \| .+)$/.exec(given) ?? [];
  if (line.length <= LINE_WIDTH || type === "") return line;
  const below = `      ${type},`;
  if (below.length <= LINE_WIDTH) return `    ${name}\n${below}`;
  return `    ${name}\n${type.replace(/(?:^| \| )/g, "\n      | ").slice(1)},`;
}
