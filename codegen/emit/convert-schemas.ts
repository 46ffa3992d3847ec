import type { Memo } from "../memo.js";
import type { PlainSchema } from "./plain-schema.js";
import type { TypeText } from "./type-text.js";

/** A schema under the name that its type will have. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: PlainSchema;
}

const carrierName = "Carrier";

/**
 * Converts schemas. References are names by now, so that each type depends on its own schema and
 * on nothing else.
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
  for (const [text, type] of await convertMissing(missing)) {
    memo.keep("type", text, type);
    types.set(text, type);
  }
  return new Map(inputs.map(({ name, text }) => [name, readType(text, types)]));
}

function readType(schema: string, types: ReadonlyMap<string, string>): TypeText {
  const text = types.get(schema);
  if (text === undefined) throw new Error(`No type was made of the schema ${schema}.`);
  return JSON.parse(text) as TypeText; // as it was kept
}

/**
 * In one call of json-schema-to-typescript. The schemas travel as properties of one object, so
 * that no declaration is named by anybody but us, and come back as texts by schema.
 */
async function convertMissing(
  missing: ReadonlyMap<string, PlainSchema>,
): Promise<ReadonlyMap<string, string>> {
  if (missing.size === 0) return new Map();
  const names = new Map([...missing.keys()].map((text, index) => [`t${index}`, text]));
  const properties = Object.fromEntries(
    [...missing.values()].map((schema, i) => [`t${i}`, schema]),
  );
  const carrier = { type: "object" as const, properties, additionalProperties: false };
  // Loaded when there is something to convert: loading takes as long as most runs.
  const { compile } = await import("json-schema-to-typescript");
  const { readCarrier } = await import("./read-carrier.js");
  // Its own type asks for mutable lists of keywords; it works on a copy.
  const text = await compile(carrier as Parameters<typeof compile>[0], carrierName, {
    additionalProperties: false,
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true,
  });
  return new Map(
    [...readCarrier(text)].map(([name, type]) => [names.get(name) ?? "", JSON.stringify(type)]),
  );
}
