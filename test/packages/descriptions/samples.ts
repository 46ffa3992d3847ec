/** Makes sample values of schemas: with required properties alone, or with all. */
import { type Document, type Json, type JsonMap, listOf, mapOf } from "./document.js";

/** A file in a sample, which no JSON can hold. */
export class FileSample {
  readonly text = "a b";
}

/** Deeper composition is taken for a cycle. */
const MAX_COMPOSITION = 30;

/** Deeper objects have required properties alone, and still deeper ones are cycles. */
const FULL_DEPTH = 3;
const MAX_DEPTH = 12;

/** A text that must be encoded everywhere. */
export const TEXT = "a b&c/d";

/**
 * Makes a value of a schema.
 * @param isForm The value is part of a form, in which files are no texts.
 */
export function sampleOf(
  document: Document,
  schema: Json,
  extent: Extent,
  isForm = false,
  depth = 0,
): Json {
  const shape = shapeOf(document, schema);
  const value = shape.values?.find((each) => each !== null && each !== "") ?? shape.values?.[0];
  if (value !== undefined) return value;
  if (isForm && shape.isFile) return new FileSample();
  const inner = depth >= FULL_DEPTH ? "required" : extent;
  const sample = (part: Json): Json =>
    depth > MAX_DEPTH ? null : sampleOf(document, part, inner, isForm, depth + 1);
  const [type] = shape.types;
  if (type === "integer" || type === "number" || type === "int64") return 7;
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (type === "array" || (type === undefined && shape.items !== undefined))
    return sampleList(shape, inner, sample);
  if (type === "object" || (type === undefined && shape.properties.size > 0))
    return sampleObject(document, shape, inner, sample);
  return type === undefined && shape.additional !== undefined ? {} : TEXT;
}

function sampleList(
  { items = {}, prefixItems, minItems }: Shape,
  extent: Extent,
  sample: Sample,
): readonly Json[] {
  const sampleCount = extent === "everything" ? 2 : 0;
  // More items than a reader of a difference can follow are no better sample.
  const count = Math.max(prefixItems.length, Math.min(minItems, 20), sampleCount);
  const hasItems = items !== false;
  return Array.from({ length: hasItems ? count : prefixItems.length }, (_, index) =>
    sample(prefixItems[index] ?? items),
  );
}

function sampleObject(document: Document, shape: Shape, extent: Extent, sample: Sample): JsonMap {
  const entries = sentProperties(document, shape)
    .filter(([name]) => extent === "everything" || shape.required.has(name))
    .map(([name, schema]) => [name, sample(schema)] as const);
  if (entries.length > 0 || extent === "required") return Object.fromEntries(entries);
  const { additional } = shape;
  return additional === false || shape.properties.size > 0 ? {} : { key: sample(additional ?? {}) };
}

/** Properties of a request, with one schema each: those that are `readOnly` are not sent. */
export function sentProperties(
  document: Document,
  { properties }: Shape,
): readonly (readonly [name: string, schema: Json])[] {
  return [...properties]
    .map(([name, list]) => [name, list.length === 1 ? list[0] : { allOf: list }] as const)
    .filter(([, schema]) => !shapeOf(document, schema).isReadOnly && schema !== false);
}

// ---- Shapes

/** Reads the shape of a schema. */
export function shapeOf(document: Document, schema: Json): Shape {
  const members = [...expand(document, schema, 0)];
  const findValues = (keyword: string): readonly Json[] =>
    members.flatMap(({ keywords }) => (keyword in keywords ? [keywords[keyword]] : []));
  const required = requiredOf(members);
  const [additional] = findValues("additionalProperties");
  return {
    types: intersect(findValues("type")),
    values: valuesOf(findValues("const"), findValues("enum")),
    format: findValues("format")[0],
    isFile: members.some(({ keywords }) => isFile(keywords)),
    isReadOnly: findValues("readOnly").includes(true),
    properties: mergeProperties(document, members, required),
    required,
    alwaysRequired: requiredOf(members.filter(({ isAlternative }) => !isAlternative)),
    isOpen: isOpen(findValues("additionalProperties"), findValues("patternProperties")),
    hasAlternatives: members.some(({ isAlternative }) => isAlternative),
    items: findValues("items")[0],
    prefixItems: findValues("prefixItems").flatMap(listOf),
    minItems: Math.max(0, ...findValues("minItems").map(Number)),
    additional,
  };
}

/** The properties of all members: those that they declare, name as a discriminator, or only require. */
function mergeProperties(
  document: Document,
  members: readonly Member[],
  required: ReadonlySet<string>,
): Shape["properties"] {
  const properties = new Map<string, readonly Json[]>();
  for (const { keywords } of members)
    for (const [name, property] of Object.entries(document.resolve(keywords["properties"])))
      properties.set(name, [...(properties.get(name) ?? []), property]);
  for (const { discriminator } of members) {
    if (discriminator === undefined) continue;
    const { name, value, isMapped } = discriminator;
    const declared = properties.get(name) ?? [];
    if (isMapped || !declared.some((each) => hasValues(document, each)))
      properties.set(name, [{ const: value }, ...declared]);
  }
  for (const name of required) if (!properties.has(name)) properties.set(name, [{}]);
  return properties;
}

function requiredOf(members: readonly Member[]): ReadonlySet<string> {
  return new Set(members.flatMap(({ keywords }) => listOf(keywords["required"]).map(String)));
}

/** The schema, the members of its `allOf`, and the first alternative that is not `null`. */
function* expand(
  document: Document,
  schema: Json,
  depth: number,
  isAlternative = false,
): Generator<Member> {
  if (depth > MAX_COMPOSITION) return;
  const { allOf, oneOf, anyOf, ...keywords } = document.resolve(schema);
  yield { keywords, isAlternative };
  for (const member of listOf(allOf)) yield* expand(document, member, depth + 1, isAlternative);
  for (const list of [oneOf, anyOf]) {
    const chosen = listOf(list).find((each) => isUsable(document, each));
    if (chosen === undefined) continue;
    const isOne = listOf(list).filter((each) => isUsable(document, each)).length === 1;
    yield* expand(document, chosen, depth + 1, isAlternative || !isOne);
    const discriminator = discriminatorOf(keywords["discriminator"], chosen);
    if (discriminator) yield { keywords: {}, isAlternative: true, discriminator };
  }
}

function isUsable(document: Document, schema: Json): boolean {
  if (schema === false) return false;
  const { type, enum: values } = document.resolve(schema);
  return type !== "null" && !(listOf(values).length === 1 && listOf(values)[0] === null);
}

function hasValues(document: Document, schema: Json): boolean {
  return shapeOf(document, schema).values !== undefined;
}

function discriminatorOf(discriminator: Json, chosen: Json): Discriminator | undefined {
  const { propertyName, mapping } = mapOf(discriminator);
  const reference = mapOf(chosen)["$ref"];
  if (typeof propertyName !== "string" || typeof reference !== "string") return undefined;
  const nameOf = (target: Json): string => String(target).replace(/^.*[/#]/, "");
  const mapped = Object.entries(mapOf(mapping)).find(
    ([, target]) => nameOf(target) === nameOf(reference),
  );
  return {
    name: propertyName,
    value: mapped?.[0] ?? nameOf(reference),
    isMapped: mapped !== undefined,
  };
}

/** The types that all members allow, `null` last. */
function intersect(lists: readonly Json[]): readonly string[] {
  const [first = [], ...others] = lists.map((list) => [list].flat().map(String));
  const common = first.filter((type) =>
    others.every((each) => each.includes(type) || (type === "integer" && each.includes("number"))),
  );
  return [...common].sort((a, b) => Number(a === "null") - Number(b === "null"));
}

function valuesOf(constants: readonly Json[], lists: readonly Json[]): readonly Json[] | undefined {
  // An empty list, which allows no value, is a mistake that says nothing.
  const [values, ...others] = lists.map(listOf).filter((list) => list.length > 0);
  const common = values?.filter((value) => others.every((each) => each.includes(value)));
  // The constant may be that of an alternative which the lists rule out.
  const constant = constants.find((value) => common === undefined || common.includes(value));
  return constant === undefined ? common : [constant];
}

function isFile({ type, format, contentMediaType, contentEncoding }: JsonMap): boolean {
  if (type === "file" || format === "binary" || contentEncoding === "binary") return true;
  return contentMediaType !== undefined && contentEncoding === undefined;
}

function isOpen(additional: readonly Json[], patterns: readonly Json[]): boolean {
  return patterns.length > 0 || additional.some((each) => each !== false);
}

// ---- Types

/** The properties of a sample. */
export type Extent = "required" | "everything";

/** The parts of a schema that decide a sample, with references and `allOf` resolved. */
export interface Shape {
  readonly types: readonly string[];
  readonly values: readonly Json[] | undefined;
  readonly format: Json;
  readonly isFile: boolean;
  readonly isReadOnly: boolean;
  /**
   * A property has several schemas where members of `allOf` name it several times. One that is
   * required and declared nowhere allows any value.
   */
  readonly properties: ReadonlyMap<string, readonly Json[]>;
  readonly required: ReadonlySet<string>;
  /** Required whichever alternative of `oneOf` or `anyOf` is taken. */
  readonly alwaysRequired: ReadonlySet<string>;
  readonly isOpen: boolean;
  readonly hasAlternatives: boolean;
  readonly items: Json;
  readonly prefixItems: readonly Json[];
  readonly minItems: number;
  readonly additional: Json;
}

/** One schema of a composition, without its references and compositions. */
interface Member {
  readonly keywords: JsonMap;
  readonly isAlternative: boolean;
  readonly discriminator?: Discriminator;
}

/** The property that names the chosen alternative. */
interface Discriminator {
  readonly name: string;
  readonly value: Json;
  /** `mapping` has the value. Without it, the schema's name is the value, if no `enum` says another. */
  readonly isMapped: boolean;
}

/** Makes a value of a schema inside another one. */
type Sample = (schema: Json) => Json;
