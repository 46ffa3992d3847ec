import type { PlainSchema } from "./plain-schema.js";
import { printSchemaType, type SchemaType } from "./schema-type.js";

type Keywords = Exclude<PlainSchema, boolean>;

/**
 * Reads the type of a schema. A value satisfies all keywords, so several of them are an
 * intersection. An object without `additionalProperties` has no others; a schema that says nothing
 * of the kind of a value is an object of anything.
 */
export function readSchemaType(schema: PlainSchema): SchemaType {
  if (typeof schema === "boolean") return schema ? { kind: "unknown" } : textOf("never");
  const { tsType, allOf } = schema;
  const comment = readComment(schema);
  if (typeof tsType === "string") return { ...textOf(tsType), ...comment };
  const own = listParts(schema);
  const [only] = own;
  if (allOf === undefined && own.length === 1 && only !== undefined) {
    return only.kind === "unknown" ? only : { ...only, ...comment };
  }
  const type = combine("intersection", [...schemasOf(allOf).map(readSchemaType), ...own]);
  return type.kind === "unknown" ? type : { ...type, ...comment };
}

function readComment({
  description,
  deprecated,
}: Keywords): Pick<SchemaType, "comment" | "deprecated"> {
  return {
    ...(typeof description === "string" && { comment: description }),
    ...(deprecated === true && { deprecated }),
  };
}

/** What the keywords of a schema say, apart from `allOf`. */
function listParts(schema: Keywords): readonly SchemaType[] {
  const { type, anyOf, oneOf, items, allOf } = schema;
  if (Object.keys(schema).length === 0) return [{ kind: "unknown" }];
  const scalar = typeof type === "string" ? SCALARS.get(type) : undefined;
  const isList = type === "array" || (type === undefined && items !== undefined);
  const isObject = (type === undefined || type === "object") && "properties" in schema;
  const parts = [
    ...(anyOf === undefined ? [] : [readUnion(schemasOf(anyOf))]),
    ...(scalar === undefined ? [] : [textOf(scalar)]),
    ...(oneOf === undefined ? [] : [readUnion(schemasOf(oneOf))]),
    ...(isList && items !== undefined ? [readList(schema)] : []),
    ...(Array.isArray(type) ? [readTypes(schema, type)] : []),
    ...(Array.isArray(schema["enum"]) ? [readValues(schema["enum"])] : []),
    ...(isObject ? [readObject(schema)] : []),
    ...(isList && items === undefined
      ? [{ kind: "list", item: { kind: "unknown" } } as const]
      : []),
  ];
  return parts.length === 0 && allOf === undefined ? [readObject(schema)] : parts;
}

const SCALARS: ReadonlyMap<string, string> = new Map([
  ["boolean", "boolean"],
  ["integer", "number"],
  ["null", "null"],
  ["number", "number"],
  ["string", "string"],
]);

function readUnion(members: readonly PlainSchema[]): SchemaType {
  return combine("union", members.map(readSchemaType));
}

function readValues(values: readonly unknown[]): SchemaType {
  return combine(
    "union",
    values.map((value) => textOf(JSON.stringify(value))),
  );
}

/** Each of several types, with the keywords that apply to it. */
function readTypes(
  { allOf: _allOf, description: _description, ...keywords }: Keywords,
  types: readonly unknown[],
): SchemaType {
  return readUnion(types.map((type) => ({ ...keywords, type })));
}

function readList({ items, additionalItems }: Keywords): SchemaType {
  if (!Array.isArray(items)) return { kind: "list", item: readSchemaType(items as PlainSchema) };
  const hasOthers = additionalItems !== undefined && additionalItems !== false;
  return {
    kind: "tuple",
    items: schemasOf(items).map(readSchemaType),
    ...(hasOthers && { rest: readSchemaType(additionalItems as PlainSchema) }),
  };
}

function readObject(schema: Keywords): SchemaType {
  const { type, properties, required, additionalProperties } = schema;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = Object.entries((properties ?? {}) as Readonly<Record<string, PlainSchema>>);
  const isDescribed = type === "object" || properties !== undefined;
  const others = (additionalProperties ?? !isDescribed) as PlainSchema;
  return {
    kind: "object",
    members: members.map(([name, property]) => ({
      name,
      isRequired: names.includes(name),
      type: readSchemaType(property),
    })),
    ...(others !== false && { others: readSchemaType(others) }),
  };
}

/** Leaves out members that change nothing. */
function combine(kind: "union" | "intersection", all: readonly SchemaType[]): SchemaType {
  const known = all.filter((member) => member.kind !== "unknown");
  if (known.length < all.length && (kind === "union" || known.length === 0)) {
    return { kind: "unknown" };
  }
  const byText = new Map(known.map((member) => [printSchemaType(member, "in a type"), member]));
  return { kind, members: [...byText.values()] };
}

function textOf(text: string): SchemaType {
  return { kind: "text", text };
}

function schemasOf(value: unknown): readonly PlainSchema[] {
  return Array.isArray(value) ? (value as readonly PlainSchema[]) : []; // so `toPlainSchema` writes them
}
