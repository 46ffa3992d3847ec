import type { Memo } from "../../model/memo.js";
import type { TypeText } from "../print.js";
import type { PlainSchema } from "./plain-schema.js";

/** A schema with the name of the type to make of it. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: PlainSchema;
}

/**
 * Converts schemas to types. References are already type names, so each type depends on its own
 * schema alone and can be remembered by it.
 */
export async function convertSchemas(
  schemas: readonly NamedSchema[],
  memo: Memo,
): Promise<ReadonlyMap<string, TypeText>> {
  const inputs = schemas.map(({ name, schema }) => ({
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
  for (const [text, type] of await compileMissing(missing)) {
    memo.keep("type", text, type);
    types.set(text, type);
  }
  return new Map(inputs.map(({ name, text }) => [name, readType(text, types)]));
}

async function compileMissing(
  missing: ReadonlyMap<string, PlainSchema>,
): Promise<ReadonlyMap<string, string>> {
  if (missing.size === 0) return new Map();
  // Loading the compiler takes as long as most runs, so it is loaded only when it is needed.
  const { compileTypes } = await import("./compile-types.js");
  const types = await compileTypes([...missing.values()]);
  return new Map([...missing.keys()].map((text, index) => [text, JSON.stringify(types[index])]));
}

function readType(schema: string, types: ReadonlyMap<string, string>): TypeText {
  const text = types.get(schema);
  if (text === undefined) throw new Error(`No type was made of the schema ${schema}.`);
  return JSON.parse(text) as TypeText; // as it was kept
}
