/** The parameters of a sample call, with the smallest values that fit, as the request builder takes them. */
import { readPlan, type SchemaPlan } from "../../json-schema/plan.js";
import type { Body, JsonSchema } from "../../model/model.js";
import { readsSchema } from "../calls/body-schemas.js";
import type { CallParameter } from "../calls/forms.js";
import type { Method } from "../resources/resource-methods.js";
import { flatten } from "./flat-schema.js";
import { createSample, type SampleSettings } from "./sample.js";

/** The address of a route whose own is not known. */
export const SAMPLE_BASE_URL = "https://api.example.com";

/** The content of a sample file. */
export const SAMPLE_CONTENT = "content";

/** Samples the parameters that a route requires. A file is a `Blob`. */
export function sampleParameters(
  { parameter, route }: Method,
  settings: SampleSettings,
): Readonly<Record<string, unknown>> {
  const { parameters, nested, data } = parameter.forms[0].call;
  const sampleRequired = (list: readonly CallParameter[]): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      list
        .filter(({ required }) => required)
        .map(({ name, schema }) => [name, sampleWithFiles(name, schema, settings)]),
    );
  const nestedSamples = sampleRequired(nested);
  return {
    ...(route.needsBaseUrl && { baseUrl: SAMPLE_BASE_URL }),
    ...sampleRequired(parameters),
    ...(Object.keys(nestedSamples).length > 0 && { parameters: nestedSamples }),
    ...(data?.required === true && { data: sampleBody(data, settings) }),
  };
}

function sampleBody(body: Body, settings: SampleSettings): unknown {
  return readsSchema(body) ? sampleWithFiles("data", body.schema, settings) : createFile();
}

/** Samples an object with this property, because the name of a property helps to choose its text. */
export function sampleProperty(
  name: string,
  schema: JsonSchema,
  settings: SampleSettings,
): unknown {
  const owner: JsonSchema = { type: "object", required: [name], properties: { [name]: schema } };
  const sample = createSample(owner, settings) as Readonly<Record<string, unknown>>; // of an object
  return sample[name];
}

// ---- Files

function sampleWithFiles(name: string, schema: JsonSchema, settings: SampleSettings): unknown {
  return replaceFiles(sampleProperty(name, schema, settings), [readPlan(schema)], settings);
}

/** Puts files in the place of the texts that JSON has for them. */
function replaceFiles(
  value: unknown,
  plans: readonly SchemaPlan[],
  settings: SampleSettings,
): unknown {
  const { isFile, items, firstItems, properties } = flatten(plans, settings.resolve);
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

function createFile(): Blob {
  return new Blob([SAMPLE_CONTENT]);
}
