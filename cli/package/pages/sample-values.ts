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
  const samples: Record<string, unknown> = {};
  for (const { name, schema, in: location } of parameters) {
    // A sample of an object with this property: its name helps to choose a text.
    const owner: JsonSchema = { type: "object", required: [name], properties: { [name]: schema } };
    const sample = sampleOrNothing(owner, context);
    const value = isMap(sample) ? sample[name] : undefined;
    // An empty list would leave a path without its value.
    const isShort = location === "path" ? typeof value !== "object" : isShallow(value);
    if (!isShort || sample === undefined) return undefined;
    Object.defineProperty(samples, name, { value, enumerable: true });
  }
  return samples;
}

/** Rejects lists of objects and objects of objects, which make poor examples. */
function isShallow(value: unknown): boolean {
  if (value === null) return false;
  if (typeof value !== "object") return true;
  return Object.values(value).every((child) => typeof child !== "object" && child !== null);
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
  const sample = finite === undefined ? {} : finite; // it may be `null`
  const text = printValue(sample);
  if (text.length <= MAX_EXAMPLE_LENGTH) return text;
  if (Array.isArray(sample) || typeof sample !== "object" || sample === null) return "[]";
  const short = Object.entries(sample).filter(([, value]) => printValue(value).length <= 30);
  return printValue(Object.fromEntries(short.slice(0, 4)));
}

/** The model that examples are made of, and how its references are followed. */
export interface ExampleContext {
  readonly model: SchemaModel;
  readonly resolve: ResolveComponent;
  readonly baseUrl: string;
}

/** Limit for an example on one line. */
export const MAX_EXAMPLE_LENGTH = 200;
