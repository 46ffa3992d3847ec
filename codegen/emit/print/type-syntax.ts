/** Reads declarations of types as trees. */
import { isName, isToken, TokenReader, UnreadableType } from "./type-tokens.js";
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

/** A documentation comment. */
const COMMENT = /\/\*\*[^]*?\*\//g;

const BLANK_LINE = /\n\s*\n/;

const END_OF_LINE = /^[^\S\n]*\n[^\S\n]*$/;

/** Tokens after the name of a member. Before one of them, `readonly` is a name itself. */
const AFTER_NAME: ReadonlySet<string> = new Set(["?", ":", "("]);

/** Reads declarations, one token after the other. */
class Reader {
  readonly #tokens: TokenReader;

  constructor(text: string) {
    this.#tokens = new TokenReader(text);
  }

  readDeclarations(): readonly Declaration[] {
    const declarations: Declaration[] = [];
    while (this.#tokens.next.text !== "") declarations.push(this.#readDeclaration());
    return declarations;
  }

  #readDeclaration(): Declaration {
    const above = this.#readAbove();
    const exported = this.#tokens.takeIf("export") ? "export " : "";
    const keyword = this.#tokens.take();
    const head = `${exported}${keyword} ${this.#tokens.takeName()}`;
    if (keyword === "type") {
      this.#tokens.expect("=");
      const type = this.#readType();
      this.#tokens.expect(";");
      return { ...above, head, type };
    }
    if (keyword !== "interface") throw new UnreadableType();
    const bases = this.#tokens.takeIf("extends") ? this.#readList("{") : [];
    return { ...above, head, bases, members: this.#readMembers() };
  }

  /** Reads what stands above a declaration or a member: a blank line, and comments on lines of their own. */
  #readAbove(): Above {
    const space = this.#tokens.takeSpace();
    const comments = space.match(COMMENT) ?? [];
    const [before = "", ...between] = space.split(COMMENT);
    if (!between.every((each) => END_OF_LINE.test(each))) throw new UnreadableType();
    return { isApart: BLANK_LINE.test(before), comments };
  }

  // ---- Members

  #readMembers(): readonly Member[] {
    this.#tokens.expect("{");
    const members: Member[] = [];
    while (this.#tokens.next.text !== "}") {
      const above = this.#readAbove();
      members.push({ ...above, ...this.#readMember() });
      this.#endMember();
    }
    this.#tokens.take();
    return members;
  }

  /** Takes the mark after a member, which may be absent at the end of a line or of the members. */
  #endMember(): void {
    if (this.#tokens.takeIf(";") || this.#tokens.takeIf(",") || this.#tokens.next.text === "}")
      return;
    if (!this.#tokens.next.space.includes("\n")) throw new UnreadableType();
  }

  #readMember(): Omit<Member, keyof Above> {
    const first = this.#tokens.take();
    const isReadOnly = first === "readonly" && !AFTER_NAME.has(this.#tokens.next.text);
    const key = isReadOnly ? this.#tokens.take() : first;
    const start = isReadOnly ? "readonly " : "";
    if (key === "[") {
      const name = this.#tokens.takeName();
      this.#tokens.expect(":");
      const type = this.#tokens.takeName();
      this.#tokens.expect("]");
      return { head: `${start}[${name}: ${type}]`, type: this.#readAfterColon() };
    }
    if (!isName(key) && !/^["\d]/.test(key)) throw new UnreadableType();
    const mark = this.#tokens.takeIf("?") ? "?" : "";
    if (!this.#tokens.takeIf("("))
      return { head: start + key + mark, type: this.#readAfterColon() };
    // Without its quotes, a name such as `new` would mean another thing.
    if (!isName(key)) throw new UnreadableType();
    const parameters = this.#readList(")");
    this.#tokens.expect(")");
    return { head: start + key + mark, parameters, type: this.#readAfterColon() };
  }

  #readAfterColon(): TypeNode {
    this.#tokens.expect(":");
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
   * True before a function without parameters, `() =>`, which is all that the tree has. Parentheses with anything inside
   * are read as those of a type, so that parameters make the text unreadable.
   */
  #isFunction(): boolean {
    if (this.#tokens.next.text !== "(") return false;
    return (
      isToken(this.#tokens.peek(1), { space: "", text: ")" }) &&
      isToken(this.#tokens.peek(2), { space: " ", text: "=>" })
    );
  }

  #readFunction(): TypeNode {
    for (const token of ["(", ")", "=>"]) this.#tokens.expect(token);
    return { kind: "function", result: this.#readType() };
  }

  #readJoined(kind: "union" | "intersection", mark: string, readOne: () => TypeNode): TypeNode {
    this.#tokens.takeIf(mark);
    const first = readOne();
    if (this.#tokens.next.text !== mark) return first;
    const types = [first];
    while (this.#tokens.takeIf(mark)) types.push(readOne());
    return { kind, types };
  }

  #readOperator(): TypeNode {
    const operator = this.#tokens.next.text;
    if (operator !== "keyof" && operator !== "readonly") return this.#readPostfix();
    this.#tokens.take();
    return { kind: "operator", operator, type: this.#readOperator() };
  }

  #readPostfix(): TypeNode {
    let type = this.#readPrimary();
    while (this.#tokens.next.text === "[" && !this.#tokens.next.space.includes("\n")) {
      this.#tokens.take();
      if (this.#tokens.takeIf("]")) {
        type = { kind: "list", type };
      } else {
        type = { kind: "lookup", type, key: this.#readType() };
        this.#tokens.expect("]");
      }
    }
    return type;
  }

  #readPrimary(): TypeNode {
    if (this.#tokens.next.text === "{") {
      const isExpanded = /^\s*\n/.test(this.#tokens.peek(1).space);
      return { kind: "object", members: this.#readMembers(), isExpanded };
    }
    const token = this.#tokens.take();
    if (token === "(") {
      const type = this.#readType();
      this.#tokens.expect(")");
      if (type.kind === "function") throw new UnreadableType();
      return type;
    }
    if (token === "[") {
      const items = this.#readList("]");
      this.#tokens.expect("]");
      return { kind: "tuple", items };
    }
    if (!isName(token)) {
      if (!/^["`\d-]/.test(token)) throw new UnreadableType();
      return { kind: "name", text: token, args: [] };
    }
    let text = token;
    while (this.#tokens.takeIf(".")) text += `.${this.#tokens.takeName()}`;
    if (this.#tokens.next.text !== "<" || this.#tokens.next.space !== "")
      return { kind: "name", text, args: [] };
    this.#tokens.take();
    const args = this.#readList(">");
    this.#tokens.expect(">");
    return { kind: "name", text, args };
  }

  /** Reads types between commas, each with its name and marks, such as `name?: ` or `...`. */
  #readList(end: string): readonly Item[] {
    const items: Item[] = [];
    while (this.#tokens.next.text !== end) {
      items.push(this.#readItem());
      if (!this.#tokens.takeIf(",") && this.#tokens.next.text !== end) throw new UnreadableType();
    }
    return items;
  }

  #readItem(): Item {
    if (this.#tokens.takeIf("...")) return { label: "...", type: this.#readPostfix() };
    const label = this.#findLabel();
    if (label === undefined) return { label: "", type: this.#readType() };
    this.#tokens.take();
    this.#tokens.takeIf("?");
    return { label, type: this.#readAfterColon() };
  }

  /** The label of an item before its colon and a space: `name` of `name: T`, `name?` of `name?: T`. */
  #findLabel(): string | undefined {
    const name = this.#tokens.next.text;
    if (!isName(name) || !/^\w+$/.test(name)) return undefined;
    const isOptional = isToken(this.#tokens.peek(1), { space: "", text: "?" });
    const colonAt = isOptional ? 2 : 1;
    const isLabel =
      isToken(this.#tokens.peek(colonAt), { space: "", text: ":" }) &&
      this.#tokens.peek(colonAt + 1).space.startsWith(" ");
    if (!isLabel) return undefined;
    return isOptional ? `${name}?` : name;
  }
}
