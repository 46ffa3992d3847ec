/** Sample calls of methods as code, with the smallest values that fit. */
import { readPlan, type SchemaPlan } from "../../json-schema/plan.js";
import type { Body, JsonSchema } from "../../model/model.js";
import { toValueKey } from "../../model/names.js";
import { readsSchema } from "../calls/body-schemas.js";
import type { CallParameter } from "../calls/forms.js";
import type { Method } from "../resources/resource-methods.js";
import { SAMPLE_BASE_URL, SAMPLE_CONTENT, sampleProperty } from "./call-values.js";
import { flatten } from "./flat-schema.js";
import type { SampleSettings } from "./sample.js";

/** Prints the arguments of a method: `"acme", { title: "string" }`. Empty if it needs none. */
export function printSampleArguments(method: Method, settings: SampleSettings): string {
  const positional = method.parameter.positional.map(({ parameter: { name, schema } }) =>
    printProperty(name, schema, settings),
  );
  const entries = method.parameter.surface
    ? printEntries(method.parameter.surface.keys, settings)
    : printFormEntries(method, settings);
  const object = entries.length === 0 ? [] : [`{ ${entries.join(", ")} }`];
  return [...positional, ...object].join(", ");
}

/** The entries of the object of parameters, in the first form of a call. */
function printFormEntries(
  { parameter, route }: Method,
  settings: SampleSettings,
): readonly string[] {
  const [{ call, positionalNames }] = parameter.forms;
  const isInObject = ({ name }: CallParameter): boolean => !positionalNames.has(name);
  const nested = printEntries(call.nested.filter(isInObject), settings);
  return [
    ...(route.needsBaseUrl ? [`baseUrl: ${JSON.stringify(SAMPLE_BASE_URL)}`] : []),
    ...printEntries(call.parameters.filter(isInObject), settings),
    ...(nested.length > 0 ? [`parameters: { ${nested.join(", ")} }`] : []),
    ...(call.data?.required === true ? [`data: ${printBody(call.data, settings)}`] : []),
  ];
}

/** The parameters that are required. */
function printEntries(
  parameters: readonly CallParameter[],
  settings: SampleSettings,
): readonly string[] {
  return parameters
    .filter(({ required }) => required)
    .map(({ name, schema }) => `${toValueKey(name)}: ${printProperty(name, schema, settings)}`);
}

// ---- Values

const FILE = `new Blob([${JSON.stringify(SAMPLE_CONTENT)}])`;

function printBody(body: Body, settings: SampleSettings): string {
  return readsSchema(body) ? printProperty("data", body.schema, settings) : FILE;
}

function printProperty(name: string, schema: JsonSchema, settings: SampleSettings): string {
  return printWithPlans(sampleProperty(name, schema, settings), [readPlan(schema)], settings);
}

/**
 * Prints a value as TypeScript on one line, with the values that JSON does not have.
 * @param plans The value satisfies all of them.
 */
function printWithPlans(
  value: unknown,
  plans: readonly SchemaPlan[],
  settings: SampleSettings,
): string {
  const { isFile, valueType, items, firstItems, properties } = flatten(plans, settings.resolve);
  if (isFile) return FILE;
  if (valueType !== undefined) return printValueOfType(value, valueType);
  if (Array.isArray(value)) {
    const list = value.map((each, index) =>
      printWithPlans(each, firstItems[index] ?? items, settings),
    );
    return `[${list.join(", ")}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, child]) =>
      `${toValueKey(key)}: ${printWithPlans(child, properties.get(key) ?? [], settings)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** @param type One that JSON does not have. */
function printValueOfType(value: unknown, type: string): string {
  if (type === "bigint") return `${String(value)}n`;
  if (type === "Date") return `new Date(${JSON.stringify(value)})`;
  return `${type}.from(${JSON.stringify(value)})`;
}
