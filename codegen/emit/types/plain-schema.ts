import { type JsonSchema, type JsonSchemaObject, knownValues } from "../../model.js";
import { escapeComment } from "../escape.js";

/** From the `$ref` of a component to the name of its type. */
export type RefName = (ref: string) => string;

/**
 * A JSON Schema of the few keywords that shape a type. References have become type names, titles
 * are gone (they would turn into names of their own), and whatever json-schema-to-typescript
 * would read as an instruction to itself cannot get through.
 */
export type PlainSchema = boolean | { readonly [keyword: string]: unknown };

/**
 * Reduces a schema to what shapes a type.
 * @param isSent Of what a call is given: a time may be a `Date`, which is sent as the text that it
 *   is received as.
 */
export function toPlainSchema(schema: JsonSchema, refName: RefName, isSent = false): PlainSchema {
  if (typeof schema === "boolean") return schema;
  const annotations = readAnnotations(schema);
  if (typeof schema["$ref"] === "string") {
    return orNull(schema, { tsType: refName(schema["$ref"]) }, annotations);
  }
  return orNull(schema, toShape(schema, refName, isSent), annotations);
}

/** The schemas directly inside a schema, in every position that shapes its type. */
export function childSchemas(schema: JsonSchemaObject): readonly JsonSchema[] {
  const children: JsonSchema[] = [];
  for (const key of ["properties", "patternProperties"]) {
    if (key in schema) children.push(...Object.values(mapOf(schema[key])));
  }
  for (const key of ["allOf", "anyOf", "oneOf", "items"]) {
    if (key in schema) children.push(...listOf(schema[key]));
  }
  for (const key of ["items", "additionalProperties"]) {
    if (isSchema(schema[key])) children.push(schema[key]);
  }
  return children;
}

/** Changes a schema directly inside another; the step is none for a member of a composition. */
export type ChangeChild = (child: JsonSchema, step: Step | undefined) => JsonSchema;

/** How a schema inside another is reached. */
export type Step = { readonly property: string } | "item" | "value";

/** A copy with every schema of {@link childSchemas} changed. */
export function mapChildSchemas(schema: JsonSchemaObject, change: ChangeChild): JsonSchemaObject;
export function mapChildSchemas(schema: JsonSchema, change: ChangeChild): JsonSchema;
export function mapChildSchemas(schema: JsonSchema, change: ChangeChild): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const changed: { [keyword: string]: unknown } = { ...schema };
  for (const keyword of ["properties", "patternProperties"]) {
    if (!isRecord(schema[keyword])) continue;
    const entries = Object.entries(schema[keyword]).map(([property, child]) => {
      return [property, isSchema(child) ? change(child, { property }) : child];
    });
    changed[keyword] = Object.fromEntries(entries);
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    if (Array.isArray(schema[keyword]))
      changed[keyword] = listOf(schema[keyword]).map((child) => change(child, undefined));
  }
  for (const [keyword, step] of [
    ["items", "item"],
    ["additionalProperties", "value"],
  ] as const) {
    const child = schema[keyword];
    if (isSchema(child)) changed[keyword] = change(child, step);
    else if (Array.isArray(child))
      changed[keyword] = listOf(child).map((each) => change(each, step));
  }
  return changed;
}

/** Narrows a value from YAML to a schema. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isRecord(value);
}

/** The named schemas of `properties` and the like. */
export function mapOf(value: unknown): { readonly [name: string]: JsonSchema } {
  if (!isRecord(value)) return {};
  if (isMapOfSchemas(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1])),
  );
}

function isMapOfSchemas(map: object): map is { readonly [name: string]: JsonSchema } {
  return Object.values(map).every(isSchema);
}

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `null` is allowed by `nullable` (OpenAPI 3.0) and by a list of types (JSON Schema). */
function orNull(schema: JsonSchemaObject, shape: PlainSchema, annotations: object): PlainSchema {
  const inner = typeof shape === "boolean" ? {} : shape;
  if (!allowsNull(schema)) return { ...inner, ...annotations };
  return { ...annotations, anyOf: [inner, { type: "null" }] };
}

/** Whether `null` is allowed beside what the schema describes. */
export function allowsNull(schema: JsonSchemaObject): boolean {
  if (Array.isArray(schema["enum"]) && schema["enum"].includes(null)) return false;
  if (schema["nullable"] === true) return schema["type"] !== "null";
  const type = schema["type"];
  return Array.isArray(type) && type.length > 1 && type.includes("null");
}

/** Whether a schema is that of a time, as text in ISO 8601. */
export function isDateTime(schema: JsonSchema): boolean {
  if (typeof schema === "boolean") return false;
  return schema["format"] === "date-time" && typeOf(schema).type === "string";
}

function toShape(schema: JsonSchemaObject, refName: RefName, isSent: boolean): PlainSchema {
  if ("const" in schema) return { enum: [schema["const"]] };
  if (Array.isArray(schema["enum"])) return { enum: schema["enum"] };
  if (isOpenText(schema)) return { tsType: printOpenText(schema[knownValues]) };
  if (isSent && isDateTime(schema)) return { tsType: "(string | Date)" };
  const nested = (child: JsonSchema): PlainSchema => toPlainSchema(child, refName, isSent);
  const shape = {
    ...typeOf(schema),
    ...objectShape(schema, nested),
    ...arrayShape(schema, nested),
    ...compositionShape(schema, nested),
  };
  return isBareObject(shape) ? { ...shape, additionalProperties: {} } : shape;
}

type OpenText = JsonSchemaObject & { readonly [knownValues]: readonly string[] };

function isOpenText(schema: JsonSchemaObject): schema is OpenText {
  const values = schema[knownValues];
  const isText = Array.isArray(values) && values.every((value) => typeof value === "string");
  return isText && typeOf(schema).type === "string";
}

/** Any text, but editors complete the known ones: a union with `string` itself would swallow them. */
function printOpenText(values: readonly string[]): string {
  return `(${[...values.map((value) => JSON.stringify(value)), "(string & {})"].join(" | ")})`;
}

function typeOf(schema: JsonSchemaObject): { readonly type?: unknown } {
  const type = schema["type"];
  if (!Array.isArray(type)) return type === undefined ? {} : { type };
  const rest = type.filter((name) => name !== "null");
  if (rest.length === 0) return { type: "null" };
  return { type: rest.length === 1 ? rest[0] : rest };
}

type Nested = (schema: JsonSchema) => PlainSchema;

function objectShape(schema: JsonSchemaObject, nested: Nested): object {
  const shape: { [keyword: string]: unknown } = {};
  for (const keyword of ["properties", "patternProperties"]) {
    if (isRecord(schema[keyword])) shape[keyword] = mapValues(mapOf(schema[keyword]), nested);
  }
  if (Array.isArray(schema["required"])) shape["required"] = schema["required"];
  const additional = schema["additionalProperties"];
  if (isSchema(additional)) {
    shape["additionalProperties"] =
      typeof additional === "boolean" ? additional : nested(additional);
  }
  return shape;
}

function arrayShape(schema: JsonSchemaObject, nested: Nested): object {
  const items = schema["items"];
  if (Array.isArray(items)) return { items: listOf(items).map(nested) };
  return isSchema(items) ? { items: nested(items) } : {};
}

/** Members that only say which properties are required narrow nothing that a type can tell. */
function compositionShape(schema: JsonSchemaObject, nested: Nested): object {
  const shape: { [keyword: string]: unknown } = {};
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    if (!(keyword in schema)) continue;
    const members = listOf(schema[keyword]);
    const telling = members.filter((member) => !isVacuous(member));
    const dropsSome = telling.length < members.length;
    const isKept = keyword === "allOf" ? telling.length > 0 : !dropsSome && telling.length > 0;
    if (isKept) shape[keyword] = telling.map(nested);
  }
  return shape;
}

const vacuousKeywords: ReadonlySet<string> = new Set([
  ...["required", "not", "if", "then", "else", "title", "description"],
  ...["minProperties", "maxProperties", "dependentRequired"],
]);

function isVacuous(schema: JsonSchema): boolean {
  if (typeof schema === "boolean") return schema;
  const keywords = Object.keys(schema).filter((keyword) => keyword !== "type");
  const isTyped = schema["type"] !== undefined && schema["type"] !== "object";
  return (
    !isTyped && keywords.length > 0 && keywords.every((keyword) => vacuousKeywords.has(keyword))
  );
}

/** An object of which nothing is said may hold anything. */
function isBareObject(shape: { readonly [keyword: string]: unknown }): boolean {
  const telling = ["properties", "patternProperties", "additionalProperties"];
  const composed = ["allOf", "anyOf", "oneOf"];
  return shape["type"] === "object" && ![...telling, ...composed].some((key) => key in shape);
}

function readAnnotations(schema: JsonSchemaObject): { description?: string; deprecated?: true } {
  const parts = [describe(schema["description"]), describeDefault(schema["default"])];
  const description = parts.filter((part) => part !== "").join("\n\n");
  return {
    ...(description === "" ? {} : { description }),
    ...(schema["deprecated"] === true ? { deprecated: true } : {}),
  };
}

function describe(description: unknown): string {
  return typeof description === "string" ? escapeComment(description) : "";
}

function describeDefault(value: unknown): string {
  return value === undefined ? "" : escapeComment(`Default: \`${JSON.stringify(value)}\``);
}

function mapValues<From, To>(
  map: { readonly [key: string]: From },
  convert: (value: From) => To,
): { readonly [key: string]: To } {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, convert(value)]));
}
