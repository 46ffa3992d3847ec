/** Reads declarations of types as trees. */
import type { Above, Declaration, Item, Member, TypeNode } from "./type-tree.js";

/**
 * Reads interfaces and aliases without parameters.
 * @returns `undefined` for anything else, which the tree has no place for: code, generics, conditional types, comments
 *   that do not stand above a declaration or a member.
 */
export function readDeclarations(text: string): readonly Declaration[] | undefined {
  try {
    return new Reader(text).readDeclarations();
  } catch (error) {
    if (error instanceof UnreadableType) return undefined;
    throw error;
  }
}

/** Thrown and caught in this module only. */
class UnreadableType extends Error {}

/** A name, a literal, a template whose types are names, or punctuation. */
const TOKEN =
  /[\p{ID_Start}_$][\p{ID_Continue}$]*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\$\{\w+\})*`|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|=>|\.\.\.|[{}[\]()<>|&?:;,.=]/uy;

/** White space and documentation comments. */
const SPACE = /(?:\s+|\/\*\*[^]*?\*\/)*/y;

/** A documentation comment. */
const COMMENT = /\/\*\*[^]*?\*\//g;

const BLANK_LINE = /\n\s*\n/;

const END_OF_LINE = /^[^\S\n]*\n[^\S\n]*$/;

const NAME = /^[\p{ID_Start}_$]/u;

/** Tokens after the name of a member. Before one of them, `readonly` is a name itself. */
const AFTER_NAME: ReadonlySet<string> = new Set(["?", ":", "("]);

/** Reads a text from its beginning to its end, one token after the other. */
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
    if (keyword !== "interface") throw new UnreadableType();
    const bases = this.#takeIf("extends") ? this.#readList("{") : [];
    return { ...above, head, bases, members: this.#readMembers() };
  }

  /** Reads what stands above a declaration or a member: a blank line, and comments on lines of their own. */
  #readAbove(): Above {
    const space = this.#space;
    if (!this.#hasComments()) return { isApart: BLANK_LINE.test(space), comments: [] };
    const comments = space.match(COMMENT) ?? [];
    const [before = "", ...between] = space.split(COMMENT);
    if (!between.every((each) => END_OF_LINE.test(each))) throw new UnreadableType();
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

  /** Takes the mark after a member, which may be absent at the end of a line or of the members. */
  #endMember(): void {
    if (this.#takeIf(";") || this.#takeIf(",") || this.#token === "}") return;
    if (!this.#space.includes("\n")) throw new UnreadableType();
  }

  #readMember(): Omit<Member, keyof Above> {
    const first = this.#take();
    const isReadOnly = first === "readonly" && !AFTER_NAME.has(this.#token);
    const key = isReadOnly ? this.#take() : first;
    const start = isReadOnly ? "readonly " : "";
    if (key === "[") {
      const name = this.#takeName();
      this.#expect(":");
      const type = this.#takeName();
      this.#expect("]");
      return { head: `${start}[${name}: ${type}]`, type: this.#readAfterColon() };
    }
    if (!NAME.test(key) && !/^["\d]/.test(key)) throw new UnreadableType();
    const mark = this.#takeIf("?") ? "?" : "";
    if (!this.#takeIf("(")) return { head: start + key + mark, type: this.#readAfterColon() };
    // Without its quotes, a name such as `new` would mean another thing.
    if (!NAME.test(key)) throw new UnreadableType();
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
    if (this.#isFunction()) return this.#readFunction();
    return this.#readJoined("union", "|", () =>
      this.#readJoined("intersection", "&", () => this.#readOperator()),
    );
  }

  /**
   * True before a function without parameters, which is all that the tree has. Parentheses with anything inside are read
   * as those of a type, so that parameters make the text unreadable.
   */
  #isFunction(): boolean {
    return this.#token === "(" && this.#text.startsWith(") =>", this.#position);
  }

  #readFunction(): TypeNode {
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
      if (type.kind === "function") throw new UnreadableType();
      return type;
    }
    if (token === "[") {
      const items = this.#readList("]");
      this.#expect("]");
      return { kind: "tuple", items };
    }
    if (!NAME.test(token)) {
      if (!/^["`\d-]/.test(token)) throw new UnreadableType();
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
      if (!this.#takeIf(",") && this.#token !== end) throw new UnreadableType();
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
    if (this.#hasComments()) throw new UnreadableType();
    SPACE.lastIndex = this.#position;
    this.#space = SPACE.exec(this.#text)?.[0] ?? "";
    this.#position += this.#space.length;
    TOKEN.lastIndex = this.#position;
    this.#token = TOKEN.exec(this.#text)?.[0] ?? "";
    this.#position += this.#token.length;
    if (this.#token === "" && (this.#position < this.#text.length || this.#hasComments()))
      throw new UnreadableType();
  }

  #take(): string {
    const token = this.#token;
    this.#advance();
    return token;
  }

  #takeName(): string {
    if (!NAME.test(this.#token)) throw new UnreadableType();
    return this.#take();
  }

  #takeIf(token: string): boolean {
    if (this.#token !== token) return false;
    this.#advance();
    return true;
  }

  #expect(token: string): void {
    if (!this.#takeIf(token)) throw new UnreadableType();
  }

  #hasComments(): boolean {
    return this.#space.includes("/**");
  }
}
