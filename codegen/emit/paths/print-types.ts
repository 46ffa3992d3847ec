/** The layout of types inside others. */
import { READ_ONLY_MARK } from "./mirrored-schema.js";

/** A name that needs no quotes as a key. */
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Prints a key. A number stays one, because `keyof` tells `200` from `"200"`. */
export function printKey(name: string): string {
  const isNumber = /^(?:0|[1-9]\d{0,14})$/.test(name);
  return isNumber || IDENTIFIER.test(name) ? name : JSON.stringify(name);
}

/** The key of a property in the text of a type: quoted if it is no identifier. */
const QUOTED_KEY = /^("(?:[^"\\]|\\.)*")(\??: )/;

/** Indents the text of a type, which has a line for each member, and ends the members. */
export function indentType(type: string, depth: number): string {
  if (!type.includes("\n")) return type;
  let level = depth - 1;
  let isComment = false;
  const lines = type.split("\n").map((line, index) => {
    isComment ||= line.startsWith("/**");
    if (isComment) {
      if (line.trimEnd().endsWith("*/")) isComment = false;
      return "  ".repeat(level) + line.trimEnd();
    }
    if (line.startsWith("}")) level -= 1;
    const text = line.replace(QUOTED_KEY, (_, key: string, end: string) => unquote(key) + end);
    const isOpen = line.endsWith("{");
    const indented = (index === 0 ? "" : "  ".repeat(level)) + text;
    if (isOpen) level += 1;
    return isOpen || level === depth - 1 ? indented : `${indented};`;
  });
  return lines.filter((line) => line.trim() !== "" && line.trim() !== ";").join("\n");
}

function unquote(quoted: string): string {
  const key = JSON.parse(quoted) as string; // the printer quotes as JSON does
  const isReadOnly = key.endsWith(READ_ONLY_MARK);
  return isReadOnly ? `readonly ${printKey(key.slice(0, -READ_ONLY_MARK.length))}` : printKey(key);
}
