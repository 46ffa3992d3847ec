import { ts } from "ts-morph";
import type { TypeText } from "./type-text.js";

/** The types of the properties of the one interface in a text, by their names. */
export function readCarrier(text: string): ReadonlyMap<string, TypeText> {
  const file = ts.createSourceFile("carrier.ts", text, ts.ScriptTarget.Latest, true);
  const carrier = file.statements.find(ts.isInterfaceDeclaration);
  const texts = new Map<string, TypeText>();
  for (const member of carrier?.members ?? []) {
    if (!ts.isPropertySignature(member) || member.type === undefined) continue;
    const kind = ts.isTypeLiteralNode(member.type) ? "interface" : "alias";
    // Names are identifiers, so the text of a name is the name.
    texts.set(member.name.getText(file), {
      kind,
      text: printWithoutParentheses(member.type, file),
    });
  }
  return texts;
}

/** json-schema-to-typescript puts every union in parentheses, also where a union holds it. */
function printWithoutParentheses(type: ts.TypeNode, file: ts.SourceFile): string {
  const start = type.getStart(file);
  const characters = [...dropped(type, file)].sort((one, other) => one - other);
  const cuts = [...characters, type.end];
  let from = start;
  let text = "";
  for (const cut of cuts) {
    text += file.text.slice(from, cut);
    from = cut + 1;
  }
  return text;
}

/** The positions of the parentheses that say nothing. */
function dropped(node: ts.Node, file: ts.SourceFile): readonly number[] {
  const own = isIdle(node) ? [node.getStart(file), node.end - 1] : [];
  const nested: number[] = [];
  ts.forEachChild(node, (child) => {
    nested.push(...dropped(child, file));
  });
  return [...own, ...nested];
}

function isIdle(node: ts.Node): boolean {
  if (!ts.isParenthesizedTypeNode(node)) return false;
  const { parent } = node;
  return ts.isUnionTypeNode(parent)
    ? ts.isUnionTypeNode(node.type)
    : ts.isPropertySignature(parent);
}
