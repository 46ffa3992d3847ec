/** Validates payloads by ajv, which knows nothing of this generator: a second opinion on its schemas. */
import { Ajv, type ErrorObject } from "ajv";
import type { JsonSchema, SchemaModel } from "../model/model.js";

/** Prefix that turns a `$ref` of the model into a URI for ajv. */
const ROOT = "schema:///";

/**
 * Creates a validator for each payload, by `<event>` or `<event>.<action>`. It is compiled at its first
 * use. Formats are not checked, because real deliveries violate them.
 */
export function createValidators(model: SchemaModel): ReadonlyMap<string, CheckPayload> {
  const ajv = new Ajv({
    strict: false,
    validateFormats: false,
    allErrors: true,
    // Each validator runs a few times only: what makes ajv's code faster costs more than it saves.
    code: { optimize: false },
    inlineRefs: false,
  });
  for (const [file, schemas] of componentFiles(model)) ajv.addSchema(schemas, `${ROOT}${file}`);
  const payloads = listPayloads(model);
  return new Map(payloads.map(([name, schema]) => [name, createPayloadCheck(ajv, schema)]));
}

/** Lists the described payloads, by `<event>` or `<event>.<action>`. */
export function listPayloads(model: SchemaModel): readonly (readonly [string, JsonSchema])[] {
  return model.events.flatMap(({ name, payload, actions }) => [
    ...(payload === undefined ? [] : [[name, payload] as const]),
    ...actions.flatMap((action) =>
      action.payload === undefined ? [] : [[`${name}.${action.name}`, action.payload] as const],
    ),
  ]);
}

function componentFiles(model: SchemaModel): ReadonlyMap<string, Record<string, unknown>> {
  const files = new Map<string, Record<string, unknown>>();
  for (const { name, schema, source } of model.components) {
    const file = files.get(source.file) ?? {};
    file[name] = withAddresses(schema);
    files.set(source.file, file);
  }
  return files;
}

function createPayloadCheck(ajv: Ajv, schema: JsonSchema): CheckPayload {
  let validate: ReturnType<Ajv["compile"]> | undefined;
  return (payload) => {
    validate ??= ajv.compile(withAddresses(schema));
    return validate(payload) === true ? [] : (validate.errors ?? []);
  };
}

function withAddresses(schema: JsonSchema): JsonSchema {
  return rewriteReferences(schema) as JsonSchema; // a copy of a schema
}

function rewriteReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewriteReferences);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, child]: [string, unknown]) => {
    // A text, because among the `properties` of a schema the same key has the schema of a property.
    if (key === "$ref" && typeof child === "string") return [key, `${ROOT}${child}`];
    return [key, rewriteReferences(child)];
  });
  return Object.fromEntries(entries);
}

/** Returns the errors of a payload; empty if it is valid. */
export type CheckPayload = (payload: unknown) => readonly ErrorObject[];
