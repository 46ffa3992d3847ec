/** Samples of calls, with the smallest values that fit: of methods as code, of routes as values. */
import { readPlan, type SchemaPlan } from "../../json-schema/plan.js";
import type { JsonSchema } from "../../model/model.js";
import { toValueKey } from "../../model/names.js";
import { type CallParameter, readsSchema } from "../calls/forms.js";
import type { Method } from "../resources/resources.js";
import { flatten } from "./flat-schema.js";
import { createSample, type SampleSettings } from "./sample.js";

/** Content of a sample file. */
const FILE = 'new Blob(["content"])';

/** Prints the arguments of a method: `"acme", { title: "string" }`. Empty if it needs none. */
export function printSampleArguments(
  { parameter, route }: Method,
  settings: SampleSettings,
): string {
  const { positional, forms, surface } = parameter;
  const [{ call, positionalNames }] = forms;
  const first = positional.map((each) => printSample(each.parameter, settings));
  if (surface) {
    const keys = surface.keys.filter(({ required }) => required);
    return joinArguments(first, printEntries(keys, settings));
  }
  const isNeeded = ({ name, required }: CallParameter): boolean =>
    required && !positionalNames.has(name);
  const named = printEntries(call.named.filter(isNeeded), settings);
  return joinArguments(first, [
    ...(route.needsBaseUrl ? ['baseUrl: "https://api.example.com"'] : []),
    ...printEntries(call.parameters.filter(isNeeded), settings),
    ...(named.length > 0 ? [`parameters: { ${named.join(", ")} }`] : []),
    ...(call.data?.required === true ? [`data: ${printBodySample(call.data, settings)}`] : []),
  ]);
}

/** Samples the parameters that a route requires, as the request builder takes them. A file is a `Blob`. */
export function sampleParameters(
  { parameter, route }: Method,
  settings: SampleSettings,
): Readonly<Record<string, unknown>> {
  const { parameters, named, data } = parameter.forms[0].call;
  const sampleAll = (callParameters: readonly CallParameter[]): Record<string, unknown> =>
    Object.fromEntries(
      callParameters
        .filter(({ required }) => required)
        .map((callParameter) => [callParameter.name, sampleWithFiles(callParameter, settings)]),
    );
  const inside = sampleAll(named);
  return {
    ...(route.needsBaseUrl && { baseUrl: "https://api.example.com" }),
    ...sampleAll(parameters),
    ...(Object.keys(inside).length > 0 && { parameters: inside }),
    ...(data?.required === true && { data: sampleBody(data, settings) }),
  };
}

function sampleBody(
  body: NonNullable<Method["parameter"]["call"]["data"]>,
  settings: SampleSettings,
): unknown {
  if (!readsSchema(body)) return createFile();
  return sampleWithFiles({ name: "data", schema: body.schema }, settings);
}

function createFile(): Blob {
  return new Blob(["content"]);
}

function sampleWithFiles(
  { name, schema }: Pick<CallParameter, "name" | "schema">,
  settings: SampleSettings,
): unknown {
  return replaceFiles(sampleNamed(name, schema, settings), [readPlan(schema)], settings);
}

/** Puts files in the place of the texts that JSON has for them. */
function replaceFiles(
  value: unknown,
  schemas: readonly SchemaPlan[],
  settings: SampleSettings,
): unknown {
  const { isFile, items, firstItems, properties } = flatten(schemas, settings.resolve);
  if (isFile) return createFile();
  if (Array.isArray(value))
    return value.map((item, index) => replaceFiles(item, firstItems[index] ?? items, settings));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      replaceFiles(child, properties.get(key) ?? [], settings),
    ]),
  );
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
  return parameters.map(
    (parameter) => `${toValueKey(parameter.name)}: ${printSample(parameter, settings)}`,
  );
}

function printSample(
  { name, schema }: Pick<CallParameter, "name" | "schema">,
  settings: SampleSettings,
): string {
  return printSampleValue(sampleNamed(name, schema, settings), [readPlan(schema)], settings);
}

/** Samples an object with this property, because the name of a property helps to choose its text. */
function sampleNamed(name: string, schema: JsonSchema, settings: SampleSettings): unknown {
  const owner: JsonSchema = { type: "object", required: [name], properties: { [name]: schema } };
  const sample = createSample(owner, settings) as Readonly<Record<string, unknown>>; // of an object
  return sample[name];
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
