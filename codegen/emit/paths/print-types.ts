/** The layout of types inside others. */
import { READ_ONLY_MARK } from "./mirrored-schema.js";

/** A name that needs no quotes as a key. */
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Prints a key. A number stays one, because `keyof` tells `200` from `"200"`. */
export function printKey(name: string): string {
  const isNumber = /^(?:0|[1-9]\d{0,14})$/.test(name);
  return isNumber || IDENTIFIER.test(name) ? name : JSON.stringify(name);
}

/**
 * Indents the text of a type that json-schema-to-typescript has made: these declarations are `final`, so that
 * Prettier does not format them. Each member of an object stands on a line of its own there, as its braces and
 * comments do, so that lines tell the depth: no second parser is needed.
 * @param depth Of the member that has the type.
 */
export function indentType(type: string, depth: number): string {
  if (!type.includes("\n")) return type;
  const outermost = depth - 1;
  let level = outermost;
  let isInComment = false;
  const lines = type.split("\n").map((line, index) => {
    if (isInComment || line.startsWith("/**")) {
      isInComment = !line.trimEnd().endsWith("*/");
      return indent(line.trimEnd(), level);
    }
    if (line.startsWith("}")) level -= 1;
    const indented = indent(printMember(line), index === 0 ? 0 : level);
    const opensObject = line.endsWith("{");
    if (opensObject) level += 1;
    return opensObject || level === outermost ? indented : `${indented};`;
  });
  return lines.filter((line) => !["", ";"].includes(line.trim())).join("\n");
}

function indent(line: string, level: number): string {
  return "  ".repeat(level) + line;
}

/** The key at the beginning of a member, in quotes. */
const QUOTED_KEY = /^("(?:[^"\\]|\\.)*")(\??: )/;

/** Prints the key of a member without quotes where it needs none, and `readonly` for its mark. */
function printMember(line: string): string {
  return line.replace(QUOTED_KEY, (_, quoted: string, end: string) => {
    const key = JSON.parse(quoted) as string; // the printer quotes as JSON does
    const isReadOnly = key.endsWith(READ_ONLY_MARK);
    const printed = isReadOnly
      ? `readonly ${printKey(key.slice(0, -READ_ONLY_MARK.length))}`
      : printKey(key);
    return printed + end;
  });
}
