/**
 * The way from a schema to the text of its type:
 *
 * 1. `toPlainSchema` keeps the keywords that determine a type. A reference becomes a type's name.
 * 2. `compileTypes` makes the types of all schemas by json-schema-to-typescript.
 * 3. Emitters put a name and a comment before each type (`print/print.ts`).
 * 4. The declaration is laid out (`print/type-layout.ts`).
 */
import type { Memo } from "../../model/memo.js";
import { toBatches } from "../../model/batches.js";
import type { TypeText } from "../print/types.js";
import { compileBatch } from "./compile-batch.js";
import type { PlainSchema } from "./types.js";

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
  const texts = new Set(inputs.map(({ text }) => text));
  const known = recallTypes(texts, memo);
  const missing = [...texts].filter((text) => !known.has(text));
  const types = new Map([...known, ...(await makeTypes(missing, memo))]);
  return new Map(
    inputs.map(({ name, schema, text }) => [
      name,
      { ...lookUpType(text, types), names: [...referredTypes(schema)] },
    ]),
  );
}

/** The types that the memo has, by the JSON of their schemas. */
function recallTypes(schemas: ReadonlySet<string>, memo: Memo): ReadonlyMap<string, TypeText> {
  return new Map(
    [...schemas].flatMap((schema): (readonly [string, TypeText])[] => {
      const known = memo.recall("type", schema);
      return known === undefined ? [] : [[schema, JSON.parse(known) as TypeText]]; // kept below
    }),
  );
}

/** Makes the types of schemas in batches, by the JSON of these schemas, and keeps them in the memo. */
async function makeTypes(
  schemas: readonly string[],
  memo: Memo,
): Promise<ReadonlyMap<string, TypeText>> {
  const types = new Map<string, TypeText>();
  for (const batch of toBatches(schemas, BATCH_LENGTH)) {
    for (const [schema, type] of await compileBatch(batch)) {
      memo.keep("type", schema, JSON.stringify(type));
      types.set(schema, type);
    }
  }
  return types;
}

/** Characters of schemas per call. One call for each schema takes half as long again, one for all twice the memory. */
const BATCH_LENGTH = 100_000;

function lookUpType(schema: string, types: ReadonlyMap<string, TypeText>): TypeText {
  const type = types.get(schema);
  if (type === undefined) throw new Error(`No type was made of the schema ${schema}.`);
  return type;
}

/** The names of types in a schema, and types that are written as they are. */
function* referredTypes(schema: unknown): Generator<string> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if ((key === "tsType" || key === "helper") && typeof value === "string") yield value;
    else yield* referredTypes(value);
  }
}

// ---- Types

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
