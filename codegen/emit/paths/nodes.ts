/** The types of `paths.ts` as trees, and their text. */
import type { JsonMap } from "../../model/json.js";
import type { Memo } from "../../model/memo.js";
import type { JsonSchema } from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import { toDocComment } from "../print/print.js";
import type { Doc } from "../print/types.js";
import { type CompiledType, compileTypes } from "../schema-types/compile-types.js";
import { toPlainSchema } from "../schema-types/plain-schema.js";
import { indentType, printKey } from "./print-types.js";

/** A type: that of a schema, an object with members, or one that is written as it is. */
export type TypeNode =
  | { readonly kind: "schema"; readonly schema: JsonSchema }
  | {
      readonly kind: "object";
      readonly members: readonly Member[];
      readonly hasOtherNames?: boolean;
    }
  | { readonly kind: "text"; readonly text: string };

/** A member of an object type. */
export interface Member {
  readonly name: string;
  readonly node: TypeNode;
  readonly isOptional?: boolean;
  /** The object whose texts are the comment. */
  readonly described?: JsonMap;
}

export const NEVER: TypeNode = { kind: "text", text: "never" };
export const UNKNOWN: TypeNode = { kind: "text", text: "unknown" };

/** An object with these members alone. */
export function objectOf(members: readonly Member[]): TypeNode {
  return { kind: "object", members };
}

/** Makes the types of all schemas of some trees. */
export async function compileNodes(nodes: readonly TypeNode[], memo: Memo): Promise<NodeTypes> {
  const schemas = [...new Set(nodes.flatMap((node) => [...schemasOf(node)]))];
  const namedSchemas = schemas.map((schema, index) => ({
    name: String(index),
    plainSchema: toPlainSchema(schema, (ref) => ref, false),
  }));
  const types = await compileTypes(namedSchemas, memo);
  return new Map(schemas.map((schema, index) => [schema, nameOf(types, String(index))]));
}

/** The compiled type of each schema in some trees. */
export type NodeTypes = ReadonlyMap<JsonSchema, CompiledType>;

function* schemasOf(node: TypeNode): Generator<JsonSchema> {
  if (node.kind === "schema") yield node.schema;
  if (node.kind === "object") for (const member of node.members) yield* schemasOf(member.node);
}

/** Prints the type of a node. */
export function printNode(node: TypeNode, types: NodeTypes, depth = 1): string {
  if (node.kind === "text") return node.text;
  if (node.kind === "schema") return indentType(types.get(node.schema)?.text ?? "unknown", depth);
  const space = "  ".repeat(depth);
  const lines = node.members.map(({ name, node: inner, isOptional, described }) => {
    const comment = toDocComment(docOf(described)).replace(/^/gm, space);
    const key = printKey(name) + (isOptional ? "?" : "");
    return `${comment.trim() === "" ? "" : `${comment}\n`}${space}${key}: ${printNode(inner, types, depth + 1)};`;
  });
  const indexLine = node.hasOtherNames ? [`${space}[name: string]: unknown;`] : [];
  return `{\n${[...lines, ...indexLine].join("\n")}\n${"  ".repeat(depth - 1)}}`;
}

function docOf({ summary, description, deprecated }: JsonMap = {}): Doc {
  const texts = [summary, description].filter((text) => typeof text === "string" && text !== "");
  return {
    text: texts.length === 0 ? undefined : texts.join("\n\n"),
    deprecated: deprecated === true,
  };
}
