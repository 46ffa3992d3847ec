/**
 * Lays out declarations of types as Prettier does, in a tenth of its time. They are nine tenths of the code that is
 * generated: for GitHub's description, formatting them with Prettier took a quarter of the CPU time of `init`. A text
 * with anything that is not known here goes to Prettier whole.
 */
import { LINE_WIDTH } from "./print.js";
import {
  type Inline,
  needsParentheses,
  printInline,
  printInside,
  printList,
} from "./inline-types.js";
import { readDeclarations } from "./type-syntax.js";
import type { Declaration, Item, Member, Outer, TypeNode } from "./type-tree.js";

/**
 * Lays out a text of interfaces and aliases.
 * @returns `undefined` if the text has anything else, or a type that Prettier breaks by a rule that is not known here.
 */
export function layOutTypes(text: string): string | undefined {
  const declarations = readDeclarations(text);
  if (declarations === undefined) return undefined;
  try {
    return declarations
      .map((each, index) => printAbove(each, index === 0, "") + printDeclaration(each))
      .join("\n");
  } catch (error) {
    if (error instanceof UnknownLayout) return undefined;
    throw error;
  }
}

/** Thrown and caught in this module only. */
class UnknownLayout extends Error {}

function printDeclaration(declaration: Declaration): string {
  const head = printKey(declaration.head);
  if ("type" in declaration) return printAlias(head, declaration.type);
  const { bases, members } = declaration;
  const end = members.length === 0 ? " {}" : " {";
  return `${head}${printBases(bases, head.length, end)} ${printObject(members, "")}`;
}

/** One base alone breaks between its arguments; several begin a new line, which is not known here. */
function printBases(bases: readonly Item[], column: number, end: string): string {
  const flat = bases.length === 0 ? "" : ` extends ${expectFlat(printList(bases, INLINE))}`;
  if (column + flat.length + end.length <= LINE_WIDTH) return flat;
  const [base] = bases;
  if (bases.length !== 1 || base?.type.kind !== "name" || base.type.args.length < 2)
    throw new UnknownLayout();
  return ` extends ${layOutArguments(base.type, { indent: "", column: 0, tail: 0 })}`;
}

function printAlias(head: string, type: TypeNode): string {
  const place = { indent: "", column: head.length + " =".length, tail: ";".length };
  const flat = flatType(type);
  if (flat !== undefined && fits(` ${flat}`, place)) return `${head} = ${flat};`;
  if (canBreak(type)) return `${head} =${layOutAfterMark(type, place)};`;
  const isAlone = type.kind === "name" ? type.args.length === 0 : type.kind === "lookup";
  if (!isAlone || flat === undefined) throw new UnknownLayout();
  return `${head} =\n${STEP}${flat};`;
}

/** Tells whether the type of an alias can begin on the line of its name, and continue below. */
function canBreak(type: TypeNode): boolean {
  switch (type.kind) {
    case "object":
    case "tuple":
    case "union":
      return true;
    case "intersection":
      return type.types.some(isObject);
    case "list":
      return type.type.kind !== "list" && canBreak(type.type);
    case "name":
    case "lookup":
    case "operator":
    case "function":
      return false;
  }
}

// ---- Objects

/** The white space of one level. */
const STEP = "  ";

function printObject(members: readonly Member[], indent: string): string {
  if (members.length === 0) return "{}";
  const inside = indent + STEP;
  const lines = members.map(
    (member, index) =>
      `${printAbove(member, index === 0, inside)}${inside}${printMember(member, inside)};`,
  );
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** Prints the blank line and the comments above a declaration or a member. */
function printAbove(
  { isApart, comments }: { readonly isApart: boolean; readonly comments: readonly string[] },
  isFirst: boolean,
  indent: string,
): string {
  const lines = comments.map((comment) => `${indent}${printComment(comment, indent)}\n`);
  return (isApart && !isFirst ? "\n" : "") + lines.join("");
}

/** Keeps two spaces at the end of a line, which are a line break in Markdown. */
function printComment(comment: string, indent: string): string {
  if (!comment.includes("\n")) return comment;
  const [first = "", ...others] = comment.split("\n");
  const lines = others.map((line, index) => {
    const text = line.trim();
    if (!text.startsWith("*")) throw new UnknownLayout();
    const isBroken = line.endsWith("  ") && text !== "*" && index < others.length - 1;
    return `${indent} ${text}${isBroken ? "  " : ""}`;
  });
  return [first.trimEnd(), ...lines].join("\n");
}

/** Prints a member on one line; if it is too long, below its key or its parameters. */
function printMember(member: Member, indent: string): string {
  const { head, parameters, type } = member;
  const start = printKey(head);
  const flat = flatMember(member);
  if (flat !== undefined && fits(flat, { indent, column: indent.length, tail: ";".length }))
    return flat;
  const place = (text: string): Place => ({
    indent,
    column: indent.length + text.length,
    tail: ";".length,
  });
  if (parameters === undefined) return `${start}:${layOutAfterMark(type, place(`${start}:`))}`;
  if (parameters.length === 0 || parameters.some(({ type: each }) => each.kind === "object"))
    throw new UnknownLayout();
  const end = `${indent}): `;
  const result = layOut(type, { indent, column: end.length, tail: ";".length });
  return `${start}(\n${printItems(parameters, indent)}\n${end}${result}`;
}

/** Matches a key whose quotes are not needed, with its marks. */
const QUOTED_NAME = /^(readonly )?"([A-Za-z_$][\w$]*)"(\??)$/;

/** Prints the beginning of a member as Prettier does, without quotes that are not needed. */
function printKey(head: string): string {
  if (WIDE.test(head)) throw new UnknownLayout();
  if (!head.includes('"')) return head;
  const quoted = QUOTED_NAME.exec(head);
  if (quoted) return `${quoted[1] ?? ""}${quoted[2] ?? ""}${quoted[3] ?? ""}`;
  return head.replace(/"(?:[^"\\]|\\.)*"/, printLiteral);
}

/** Characters that may be wider or narrower than one column. */
const WIDE = /[^\0-\u02ff]/;

/** Numbers that Prettier prints in another form. */
const UNUSUAL_NUMBER = /^-?\d.*(?:[eE]|\.\d*0$)/;

function printLiteral(text: string): string {
  if (WIDE.test(text) || UNUSUAL_NUMBER.test(text)) throw new UnknownLayout();
  return text.startsWith('"') ? printText(text) : text;
}

/** Takes the quotes that fewer characters inside need to be escaped for. */
function printText(literal: string): string {
  const inside = literal.slice(1, -1);
  if (!inside.includes('\\"')) return literal;
  if (inside.split('"').length <= inside.split("'").length) return literal;
  const text = inside.replace(/\\.|'/g, (match) =>
    match === "'" ? "\\'" : match === '\\"' ? '"' : match,
  );
  return `'${text}'`;
}

// ---- Types on several lines

/** Tells whether a text in one line leaves room for what follows it. */
function fits(flat: string, { column, tail }: Place): boolean {
  return column + flat.length + tail <= LINE_WIDTH;
}

/** Lays out a type after a colon or an equals sign: in the same line, or below. */
function layOutAfterMark(type: TypeNode, place: Place): string {
  const flat = flatType(type);
  if (flat !== undefined && fits(` ${flat}`, place)) return ` ${flat}`;
  if (type.kind !== "union" || isHugged(type))
    return ` ${layOut(type, { ...place, column: place.column + " ".length })}`;
  return `\n${layOutBelow(type, { ...place, indent: place.indent + STEP })}`;
}

/** Lays out a type on lines of its own: a union as a list of its members. */
function layOutBelow(type: TypeNode, { indent, tail }: Place): string {
  const place = { indent, column: indent.length, tail };
  const flat = flatType(type);
  if (flat !== undefined && fits(flat, place)) return indent + flat;
  if (type.kind !== "union" || isHugged(type)) return indent + layOut(type, place);
  const inside = indent + STEP;
  return type.types
    .map((each, index) => {
      const end = index === type.types.length - 1 ? tail : 0;
      return `${indent}| ${layOutInside(each, type.kind, { indent: inside, column: inside.length, tail: end })}`;
    })
    .join("\n");
}

/** Lays out a type that begins in the present line. */
function layOut(type: TypeNode, place: Place): string {
  const flat = flatType(type);
  if (flat !== undefined && fits(flat, place)) return flat;
  const { indent, column, tail } = place;
  switch (type.kind) {
    case "name":
      return type.args.length === 0 ? printLiteral(type.text) : layOutArguments(type, place);
    case "object":
      return printObject(type.members, indent);
    case "union":
      if (!isHugged(type)) throw new UnknownLayout();
      return type.types.map((each) => layOut(each, place)).join(" | ");
    case "intersection":
      return layOutIntersection(type.types, place);
    case "list":
      return `${layOutInside(type.type, "list", { ...place, tail: tail + "[]".length })}[]`;
    case "lookup": {
      const key = `[${expectFlat(flatType(type.key))}]`;
      return layOutInside(type.type, "lookup", { ...place, tail: tail + key.length }) + key;
    }
    case "tuple":
      return `[\n${printItems(type.items, indent)}\n${indent}]`;
    case "operator":
      throw new UnknownLayout();
    case "function":
      return `() => ${layOut(type.result, { ...place, column: column + "() => ".length })}`;
  }
}

/** Lays out a name whose arguments do not fit into its line. */
function layOutArguments({ text, args }: NameNode, place: Place): string {
  const { indent, column, tail } = place;
  const [first, ...others] = args;
  if (first && others.length === 0 && isHuggedArgument(first.type)) {
    const inside = { indent, column: column + `${text}<`.length, tail: tail + ">".length };
    return `${text}<${layOut(first.type, inside)}>`;
  }
  return `${text}<\n${printItems(args, indent, "")}\n${indent}>`;
}

/** Tells whether a type as the only argument begins in the line of the name. */
function isHuggedArgument(type: TypeNode): boolean {
  if (type.kind === "name") return type.args.length === 0 && /^[A-Za-z_$]/.test(type.text);
  return type.kind === "object" || (type.kind === "union" && isHugged(type));
}

/** Prints the items of a list on lines of their own. */
function printItems(items: readonly Item[], indent: string, lastComma = ","): string {
  const inside = indent + STEP;
  const lines = items.map(({ label, type }, index) => {
    const comma = index === items.length - 1 ? lastComma : ",";
    const place = { indent: inside, column: inside.length, tail: comma.length };
    return printItem(label, type, items.length === 1, lastComma === "", place) + comma;
  });
  return lines.join("\n");
}

function printItem(
  label: string,
  type: TypeNode,
  isAlone: boolean,
  isArgument: boolean,
  place: Place,
): string {
  const { indent } = place;
  if (label === "...") {
    const inside = { ...place, column: place.column + label.length };
    return `${indent}...${layOutInside(type, "list", inside)}`;
  }
  if (label !== "") {
    const start = `${indent}${label}:`;
    return start + layOutAfterMark(type, { ...place, column: start.length });
  }
  if (isAlone || isArgument || type.kind !== "union") return layOutBelow(type, place);
  return indent + layOutParentheses(type, place, flatType(type));
}

/**
 * Lays out an intersection: members that are no objects are on lines of their own, an object begins in the line of the
 * member before it. Once both kinds have alternated after the second member, further objects are indented.
 */
function layOutIntersection(types: readonly TypeNode[], place: Place): string {
  const { indent, tail } = place;
  const inside = indent + STEP;
  let { column } = place;
  let text = "";
  let isIndented = false;
  for (const [index, type] of types.entries()) {
    const previous = types[index - 1];
    const next = types[index + 1];
    const end = next === undefined ? tail : widthBefore(next, type);
    if (previous === undefined) {
      text += layOutInside(type, "intersection", { indent, column, tail: end });
    } else if (!isObject(previous) && !isObject(type)) {
      const below = { indent: inside, column: inside.length, tail: end };
      text += ` &\n${inside}${layOutInside(type, "intersection", below)}`;
    } else {
      if (isObject(previous) !== isObject(type) && index > 1) isIndented = true;
      const behind = {
        indent: isIndented ? inside : indent,
        column: column + " & ".length,
        tail: end,
      };
      text += ` & ${layOutInside(type, "intersection", behind)}`;
    }
    const lastLine = text.slice(text.lastIndexOf("\n") + 1);
    column = lastLine.length + (text.includes("\n") ? 0 : place.column);
  }
  return text;
}

/** The width of the mark between two members, with the brace of an object that stands in the same line. */
function widthBefore(next: TypeNode, type: TypeNode): number {
  return isObject(type) || isObject(next) ? " & {".length : " &".length;
}

// ---- Types inside others

function layOutInside(type: TypeNode, outer: Outer, place: Place): string {
  if (!needsParentheses(type, outer)) return layOut(type, place);
  return layOutParentheses(type, place, printInside(type, outer, INLINE));
}

/** @param flat The type in one line, with its parentheses; `undefined` if it takes several. */
function layOutParentheses(type: TypeNode, place: Place, flat: string | undefined): string {
  if (flat !== undefined && fits(flat, place)) return flat;
  const { indent, column, tail } = place;
  if (type.kind !== "union" || isHugged(type))
    return `(${layOut(type, { indent, column: column + "(".length, tail: tail + ")".length })})`;
  return `(\n${layOutBelow(type, { indent: indent + STEP, column, tail: 0 })}\n${indent})`;
}

function isObject({ kind }: TypeNode): boolean {
  return kind === "object";
}

/** Tells whether a union is one object or `null`, which begins and ends in its lines. */
function isHugged({ types }: { readonly types: readonly TypeNode[] }): boolean {
  const notObjects = types.filter((type) => !isObject(type));
  return (
    notObjects.length === types.length - 1 &&
    notObjects.every((type) => type.kind === "name" && type.text === "null")
  );
}

// ---- Types in one line

/** Objects take several lines if they did so before, or if a member has a comment. */
const INLINE: Inline = {
  object: ({ members, isExpanded }) => {
    if (members.length === 0) return "{}";
    if (isExpanded || members.some(({ comments }) => comments.length > 0)) return undefined;
    const texts = members.map(flatMember);
    return texts.includes(undefined) ? undefined : `{ ${texts.join("; ")} }`;
  },
  text: printLiteral,
};

/** The text of a type in one line; `undefined` if a part of it takes several. */
function flatType(type: TypeNode): string | undefined {
  return printInline(type, INLINE);
}

/** The text of a member in one line; `undefined` if a part of it takes several. */
function flatMember({ head, parameters, type }: Member): string | undefined {
  const flat = flatType(type);
  const list = parameters && printList(parameters, INLINE);
  if (flat === undefined || (parameters && list === undefined)) return undefined;
  return `${printKey(head)}${parameters ? `(${list ?? ""})` : ""}: ${flat}`;
}

/** @throws UnknownLayout for a type that takes several lines. */
function expectFlat(flat: string | undefined): string {
  if (flat === undefined) throw new UnknownLayout();
  return flat;
}

// ---- Types

/** The place of a type: where it begins, and what has to fit behind it. */
interface Place {
  /** White space that its lines begin with. */
  readonly indent: string;
  readonly column: number;
  /** Number of characters that follow it on its last line. */
  readonly tail: number;
}

/** A name with its arguments. */
type NameNode = Extract<TypeNode, { kind: "name" }>;
