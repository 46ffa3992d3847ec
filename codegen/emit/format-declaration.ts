import { CHOICE, formatChoice, formatComment, UNION, WIDTH } from "./format-members.js";

/**
 * Formats simple declarations exactly as Prettier does, but without parsing them: aliases, imports of
 * types, the list of routes and their functions, which are most of what is no interface. A test
 * compares both.
 */
export function formatDeclaration(block: string): string | undefined {
  const lines = block.trim().split("\n");
  if (lines.every((line) => IMPORT.test(line))) return lines.flatMap(formatImport).join("\n");
  const start = lines.findIndex((line) => line.startsWith("export "));
  const above = formatComment(lines.slice(0, start), "");
  const own = formatOwn(lines.slice(start));
  return above === undefined || own === undefined ? undefined : [...above, ...own].join("\n");
}

const IMPORT = /^import type \{ ([\w$]+(?:, [\w$]+)*) \} from ("[^"\\]+");$/;

function formatImport(line: string): readonly string[] {
  if (line.length <= WIDTH) return [line];
  const [, names = "", module = ""] = IMPORT.exec(line) ?? [];
  const listed = names.split(", ").map((name) => `  ${name},`);
  return ["import type {", ...listed, `} from ${module};`];
}

const ALIAS = new RegExp(`^(export type [\\w$]+ =) (${UNION});$`);

/** A function of one parameter, which returns a tuple of its route and the parameter. */
const FUNCTION =
  /^(export const [\w$]+ = \()([.]*parameters: (?:\[parameters\?: )?[\w$]+\]?)\) => \[("[^"\\]*"), ([.]*parameters)\] as const;$/;

/** A list of texts, which is printed with a text on each line. */
const LIST_START = /^export const \w+: readonly \w+\[\] = \[$/;
const LIST_ITEM = /^ {2}"[^"'\\]*",$/;

function formatOwn(lines: readonly string[]): readonly string[] | undefined {
  const [first = "", ...items] = lines.slice(0, -1);
  if (lines.length === 1) return formatLine(lines[0] ?? "");
  const isList = LIST_START.test(first) && items.every((item) => LIST_ITEM.test(item));
  // A short one is printed on one line.
  return isList && lines.at(-1) === "];" && lines.join("").length > 2 * WIDTH ? lines : undefined;
}

function formatLine(line: string): readonly string[] | undefined {
  if (!/^[\x20-\x7e]*$/.test(line)) return undefined;
  const [, start, type = ""] = ALIAS.exec(line) ?? [];
  if (start !== undefined) return line.length <= WIDTH ? [line] : formatAlias(start, type);
  const [, head, ...parts] = FUNCTION.exec(line) ?? [];
  if (head === undefined) return undefined;
  return line.length <= WIDTH ? [line] : formatFunction(head, parts);
}

/** The parameter goes to a line of its own before the result does, and then the parts of the result. */
function formatFunction(
  head: string,
  [parameter = "", route = "", value = ""]: readonly string[],
): readonly string[] | undefined {
  const result = `[${route}, ${value}] as const;`;
  const whole = `${head}${parameter}) =>`;
  const isWhole = whole.length <= WIDTH;
  const above = [head, `  ${parameter}${parameter.startsWith("...") ? "" : ","}`];
  if (!isWhole && above.some(({ length }) => length > WIDTH)) return undefined;
  const beside = `) => ${result}`;
  if (!isWhole && beside.length <= WIDTH) return [...above, beside];
  const below = `  ${result}`;
  const parts = ["  [", `    ${route},`, `    ${value},`, "  ] as const;"];
  return [
    ...(isWhole ? [whole] : [...above, ") =>"]),
    ...(below.length <= WIDTH ? [below] : parts),
  ];
}

function formatAlias(start: string, type: string): readonly string[] | undefined {
  const lines = CHOICE.test(type) ? formatChoice(type, "", ";") : [`  ${type};`];
  return lines.every(({ length }) => length <= WIDTH) ? [start, ...lines] : undefined;
}
