import { compile } from "json-schema-to-typescript";
import { ts } from "ts-morph";
import type { TypeText } from "../print.js";
import type { PlainSchema } from "./plain-schema.js";

/**
 * Compiles schemas to types in one call of json-schema-to-typescript, which is far faster than one
 * call each. The schemas are the properties `t0`, `t1`, … of one object, so that the tool has
 * nothing to name.
 */
export async function compileTypes(schemas: readonly PlainSchema[]): Promise<readonly TypeText[]> {
  const properties = Object.fromEntries(schemas.map((schema, index) => [`t${index}`, schema]));
  const carrier = hideMethod({ type: "object", properties, additionalProperties: false });
  const text = await compile(carrier, "Carrier", {
    additionalProperties: false,
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true,
    // All references are names of types already. A file or an address is never read.
    $refOptions: { resolve: { external: false } },
  });
  const types = readCarrier(text.replaceAll(STAND_IN, METHOD));
  return schemas.map((schema, index) => {
    const type = types.get(`t${index}`);
    if (type === undefined) throw new Error(`No type was made of ${JSON.stringify(schema)}.`);
    return type;
  });
}

/** The tool calls this method of every map, and fails where it is a property's name. */
const METHOD = "hasOwnProperty";

/** Ends in a character for private use, which no description has. */
const STAND_IN = `${METHOD}\ue000`;

/** A copy, since the tool changes what it gets, in which no property has the name of the method. */
function hideMethod(carrier: object): Parameters<typeof compile>[0] {
  const text = JSON.stringify(carrier).replaceAll(`"${METHOD}"`, `"${STAND_IN}"`);
  return JSON.parse(text) as Parameters<typeof compile>[0]; // a schema, as before
}

/** Reads the only interface of a text: the type of each property, by its name. */
function readCarrier(text: string): ReadonlyMap<string, TypeText> {
  const file = ts.createSourceFile("carrier.ts", text, ts.ScriptTarget.Latest, true);
  const carrier = file.statements.find(ts.isInterfaceDeclaration);
  const texts = new Map<string, TypeText>();
  for (const member of carrier?.members ?? []) {
    if (!ts.isPropertySignature(member) || member.type === undefined) continue;
    const kind = ts.isTypeLiteralNode(member.type) ? "interface" : "alias";
    // The names `t0`, `t1`, … are identifiers, so they are not quoted.
    texts.set(member.name.getText(file), {
      kind,
      text: printWithoutParentheses(member.type, file),
    });
  }
  return texts;
}

/** Removes the parentheses that json-schema-to-typescript writes around every union. */
function printWithoutParentheses(type: ts.TypeNode, file: ts.SourceFile): string {
  const start = type.getStart(file);
  const characters = [...redundantParentheses(type, file)].sort((one, other) => one - other);
  const cuts = [...characters, type.end];
  let from = start;
  let text = "";
  for (const cut of cuts) {
    text += file.text.slice(from, cut);
    from = cut + 1;
  }
  return text;
}

/** The positions of redundant parentheses. */
function redundantParentheses(node: ts.Node, file: ts.SourceFile): readonly number[] {
  const own = isRedundant(node) ? [node.getStart(file), node.end - 1] : [];
  const nested: number[] = [];
  ts.forEachChild(node, (child) => {
    nested.push(...redundantParentheses(child, file));
  });
  return [...own, ...nested];
}

/** Parentheses around a member of a union are needed unless it is a union itself. */
function isRedundant(node: ts.Node): boolean {
  if (!ts.isParenthesizedTypeNode(node)) return false;
  const { parent } = node;
  return ts.isUnionTypeNode(parent)
    ? ts.isUnionTypeNode(node.type)
    : ts.isPropertySignature(parent);
}
