/** Sample values that are short enough for an example. */
import { printValue } from "../../../codegen/emit/print/print.js";
import { createSample } from "../../../codegen/emit/samples/sample.js";
import type { CallForm } from "../../../codegen/emit/calls/forms.js";
import type { ResolveComponent } from "../../../codegen/json-schema/references.js";
import { isMap } from "../../../codegen/model/json.js";
import type { JsonSchema, SchemaModel } from "../../../codegen/model/model.js";

/** Samples each parameter; `undefined` if one has no short value. */
export function sampleAll(
  parameters: CallForm["parameters"],
  context: ExampleContext,
): Readonly<Record<string, unknown>> | undefined {
  const samples = parameters.map(
    (parameter) => [parameter.name, sampleParameter(parameter, context)] as const,
  );
  if (samples.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(samples);
}

/** Samples a parameter; `undefined` if it has no short value. */
function sampleParameter(
  { name, schema, in: location }: CallForm["parameters"][number],
  context: ExampleContext,
): unknown {
  // A sample of an object with this property: its name helps to choose a text.
  const owner: JsonSchema = { type: "object", required: [name], properties: { [name]: schema } };
  const sample = sampleOrNothing(owner, context);
  const value = isMap(sample) ? sample[name] : undefined;
  // An empty list would leave a path without its value.
  const isShort = location === "path" ? isScalar(value) : isShallow(value);
  return isShort ? value : undefined;
}

/** Accepts scalars, and lists and objects of nothing else. What is deeper makes a poor example. */
function isShallow(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return isScalar(value);
  return Object.values(value).every(isScalar);
}

/** Accepts texts, numbers and booleans. A `null` says nothing in an example. */
function isScalar(value: unknown): boolean {
  return typeof value !== "object";
}

/** Returns `undefined` for a schema without a finite value. */
function sampleOrNothing(schema: JsonSchema, context: ExampleContext): unknown {
  try {
    return createSample(schema, context);
  } catch {
    return undefined;
  }
}

/** Prints a sample. Keeps only short values of a long object; a long list becomes `[]`. */
export function printData(schema: JsonSchema, context: ExampleContext): string {
  const finite = sampleOrNothing(schema, context);
  const sample = finite === undefined ? {} : finite; // a `null` stays
  const text = printValue(sample);
  if (text.length <= MAX_EXAMPLE_LENGTH) return text;
  if (Array.isArray(sample) || typeof sample !== "object" || sample === null) return "[]";
  const short = Object.entries(sample).filter(
    ([, value]) => printValue(value).length <= MAX_VALUE_LENGTH,
  );
  return printValue(Object.fromEntries(short.slice(0, MAX_VALUES)));
}

/** Limits for the values that are kept of a long object. */
const MAX_VALUE_LENGTH = 30;
const MAX_VALUES = 4;

/** The model that examples are made of, and how its references are followed. */
export interface ExampleContext {
  readonly model: SchemaModel;
  readonly resolve: ResolveComponent;
  readonly baseUrl: string;
}

/** Limit for an example on one line. */
export const MAX_EXAMPLE_LENGTH = 200;
