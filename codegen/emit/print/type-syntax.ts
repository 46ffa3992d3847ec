/** Reads declarations of types as trees, for `type-layout.ts`. */

/**
 * Reads interfaces and aliases without parameters.
 * @returns `undefined` for anything else, which the tree has no place for: code, generics, conditional types, comments
 *   that do not stand above a declaration or a member.
 */
export function readDeclarations(text: string): readonly Declaration[] | undefined {
  try {
    return new Reader(text).readDeclarations();
  } catch (error) {
    if (error instanceof Unread) return undefined;
    throw error;
  }
}

/** Thrown and caught in this module only. */
class Unread extends Error {}

/** A name, a literal, a template whose types are names, or punctuation. */
const TOKEN =
  /[\p{ID_Start}_$][\p{ID_Continue}$]*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\$\{\w+\})*`|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|=>|\.\.\.|[{}[\]()<>|&?:;,.=]/uy;

/** White space and documentation comments. */
const SPACE = /(?:\s+|\/\*\*[^]*?\*\/)*/y;

const COMMENT = /\/\*\*[^]*?\*\//g;

const BLANK_LINE = /\n\s*\n/;

const END_OF_LINE = /^[^\S\n]*\n[^\S\n]*$/;

const NAME = /^[\p{ID_Start}_$]/u;

class Reader {
  readonly #text: string;
  #position = 0;
  /** The next token; empty at the end. */
  #token = "";
  /** White space and comments before the next token. */
  #space = "";

  constructor(text: string) {
    this.#text = text;
    this.#advance();
  }

  readDeclarations(): readonly Declaration[] {
    const declarations: Declaration[] = [];
    while (this.#token !== "") declarations.push(this.#readDeclaration());
    return declarations;
  }

  #readDeclaration(): Declaration {
    const above = this.#readAbove();
    const exported = this.#takeIf("export") ? "export " : "";
    const keyword = this.#take();
    const head = `${exported}${keyword} ${this.#takeName()}`;
    if (keyword === "type") {
      this.#expect("=");
      const type = this.#readType();
      this.#expect(";");
      return { ...above, head, type };
    }
    if (keyword !== "interface") throw new Unread();
    const bases = this.#takeIf("extends") ? this.#readList("{") : [];
    return { ...above, head, bases, members: this.#readMembers() };
  }

  /** Reads what stands above a declaration or a member: a blank line, and comments on lines of their own. */
  #readAbove(): Above {
    const space = this.#space;
    if (!this.#hasComments()) return { isApart: BLANK_LINE.test(space), comments: [] };
    const comments = space.match(COMMENT) ?? [];
    const [before = "", ...between] = space.split(COMMENT);
    if (!between.every((each) => END_OF_LINE.test(each))) throw new Unread();
    this.#space = "";
    return { isApart: BLANK_LINE.test(before), comments };
  }

  // ---- Members

  #readMembers(): readonly Member[] {
    this.#expect("{");
    const members: Member[] = [];
    while (this.#token !== "}") {
      const above = this.#readAbove();
      members.push({ ...above, ...this.#readMember() });
      this.#endMember();
    }
    this.#advance();
    return members;
  }

  #endMember(): void {
    if (this.#takeIf(";") || this.#takeIf(",") || this.#token === "}") return;
    if (!this.#space.includes("\n")) throw new Unread();
  }

  #readMember(): Omit<Member, keyof Above> {
    const first = this.#take();
    const isReadOnly = first === "readonly" && !"?:(".includes(this.#token);
    const key = isReadOnly ? this.#take() : first;
    const start = isReadOnly ? "readonly " : "";
    if (key === "[") {
      const name = this.#takeName();
      this.#expect(":");
      const type = this.#takeName();
      this.#expect("]");
      return { head: `${start}[${name}: ${type}]`, type: this.#readAfterColon() };
    }
    if (!NAME.test(key) && !/^["\d]/.test(key)) throw new Unread();
    const mark = this.#takeIf("?") ? "?" : "";
    if (!this.#takeIf("(")) return { head: start + key + mark, type: this.#readAfterColon() };
    // Without its quotes, a name such as `new` would mean another thing.
    if (!NAME.test(key)) throw new Unread();
    const parameters = this.#readList(")");
    this.#expect(")");
    return { head: start + key + mark, parameters, type: this.#readAfterColon() };
  }

  #readAfterColon(): TypeNode {
    this.#expect(":");
    return this.#readType();
  }

  // ---- Types

  #readType(): TypeNode {
    if (this.#token !== "(" || !this.#text.startsWith(") =>", this.#position))
      return this.#readJoined("union", "|", () =>
        this.#readJoined("intersection", "&", () => this.#readOperator()),
      );
    for (const token of ["(", ")", "=>"]) this.#expect(token);
    return { kind: "function", result: this.#readType() };
  }

  #readJoined(kind: "union" | "intersection", mark: string, readOne: () => TypeNode): TypeNode {
    this.#takeIf(mark);
    const first = readOne();
    if (this.#token !== mark) return first;
    const types = [first];
    while (this.#takeIf(mark)) types.push(readOne());
    return { kind, types };
  }

  #readOperator(): TypeNode {
    const operator = this.#token;
    if (operator !== "keyof" && operator !== "readonly") return this.#readPostfix();
    this.#advance();
    return { kind: "operator", operator, type: this.#readOperator() };
  }

  #readPostfix(): TypeNode {
    let type = this.#readPrimary();
    while (this.#token === "[" && !this.#space.includes("\n")) {
      this.#advance();
      if (this.#takeIf("]")) {
        type = { kind: "list", type };
      } else {
        type = { kind: "lookup", type, key: this.#readType() };
        this.#expect("]");
      }
    }
    return type;
  }

  #readPrimary(): TypeNode {
    if (this.#token === "{") {
      const isExpanded = /^\s*\n/.test(this.#text.slice(this.#position));
      return { kind: "object", members: this.#readMembers(), isExpanded };
    }
    const token = this.#take();
    if (token === "(") {
      const type = this.#readType();
      this.#expect(")");
      if (type.kind === "function") throw new Unread();
      return type;
    }
    if (token === "[") {
      const items = this.#readList("]");
      this.#expect("]");
      return { kind: "tuple", items };
    }
    if (!NAME.test(token)) {
      if (!/^["`\d-]/.test(token)) throw new Unread();
      return { kind: "name", text: token, args: [] };
    }
    let text = token;
    while (this.#takeIf(".")) text += `.${this.#takeName()}`;
    if (this.#token !== "<" || this.#space !== "") return { kind: "name", text, args: [] };
    this.#advance();
    const args = this.#readList(">");
    this.#expect(">");
    return { kind: "name", text, args };
  }

  /** Reads types between commas, each with its name and marks, such as `name?: ` or `...`. */
  #readList(end: string): readonly Item[] {
    const items: Item[] = [];
    while (this.#token !== end) {
      items.push(this.#readItem());
      if (!this.#takeIf(",") && this.#token !== end) throw new Unread();
    }
    return items;
  }

  #readItem(): Item {
    if (this.#takeIf("...")) return { label: "...", type: this.#readPostfix() };
    const label = /\w+\??(?=: )/y;
    label.lastIndex = this.#position - this.#token.length;
    const [name] = label.exec(this.#text) ?? [];
    if (name === undefined || !NAME.test(name)) return { label: "", type: this.#readType() };
    this.#advance();
    this.#takeIf("?");
    return { label: name, type: this.#readAfterColon() };
  }

  // ---- Tokens

  #advance(): void {
    // Only `#readAbove` has a place for comments.
    if (this.#hasComments()) throw new Unread();
    SPACE.lastIndex = this.#position;
    this.#space = SPACE.exec(this.#text)?.[0] ?? "";
    this.#position += this.#space.length;
    TOKEN.lastIndex = this.#position;
    this.#token = TOKEN.exec(this.#text)?.[0] ?? "";
    this.#position += this.#token.length;
    if (this.#token === "" && (this.#position < this.#text.length || this.#hasComments()))
      throw new Unread();
  }

  #take(): string {
    const token = this.#token;
    this.#advance();
    return token;
  }

  #takeName(): string {
    if (!NAME.test(this.#token)) throw new Unread();
    return this.#take();
  }

  #takeIf(token: string): boolean {
    if (this.#token !== token) return false;
    this.#advance();
    return true;
  }

  #expect(token: string): void {
    if (!this.#takeIf(token)) throw new Unread();
  }

  #hasComments(): boolean {
    return this.#space.length > 4 && this.#space.includes("/**");
  }
}

// ---- Printing

/** The parts of a type whose text depends on where it is printed. `undefined` says that a part takes several lines. */
export interface Inline {
  readonly object: (type: ObjectNode) => string | undefined;
  /** Prints a name or a literal. */
  readonly text: (text: string) => string;
}

/** Prints a type without breaking a line but for objects; `undefined` if an object has no text. */
export function printInline(type: TypeNode, inline: Inline): string | undefined {
  const inside = (each: TypeNode, outer: Outer): string | undefined =>
    printInside(each, outer, inline);
  switch (type.kind) {
    case "name": {
      if (type.args.length === 0) return inline.text(type.text);
      const list = printList(type.args, inline);
      return list && `${type.text}<${list}>`;
    }
    case "object":
      return inline.object(type);
    case "union":
    case "intersection":
      return joinAll(
        type.types.map((each) => inside(each, type.kind)),
        type.kind === "union" ? " | " : " & ",
      );
    case "list":
      return around("", inside(type.type, "list"), "[]");
    case "lookup":
      return around(inside(type.type, "lookup"), "[", printInline(type.key, inline), "]");
    case "tuple":
      return around("[", printList(type.items, inline), "]");
    case "operator":
      return around(`${type.operator} `, inside(type.type, "operator"));
    case "function":
      return around("() => ", printInline(type.result, inline));
  }
}

export function printInside(type: TypeNode, outer: Outer, inline: Inline): string | undefined {
  const text = printInline(type, inline);
  return needsParentheses(type, outer) ? around("(", text, ")") : text;
}

/** Prints the items of a list between commas. */
export function printList(items: readonly Item[], inline: Inline): string | undefined {
  const texts = items.map(({ label, type }) => {
    if (label === "...") return around(label, printInside(type, "list", inline));
    return around(label === "" ? "" : `${label}: `, printInline(type, inline));
  });
  return joinAll(texts, ", ");
}

function around(...parts: readonly (string | undefined)[]): string | undefined {
  return joinAll(parts, "");
}

function joinAll(texts: readonly (string | undefined)[], separator: string): string | undefined {
  return texts.includes(undefined) ? undefined : texts.join(separator);
}

/** The kinds of types that need parentheses inside another one. */
const PARENTHESES: Readonly<Record<Outer, readonly TypeNode["kind"][]>> = {
  union: ["union", "intersection"],
  intersection: ["union"],
  list: ["union", "intersection", "operator"],
  lookup: ["union", "intersection", "operator"],
  operator: ["union", "intersection"],
};

export function needsParentheses({ kind }: TypeNode, outer: Outer): boolean {
  return PARENTHESES[outer].includes(kind);
}

// ---- Types

/** The lines above a declaration or a member. */
interface Above {
  /** A blank line stands above it. */
  readonly isApart: boolean;
  /** With their delimiters. */
  readonly comments: readonly string[];
}

export type Declaration = Alias | Interface;

interface Alias extends Above {
  /** Ends with the name: `export type Order`. */
  readonly head: string;
  readonly type: TypeNode;
}

interface Interface extends Above {
  readonly head: string;
  readonly bases: readonly Item[];
  readonly members: readonly Member[];
}

/** A property, an index signature, or a method. */
export interface Member extends Above {
  /** Precedes the colon or the parameters: `readonly name?`, `[name: string]`. */
  readonly head: string;
  /** Set for a method. */
  readonly parameters?: readonly Item[];
  readonly type: TypeNode;
}

/** A type of a list: an argument, a parameter, a base, or an item of a tuple. */
export interface Item {
  /** Precedes the type: `name?`, or `...`. */
  readonly label: string;
  readonly type: TypeNode;
}

export type TypeNode =
  /** A name with its arguments, or a literal. */
  | { readonly kind: "name"; readonly text: string; readonly args: readonly Item[] }
  | { readonly kind: "union" | "intersection"; readonly types: readonly TypeNode[] }
  | ObjectNode
  | { readonly kind: "list"; readonly type: TypeNode }
  | { readonly kind: "lookup"; readonly type: TypeNode; readonly key: TypeNode }
  | { readonly kind: "tuple"; readonly items: readonly Item[] }
  | { readonly kind: "operator"; readonly operator: string; readonly type: TypeNode }
  /** A function without parameters. */
  | { readonly kind: "function"; readonly result: TypeNode };

export interface ObjectNode {
  readonly kind: "object";
  readonly members: readonly Member[];
  /** The first member stands on a line of its own. */
  readonly isExpanded: boolean;
}

/** A type that has another one inside without brackets. */
export type Outer = "union" | "intersection" | "list" | "lookup" | "operator";
