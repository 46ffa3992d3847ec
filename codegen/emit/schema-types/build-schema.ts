/** Builds reduced schemas out of others: objects of their members, and unions with types that are written as they are. */
import type { PlainSchema, WrittenType } from "./types.js";

/** An object with some members, and with others if there is a schema for them. */
export function toObjectSchema(
  members: readonly PlainMember[],
  additionalProperties: PlainSchema = false,
): { readonly [keyword: string]: unknown } {
  return {
    type: "object",
    properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
    required: members.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties,
  };
}

/** Adds a type to a schema, whose comment moves to the union of both. */
export function orType(type: WrittenType, schema: PlainSchema): PlainSchema {
  if (typeof schema === "boolean") return schema;
  const { description, deprecated, ...inner } = schema;
  return {
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    anyOf: [inner, type],
  };
}

/** The type of a member that is left out. */
export const UNDEFINED: WrittenType = { tsType: "undefined" };

/** Replaces the comment. */
export function withDescription(schema: PlainSchema, description: string): PlainSchema {
  if (typeof schema === "boolean") return schema ? { tsType: "unknown", description } : schema;
  return { ...schema, description };
}

/** A member of an object. */
export interface PlainMember {
  readonly name: string;
  readonly schema: PlainSchema;
  readonly isRequired: boolean;
}
