/**
 * The way from a schema to the text of its type:
 *
 * 1. `toPlainSchema` keeps the keywords that determine a type. A reference becomes a type's name.
 * 2. `compileTypes` makes the types of all schemas in one call of json-schema-to-typescript.
 * 3. Emitters put a name and a comment before each type (`print/print.ts`).
 * 4. Prettier formats the file (`print/file.ts`).
 */
import type { ts as compiler } from "ts-morph";
import type { Memo } from "../../model/memo.js";
import type { TypeText } from "../print/types.js";
import type { PlainSchema } from "./plain-schema.js";

/**
 * Makes the types of schemas, by name. Schemas hold no references, so that a type depends on its own
 * schema alone and the memo can keep it.
 */
export async function compileTypes(
  schemas: readonly NamedSchema[],
  memo: Memo,
): Promise<CompiledTypes> {
  const inputs = schemas.map(({ name, plainSchema: schema }) => ({
    name,
    schema,
    text: JSON.stringify(schema),
  }));
  const types = new Map<string, string>();
  const missing = new Map<string, PlainSchema>();
  for (const { schema, text } of inputs) {
    const known = memo.recall("type", text);
    if (known === undefined) missing.set(text, schema);
    else types.set(text, known);
  }
  const compiled = missing.size === 0 ? [] : await compileAll([...missing.values()]);
  for (const [index, text] of [...missing.keys()].entries()) {
    const type = JSON.stringify(compiled[index]);
    memo.keep("type", text, type);
    types.set(text, type);
  }
  return new Map(
    inputs.map(({ name, schema, text }) => [
      name,
      { ...lookUpType(text, types), names: [...referredTypes(schema)] },
    ]),
  );
}

function lookUpType(schema: string, types: ReadonlyMap<string, string>): TypeText {
  const text = types.get(schema);
  if (text === undefined) throw new Error(`No type was made of the schema ${schema}.`);
  return JSON.parse(text) as TypeText; // as it was kept
}

/** The texts that a schema takes as types: references among them are names. */
function* referredTypes(schema: unknown): Generator<string> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if ((key === "tsType" || key === "helper") && typeof value === "string") yield value;
    else yield* referredTypes(value);
  }
}

/**
 * One call takes two thirds of the time of one for each schema. The schemas are the properties `t0`, `t1`, … of
 * one object, so that the tool has nothing to name.
 */
async function compileAll(schemas: readonly PlainSchema[]): Promise<readonly TypeText[]> {
  // Both take as long to load as most runs, so they are loaded only when something has changed.
  const { compile } = await import("json-schema-to-typescript");
  const { ts } = await import("ts-morph");
  const properties = Object.fromEntries(schemas.map((schema, index) => [`t${index}`, schema]));
  const carrier = hideMethod({ type: "object", properties, additionalProperties: false });
  // A copy, since the tool changes its input; still a schema.
  const text = await compile(JSON.parse(carrier) as Parameters<typeof compile>[0], "Carrier", {
    additionalProperties: false,
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true,
    // All references are names of types already. A file or an address is never read.
    $refOptions: { resolve: { external: false } },
  });
  const types = readCarrier(
    text.replaceAll(STAND_IN, METHOD).replace(SHORT_COMMENT, "/** $1 */"),
    ts,
  );
  return schemas.map((schema, index) => {
    const type = types.get(`t${index}`);
    if (type === undefined) throw new Error(`No type was made of ${JSON.stringify(schema)}.`);
    return type;
  });
}

/** json-schema-to-typescript calls this method of every map, and fails if a property has its name. */
const METHOD = "hasOwnProperty";

/** Ends in a character for private use, which no description has. */
const STAND_IN = `${METHOD}\ue000`;

/** A comment of one line, which json-schema-to-typescript prints on three. */
const SHORT_COMMENT = /\/\*\*\n *\* (.*)\n *\*\//g;

/** The text of a schema in which no property has the name of the method. */
function hideMethod(carrier: object): string {
  return JSON.stringify(carrier).replaceAll(`"${METHOD}"`, `"${STAND_IN}"`);
}

/** Reads the only interface of a text: the type of each property, by the property's name. */
function readCarrier(text: string, ts: typeof compiler): ReadonlyMap<string, TypeText> {
  const file = ts.createSourceFile("carrier.ts", text, ts.ScriptTarget.Latest, true);
  const carrier = file.statements.find(ts.isInterfaceDeclaration);
  const texts = new Map<string, TypeText>();
  for (const member of carrier?.members ?? []) {
    if (!ts.isPropertySignature(member) || member.type === undefined) continue;
    const kind = ts.isTypeLiteralNode(member.type) ? "interface" : "alias";
    // The names `t0`, `t1`, … are identifiers, so they are not quoted.
    texts.set(member.name.getText(file), { kind, text: withoutParentheses(member.type, ts) });
  }
  return texts;
}

/**
 * The text of a type without the parentheses that json-schema-to-typescript puts around every union, which
 * Prettier would keep: `("a" | ("b" | "c"))[]` becomes `("a" | "b" | "c")[]`.
 */
function withoutParentheses(node: compiler.Node, ts: typeof compiler): string {
  const file = node.getSourceFile();
  const isCut = isRedundant(node, ts);
  const end = isCut ? node.end - 1 : node.end;
  let position = isCut ? node.getStart(file) + 1 : node.getStart(file);
  const parts: string[] = [];
  ts.forEachChild(node, (child) => {
    parts.push(file.text.slice(position, child.getStart(file)), withoutParentheses(child, ts));
    position = child.end;
  });
  return parts.join("") + file.text.slice(position, end);
}

/** Parentheses around a member of a union are needed unless it is a union itself. */
function isRedundant(node: compiler.Node, ts: typeof compiler): boolean {
  if (!ts.isParenthesizedTypeNode(node)) return false;
  const { parent } = node;
  return ts.isUnionTypeNode(parent)
    ? ts.isUnionTypeNode(node.type)
    : ts.isPropertySignature(parent);
}

/** A schema with the name of the type to make of it. */
export interface NamedSchema {
  readonly name: string;
  readonly plainSchema: PlainSchema;
}

/** A type with the names of the types in it, of this module and of others. */
export interface CompiledType extends TypeText {
  readonly names: readonly string[];
}

/** Types by their names. */
export type CompiledTypes = ReadonlyMap<string, CompiledType>;
