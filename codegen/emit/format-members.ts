/**
 * Formats simple interfaces exactly as Prettier does, but without parsing them. Most of a generated
 * client is interfaces with one member per line, and formatting them with Prettier takes most of the
 * generator's time: 8 of 14 seconds for 1,200 routes. Anything that is not certainly simple is left to
 * Prettier. A test compares both on the whole default client.
 */

export const WIDTH = 100;

const HEAD = /^(?:export )?interface [\p{ID_Start}_$][\p{ID_Continue}$]*(?: extends [\w$]+)? \{$/u;

/** A member on one line: `readonly`, the key, a question mark, the type. */
const MEMBER =
  /^((?:readonly )?)("(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*|\d+|\[k: string\])(\??): (.+?);?$/;

/** A key in quotes, with nothing in it that Prettier would write in another way. */
const KEY = /^"(?:[^"\\']|\\["\\/bfnrtu])*"$/;

/** The parts of types that fit on one line: names, texts and numbers, and unions of them. */
const NAME = "[A-Za-z_$][\\w$]*(?:\\[\\])*";
const TEXT = String.raw`"(?:[^"'\\])*"`;
const NUMBER = "-?(?:0|[1-9]\\d*)";
const ATOM = `(?:${NAME}|${TEXT}|${NUMBER})`;
const GENERIC = `${NAME}<${ATOM}(?:, ${ATOM})*>`;
const PART = `(?:${GENERIC}|${ATOM})`;
export const UNION = `${PART}(?: \\| ${PART})*`;
const SIMPLE = new RegExp(`^(?:${UNION}|\\(${UNION}\\)\\[\\]|${NAME}(?: & ${NAME})+)$`);

/** A type in parentheses that it does not need. */
const GROUP = new RegExp(`^\\((${UNION})\\)$`);
export const CHOICE = new RegExp(`^${PART}(?: \\| ${PART})+$`);
const LIST = new RegExp(`^\\((${PART}(?: \\| ${PART})+)\\)\\[\\]$`);
const TUPLE = new RegExp(`^\\[([a-z]+\\??: ${NAME})\\]$`);

/** An interface whose simple members are formatted. */
export interface DividedInterface {
  /** Members that are left to Prettier, each as an interface of its own. */
  readonly others: readonly string[];
  /** The whole, given the others as Prettier has formatted them. */
  join(others: readonly string[]): string;
}

/** Formats the simple members of an interface; `undefined` if a block is not a simple interface. */
export function divideInterface(block: string): DividedInterface | undefined {
  const lines = block.trim().split("\n");
  const start = lines.findIndex((line) => HEAD.test(line));
  const head = lines[start];
  if (head === undefined || lines.at(-1) !== "}") return undefined;
  const above = formatComment(lines.slice(0, start), "");
  const members = divideMembers(lines.slice(start + 1, -1));
  if (above === undefined || members === undefined || members.length === 0) return undefined;
  const printed = members.map((member) => formatMembers(member)?.join("\n"));
  const others = members.filter((_, index) => printed[index] === undefined);
  return {
    others: others.map((member) => `interface Other {\n${member.join("\n")}\n}`),
    join(formatted) {
      const rest = formatted.map((text) => text.split("\n").slice(1, -1).join("\n"));
      const body = printed.map((text) => text ?? rest.shift() ?? "");
      return [...above, head, ...body, "}"].join("\n");
    },
  };
}

/** The members at the top level, each with its comment; `undefined` if that is not certain. */
function divideMembers(lines: readonly string[]): readonly (readonly string[])[] | undefined {
  const members: string[][] = [];
  const { quotes } = createObject();
  let depth = 0;
  let isComment = false;
  let isOpen = false;
  for (const line of lines) {
    const text = line.trim();
    if (!isOpen) members.push([]);
    isOpen = true;
    members.at(-1)?.push(line);
    if (isComment || text.startsWith("/**")) {
      isComment = !text.endsWith("*/");
      continue;
    }
    if (depth === 0) noteQuotes(/^(?:readonly )?("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? "", quotes);
    const opened = /[{[(]$/.test(text);
    if (text === "" || (/^[}\])|&]/.test(text) && depth === 0)) return undefined;
    depth += Number(opened) - Number(/^[}\])]/.test(text));
    isOpen = depth > 0;
  }
  return isOpen || quotes.has("idle") ? undefined : members;
}

/** Prettier takes quotes away where no key of the object needs them. */
function noteQuotes(key: string, quotes: OpenObject["quotes"]): void {
  if (key !== "") quotes.add(/^"(?:[A-Za-z_$][\w$]*|\d[\d.e]*)"$/.test(key) ? "idle" : "needed");
}

/** What is open while the members are read. */
interface OpenObject {
  /** Whether its keys have quotes, as far as they are known. */
  readonly quotes: Set<"needed" | "idle">;
  hasMembers: boolean;
}

function formatMembers(lines: readonly string[]): readonly string[] | undefined {
  const printed: string[] = [];
  const open: OpenObject[] = [createObject()];
  for (let index = 0; index < lines.length; index += 1) {
    const line = (lines[index] ?? "").trim();
    const object = open.at(-1);
    if (object === undefined || line === "") return undefined;
    const indent = "  ".repeat(open.length);
    if (line.startsWith("/**")) {
      const end = lines.findIndex((each, at) => at >= index && each.trim().endsWith("*/"));
      const comment = end < 0 ? undefined : formatComment(lines.slice(index, end + 1), indent);
      if (comment === undefined || (lines[end + 1] ?? "}").trim().startsWith("}")) return undefined;
      printed.push(...comment);
      index = end;
    } else if (line === "}" || line === "};") {
      open.pop();
      if (!object.hasMembers || open.length === 0) return undefined;
      printed.push(`${"  ".repeat(open.length)}};`);
    } else {
      const member = formatMember(line, indent, object);
      if (member === undefined) return undefined;
      printed.push(...member);
      object.hasMembers = true;
      if (line.endsWith("{")) open.push(createObject());
    }
    if (object.quotes.has("idle")) return undefined;
  }
  return open.length === 1 ? printed : undefined;
}

function createObject(): OpenObject {
  return { quotes: new Set(), hasMembers: false };
}

function formatMember(
  line: string,
  indent: string,
  { quotes }: OpenObject,
): readonly string[] | undefined {
  const [, readonly = "", key = "", mark = "", type = ""] = MEMBER.exec(line) ?? [];
  if (key === "") return undefined;
  if (key.startsWith('"')) {
    if (!KEY.test(key)) return undefined;
    noteQuotes(key, quotes);
  }
  const start = `${indent}${readonly}${key}${mark}:`;
  if (!/^[\x20-\x7e]*$/.test(line)) return undefined;
  return type === "{" ? [`${start} {`] : formatType(type, start, indent);
}

/** A type after its key: on one line if it fits, otherwise broken as Prettier breaks it. */
function formatType(type: string, start: string, indent: string): readonly string[] | undefined {
  const own = GROUP.exec(type)?.[1] ?? type;
  const line = `${start} ${own};`;
  const fits = line.length <= WIDTH;
  if (own.startsWith("{ ")) return formatObject(own, start, indent, fits);
  const [, item] = TUPLE.exec(own) ?? [];
  if (item !== undefined)
    return fits ? [line] : [`${start} [`, `${indent}  ${item},`, `${indent}];`];
  if (own === "{}" || SIMPLE.test(own)) {
    if (fits) return [line];
    const [, listed] = LIST.exec(own) ?? [];
    if (CHOICE.test(own)) return [start, ...formatChoice(own, indent, ";")];
    if (listed !== undefined)
      return [`${start} (`, ...formatChoice(listed, indent, ""), `${indent})[];`];
  }
  if (!isGeneric(own)) return undefined;
  return fits ? [line] : formatGeneric(own, `${start} `, indent, ";");
}

const APPLIED = /^([A-Za-z_$][\w$]*)<(.+)>$/;
const INDEXED = new RegExp(`^${NAME}(?:\\["[\\w$]+"\\])+$`);

/** A type with arguments that are simple, or are such types themselves. */
function isGeneric(type: string): boolean {
  const [, , args] = APPLIED.exec(type) ?? [];
  const parts = args === undefined ? [] : splitOutsideOf(args, ", ");
  const isPlain = (part: string): boolean => SIMPLE.test(part) || INDEXED.test(part);
  return parts.length > 0 && parts.every((part) => isPlain(part) || isGeneric(part));
}

/** With each argument on lines of its own; Prettier has other rules for a single argument. */
function formatGeneric(
  type: string,
  start: string,
  indent: string,
  end: string,
): readonly string[] | undefined {
  const [, name = "", args = ""] = APPLIED.exec(type) ?? [];
  const parts = splitOutsideOf(args, ", ");
  const inner = `${indent}  `;
  const lines = parts.map((part, index) => {
    const comma = index < parts.length - 1 ? "," : "";
    if (`${inner}${part}${comma}`.length <= WIDTH) return [`${inner}${part}${comma}`];
    if (CHOICE.test(part)) return formatChoice(part, indent, comma);
    return APPLIED.test(part) ? formatGeneric(part, inner, inner, comma) : undefined;
  });
  if (parts.length < 2 || lines.includes(undefined)) return undefined;
  return [`${start}${name}<`, ...lines.flatMap((each) => each ?? []), `${indent}>${end}`];
}

/** All members on one line, or each on its own. */
export function formatChoice(union: string, indent: string, end: string): readonly string[] {
  const below = `${indent}  ${union}${end}`;
  if (below.length <= WIDTH) return [below];
  const lines = splitOutsideOf(union, " | ").map((part) => `${indent}  | ${part}`);
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ""}${end}`];
}

function formatObject(
  text: string,
  start: string,
  indent: string,
  fits: boolean,
): readonly string[] | undefined {
  if (!text.endsWith(" }")) return undefined;
  const object = createObject();
  const members = splitOutsideOf(text.slice(2, -2), "; ").map((member) =>
    formatMember(member, `${indent}  `, object),
  );
  if (object.quotes.has("idle") || members.includes(undefined)) return undefined;
  if (fits)
    return members.every((lines) => lines?.length === 1) ? [`${start} ${text};`] : undefined;
  return [`${start} {`, ...members.flatMap((lines) => lines ?? []), `${indent}};`];
}

/** Divides a type where no bracket and no text is open. */
function splitOutsideOf(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') at = endOfText(text, at);
    else if ("{[(<".includes(char)) depth += 1;
    else if ("}])>".includes(char)) depth -= 1;
    else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(from, at));
      at += separator.length - 1;
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** A comment with a star at each line keeps its text. */
export function formatComment(
  lines: readonly string[],
  indent: string,
): readonly string[] | undefined {
  if (lines.length === 0) return [];
  const trimmed = lines.map((line) => line.trim());
  // Spaces at the end of a line are a line break in Markdown.
  if (lines.some((line) => /[^*\s]\s+$/.test(line))) return undefined;
  const [first = "", ...rest] = trimmed;
  const isOne =
    first.startsWith("/**") && trimmed.filter((line) => line.includes("*/")).length === 1;
  if (!isOne || !trimmed.at(-1)?.endsWith("*/")) return undefined;
  if (!rest.every((line) => line.startsWith("*"))) return undefined;
  return [indent + first, ...rest.map((line) => `${indent} ${line}`)];
}
