/** The type of a schema, with the comment of a property of this type. */
export type SchemaType = Shape & TypeComment;

type Shape =
  | { readonly kind: "unknown" }
  /** A name, a keyword, a literal, or what a schema says in TypeScript. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly item: SchemaType }
  | { readonly kind: "tuple"; readonly items: readonly SchemaType[]; readonly rest?: SchemaType }
  | { readonly kind: "union" | "intersection"; readonly members: readonly SchemaType[] }
  | { readonly kind: "object"; readonly members: readonly Member[]; readonly others?: SchemaType };

interface TypeComment {
  readonly comment?: string | undefined;
  readonly deprecated?: boolean | undefined;
}

/** A property of an object. */
export interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: SchemaType;
}

/** Where a type stands; a union or an intersection in another type needs parentheses. */
type Place = "alone" | "in a union" | "in a type";

/** Prints a type, with a line for each property of an object. */
export function printSchemaType(type: SchemaType, place: Place = "alone"): string {
  switch (type.kind) {
    case "unknown":
      return "unknown";
    case "text":
      return isInParentheses(type.text) && place !== "in a type"
        ? type.text.slice(1, -1)
        : type.text;
    case "list":
      return printList(type.item);
    case "tuple":
      return printTuple(type.items, type.rest);
    case "object":
      return printObject(type.members, type.others);
    default:
      return printCombination(type.kind, type.members, place);
  }
}

/** Whether a type is printed as an object, so that it can be an interface. */
export function isObjectType(type: SchemaType): boolean {
  if (type.kind !== "union" && type.kind !== "intersection") return type.kind === "object";
  const [first, ...others] = type.members;
  if (first === undefined) return type.kind === "intersection";
  return others.length === 0 && isObjectType(first);
}

function isInParentheses(text: string): boolean {
  return text.startsWith("(") && text.endsWith(")");
}

function printList(item: SchemaType): string {
  const text = printSchemaType(item, "in a type");
  return text.endsWith('"') ? `(${text})[]` : `${text}[]`;
}

function printTuple(items: readonly SchemaType[], rest: SchemaType | undefined): string {
  const texts = items.map((item) => printSchemaType(item, "in a type"));
  const others = rest === undefined ? [] : [`...(${printSchemaType(rest, "in a type")})[]`];
  return `[${[...texts, ...others].join(", ")}]`;
}

function printCombination(
  kind: "union" | "intersection",
  members: readonly SchemaType[],
  place: Place,
): string {
  const [first, ...others] = members;
  if (first === undefined) return kind === "union" ? "never" : printObject([], { kind: "unknown" });
  if (others.length === 0) return printSchemaType(first, place);
  const isUnion = kind === "union";
  const texts = members.map((member) =>
    printSchemaType(member, isUnion ? "in a union" : "in a type"),
  );
  const text = texts.join(isUnion ? " | " : " & ");
  return place === "alone" || (place === "in a union" && isUnion) ? text : `(${text})`;
}

function printObject(members: readonly Member[], others: SchemaType | undefined): string {
  const lines = members.map(
    ({ name, isRequired, type }) =>
      `${printComment(type)}${printKey(name)}${isRequired ? "" : "?"}: ${printSchemaType(type)}`,
  );
  if (others !== undefined) {
    lines.push(`${printComment(others)}[k: string]: ${printOthers(others, members)}`);
  }
  return `{\n${lines.join("\n")}\n}`;
}

/** Prettier keeps the quotes of a name with other letters, too. */
function printKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** An index signature must allow the types of all properties (TypeScript's error 2411). */
function printOthers(others: SchemaType, members: readonly Member[]): string {
  const types = [others, ...members.map(({ type }) => type)].flatMap(listAlternatives);
  const allowed = types.filter((type) => type.kind !== "text" || type.text !== "never");
  const isOptional = members.some(({ isRequired }) => !isRequired);
  if (others.kind === "unknown" || allowed.some(({ kind }) => kind === "unknown")) return "unknown";
  if (allowed.length === 0 || (allowed.length === 1 && !isOptional)) {
    return printSchemaType(others, "in a type");
  }
  const texts = new Set(allowed.map((type) => printSchemaType(type, "in a type")));
  return [...texts, ...(isOptional && !texts.has("undefined") ? ["undefined"] : [])].join(" | ");
}

function listAlternatives(type: SchemaType): readonly SchemaType[] {
  return type.kind === "union" ? type.members.flatMap(listAlternatives) : [type];
}

function printComment(type: SchemaType): string {
  const text = commentOf(type);
  if (text === undefined && type.deprecated !== true) return "";
  const lines = [
    ...(type.deprecated === true ? ["@deprecated"] : []),
    ...(text?.split("\n") ?? []),
  ];
  return ["/**", ...lines.map((line) => ` * ${line}`), " */\n"].join("\n");
}

/** Items have no line of their own, so a list has the comment of its items, too. */
function commentOf(type: SchemaType): string | undefined {
  const comments = new Set(listItems(type).map(commentOfItem));
  const [own] = comments;
  // A tag would be one of the list.
  const isShown = comments.size === 1 && own !== undefined && own !== "" && !/(^|\s)@\w/.test(own);
  if (!isShown) return type.comment;
  return type.comment === undefined ? `Items: ${own}` : `${type.comment}\n\nItems: ${own}`;
}

function listItems(type: SchemaType): readonly SchemaType[] {
  if (type.kind === "list") return [type.item];
  if (type.kind !== "tuple") return [];
  return type.rest === undefined ? type.items : [...type.items, type.rest];
}

function commentOfItem(type: SchemaType): string | undefined {
  return type.kind === "list" || type.kind === "tuple" ? undefined : type.comment;
}
