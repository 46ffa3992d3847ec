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
import { type Inline, printInline } from "../print/inline-types.js";
import { readDeclarations } from "../print/type-syntax.js";
import type { Item, TypeNode } from "../print/type-tree.js";
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
  const missing = new Set<string>();
  for (const { text } of inputs) {
    const known = memo.recall("type", text);
    if (known === undefined) missing.add(text);
    else types.set(text, known);
  }
  for (const batch of toBatches([...missing], BATCH_LENGTH)) {
    for (const [text, compiled] of await compileAll(batch)) {
      const type = JSON.stringify(compiled);
      memo.keep("type", text, type);
      types.set(text, type);
    }
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

/** The names of types in a schema, and types that are written as they are. */
function* referredTypes(schema: unknown): Generator<string> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if ((key === "tsType" || key === "helper") && typeof value === "string") yield value;
    else yield* referredTypes(value);
  }
}

/** Characters of schemas per call. One call for each schema takes half as long again, one for all twice the memory. */
const BATCH_LENGTH = 100_000;

/** Makes the types of schemas. These are the properties `t0`, `t1`, … of one object, so that the tool has nothing to name. */
async function compileAll(
  schemas: readonly string[],
): Promise<readonly (readonly [schema: string, type: TypeText])[]> {
  // Loading it takes as long as most runs, so it is loaded only when something has changed.
  const { compile } = await import("json-schema-to-typescript");
  const names = schemas.map((_, index) => `t${index}`);
  const properties = schemas.map((schema, index) => `"t${index}":${hideMethod(schema)}`);
  const carrier = `{"type":"object","properties":{${properties.join()}},"required":${JSON.stringify(names)}}`;
  // The tool changes its input.
  const text = await compile(JSON.parse(carrier) as Parameters<typeof compile>[0], "Carrier", {
    additionalProperties: false,
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true,
    // All references are names of types already. A file or an address is never read.
    $refOptions: { resolve: { external: false } },
  });
  const types = readCarrier(text.replaceAll(STAND_IN, METHOD).replace(SHORT_COMMENT, "/** $1 */"));
  return schemas.map((schema, index) => {
    const type = types.get(`t${index}`);
    if (type === undefined) throw new Error(`No type was made of ${schema}.`);
    return [schema, type];
  });
}

/** json-schema-to-typescript calls this method of every map, and fails if a property has its name. */
const METHOD = "hasOwnProperty";

/** Takes the place of that name. Ends in a character for private use, which no description has. */
const STAND_IN = `${METHOD}\ue000`;

/** A comment of one line, which json-schema-to-typescript prints on three. */
const SHORT_COMMENT = /\/\*\*\n *\* (.*)\n *\*\//g;

/** The text of a schema in which no property has the name of the method. */
function hideMethod(schema: string): string {
  return schema.replaceAll(`"${METHOD}"`, `"${STAND_IN}"`);
}

/** Reads the only interface of a text: the type of each property, by the property's name. */
function readCarrier(text: string): ReadonlyMap<string, TypeText> {
  const [carrier] = readDeclarations(text) ?? [];
  if (carrier === undefined || !("members" in carrier))
    throw new Error("json-schema-to-typescript printed a type of a form that is unknown here.");
  return new Map(
    carrier.members.map(({ head, type }) => {
      const kind = type.kind === "object" ? "interface" : "alias";
      return [head, { kind, text: printPlain(joinUnions(type)) }];
    }),
  );
}

/** Makes one union of a union in another one: `"a" | ("b" | "c")` becomes `"a" | "b" | "c"`. */
function joinUnions(type: TypeNode): TypeNode {
  const joinItems = (items: readonly Item[]): readonly Item[] =>
    items.map((item) => ({ ...item, type: joinUnions(item.type) }));
  switch (type.kind) {
    case "name":
      return type.args.length === 0 ? type : { ...type, args: joinItems(type.args) };
    case "tuple":
      return { ...type, items: joinItems(type.items) };
    case "union":
    case "intersection": {
      const types = type.types.map(joinUnions);
      if (type.kind === "intersection") return { ...type, types };
      return {
        ...type,
        types: types.flatMap((each) => (each.kind === "union" ? each.types : each)),
      };
    }
    case "object": {
      const members = type.members.map((each) => ({ ...each, type: joinUnions(each.type) }));
      return { ...type, members };
    }
    case "list":
    case "lookup":
    case "operator":
      return { ...type, type: joinUnions(type.type) };
    case "function":
      return { ...type, result: joinUnions(type.result) };
  }
}

/** Prints objects with a line for each member, without white space before it. */
const PLAIN: Inline = {
  object: ({ members, isExpanded }) => {
    const lines = members.map(({ comments, head, type }) =>
      [...comments, `${head}: ${printPlain(type)}`].join("\n"),
    );
    return isExpanded ? ["{", ...lines, "}"].join("\n") : `{ ${lines.join("; ")} }`;
  },
  text: (text) => text,
};

function printPlain(type: TypeNode): string {
  return printInline(type, PLAIN) ?? "";
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
