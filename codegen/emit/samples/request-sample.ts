/** Prints calls of methods, with the smallest values that fit. */
import { readPlan, type SchemaPlan } from "../../json-schema/plan.js";
import type { JsonSchema } from "../../model/model.js";
import { toValueKey } from "../../model/names.js";
import { type CallParameter, readsSchema } from "../calls/forms.js";
import type { Method } from "../resources/resources.js";
import { createSample, flatten, type SampleSettings } from "./sample.js";

/** Content of a sample file. */
const FILE = 'new Blob(["content"])';

/** Prints the arguments of a method: `"acme", { title: "string" }`. Empty if it needs none. */
export function printSampleArguments(
  { parameter, route }: Method,
  settings: SampleSettings,
): string {
  const { positional, forms, surface } = parameter;
  const [{ call, apart }] = forms;
  const first = positional.map((each) => printSample(each.parameter, settings));
  if (surface) {
    const keys = surface.keys.filter(({ required }) => required);
    return joinArguments(first, printEntries(keys, settings));
  }
  const isNeeded = ({ name, required }: CallParameter): boolean => required && !apart.has(name);
  const named = printEntries(call.named.filter(isNeeded), settings);
  return joinArguments(first, [
    ...(route.needsBaseUrl ? ['baseUrl: "https://api.example.com"'] : []),
    ...printEntries(call.parameters.filter(isNeeded), settings),
    ...(named.length > 0 ? [`parameters: { ${named.join(", ")} }`] : []),
    ...(call.data?.required === true ? [`data: ${printBodySample(call.data, settings)}`] : []),
  ]);
}

function joinArguments(first: readonly string[], entries: readonly string[]): string {
  const object = entries.length === 0 ? [] : [`{ ${entries.join(", ")} }`];
  return [...first, ...object].join(", ");
}

function printBodySample(
  body: NonNullable<Method["parameter"]["call"]["data"]>,
  settings: SampleSettings,
): string {
  if (!readsSchema(body)) return FILE;
  return printSample({ name: "data", schema: body.schema }, settings);
}

function printEntries(
  parameters: readonly CallParameter[],
  settings: SampleSettings,
): readonly string[] {
  return parameters.map((each) => `${toValueKey(each.name)}: ${printSample(each, settings)}`);
}

/** Samples an object with this property, because the name of a property helps to choose its text. */
function printSample(
  { name, schema }: Pick<CallParameter, "name" | "schema">,
  settings: SampleSettings,
): string {
  const owner: JsonSchema = { type: "object", required: [name], properties: { [name]: schema } };
  const sample = createSample(owner, settings) as Readonly<Record<string, unknown>>; // of an object
  return printSampleValue(sample[name], [readPlan(schema)], settings);
}

/** Prints a value as TypeScript on one line, with the values that JSON does not have. */
function printSampleValue(
  value: unknown,
  schemas: readonly SchemaPlan[],
  settings: SampleSettings,
): string {
  const { isFile, valueType, items, firstItems, properties } = flatten(schemas, settings.resolve);
  if (isFile) return FILE;
  if (valueType !== undefined) return printOwnValue(value, valueType);
  if (Array.isArray(value)) {
    const list = value.map((each, index) =>
      printSampleValue(each, firstItems[index] ?? items, settings),
    );
    return `[${list.join(", ")}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, child]) =>
      `${toValueKey(key)}: ${printSampleValue(child, properties.get(key) ?? [], settings)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

function printOwnValue(value: unknown, type: string): string {
  if (type === "bigint") return `${String(value)}n`;
  if (type === "Date") return `new Date(${JSON.stringify(value)})`;
  return `${type}.from(${JSON.stringify(value)})`;
}
