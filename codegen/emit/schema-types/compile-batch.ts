/**
 * Makes types by json-schema-to-typescript, which takes one schema and prints one module. So the schemas of a batch are
 * the properties `t0`, `t1`, … of one object, which also leaves the tool nothing to name:
 *
 *     { type: "object", properties: { t0: { type: "string" }, t1: … } }    is given to the tool,
 *     export interface Carrier { t0: string; t1: … }                       is what it prints.
 */
import { type Inline, printInline } from "../print/inline-types.js";
import { readDeclarations } from "../print/type-syntax.js";
import type { TypeNode } from "../print/type-tree.js";
import type { TypeText } from "../print/types.js";
import { joinUnions } from "./join-unions.js";

/** Makes the types of schemas, which are given as JSON: a map from each schema to its type. */
export async function compileBatch(
  schemas: readonly string[],
): Promise<ReadonlyMap<string, TypeText>> {
  const types = readCarrier(await printCarrier(createCarrier(schemas)));
  return new Map(
    schemas.map((schema, index) => {
      const type = types.get(keyOf(index));
      if (type === undefined) throw new Error(`No type was made of ${schema}.`);
      return [schema, type];
    }),
  );
}

function keyOf(index: number): string {
  return `t${index}`;
}

/** The JSON of the object that has the schemas as properties. */
function createCarrier(schemas: readonly string[]): string {
  const names = schemas.map((_, index) => keyOf(index));
  const properties = schemas.map((schema, index) => `"${keyOf(index)}":${hideMethod(schema)}`);
  return `{"type":"object","properties":{${properties.join()}},"required":${JSON.stringify(names)}}`;
}

async function printCarrier(carrier: string): Promise<string> {
  // Loading it takes as long as most runs, so it is loaded only when something has changed.
  const { compile } = await import("json-schema-to-typescript");
  // The tool changes its input.
  const text = await compile(JSON.parse(carrier) as Parameters<typeof compile>[0], "Carrier", {
    additionalProperties: false,
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true,
    // All references are names of types already. A file or an address is never read.
    $refOptions: { resolve: { external: false } },
  });
  return showMethod(text).replace(SHORT_COMMENT, "/** $1 */");
}

/** A comment of one line, which json-schema-to-typescript prints on three. */
const SHORT_COMMENT = /\/\*\*\n *\* (.*)\n *\*\//g;

// ---- A name that the tool cannot read

/** json-schema-to-typescript calls this method of every map, and fails if a property has its name. */
const METHOD = "hasOwnProperty";

/** Takes the place of that name. Ends in a character for private use, which no description has. */
const STAND_IN = `${METHOD}\ue000`;

/** The text of a schema in which no property has the name of the method. */
function hideMethod(schema: string): string {
  return schema.replaceAll(`"${METHOD}"`, `"${STAND_IN}"`);
}

/** The printed text with the name of the method. */
function showMethod(text: string): string {
  return text.replaceAll(STAND_IN, METHOD);
}

// ---- The printed types

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

function printPlain(type: TypeNode): string {
  return printInline(type, PLAIN) ?? "";
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
