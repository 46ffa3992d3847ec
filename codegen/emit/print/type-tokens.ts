/** Divides declarations of types into tokens: `readonly id?: 7;` into `readonly`, `id`, `?`, `:`, `7` and `;`. */

/** A name, a literal, a template whose types are names, or punctuation. */
const TOKEN =
  /[\p{ID_Start}_$][\p{ID_Continue}$]*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\$\{\w+\})*`|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|=>|\.\.\.|[{}[\]()<>|&?:;,.=]/uy;

/** White space and documentation comments. */
const SPACE = /(?:\s+|\/\*\*[^]*?\*\/)*/y;

const NAME = /^[\p{ID_Start}_$]/u;

/** Tells whether a token is a name, and no literal or punctuation. */
export function isName(token: string): boolean {
  return NAME.test(token);
}

/** Tells whether a token has this text, and this white space before it. */
export function isToken(token: Token, { space, text }: Token): boolean {
  return token.text === text && token.space === space;
}

/** Gives the tokens of a text, one after the other. Comments are refused where the caller does not ask for them. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #index = 0;
  /** The caller has asked for the comments before the next token. */
  #isSpaceTaken = false;

  /** @throws UnreadableType for a text with anything else than tokens. */
  constructor(text: string) {
    const { tokens, end } = divide(text);
    this.#tokens = tokens;
    this.#end = end;
  }

  /** The next token; its text is empty at the end. */
  get next(): Token {
    return this.peek(0);
  }

  /** The token after that many others. */
  peek(ahead: number): Token {
    return this.#tokens[this.#index + ahead] ?? this.#end;
  }

  /** Returns the white space and the comments before the next token, which the caller has a place for. */
  takeSpace(): string {
    this.#isSpaceTaken = true;
    return this.next.space;
  }

  /**
   * Returns the text of the next token, and goes on to the one after it.
   * @throws UnreadableType if comments stand before it that the caller has not taken.
   */
  take(): string {
    const { space, text } = this.next;
    if (!this.#isSpaceTaken && hasComments(space)) throw new UnreadableType();
    this.#isSpaceTaken = false;
    this.#index += 1;
    return text;
  }

  /** @throws UnreadableType if the next token is no name. */
  takeName(): string {
    if (!isName(this.next.text)) throw new UnreadableType();
    return this.take();
  }

  /** Takes the next token if it has this text, and tells whether it has. */
  takeIf(text: string): boolean {
    if (this.next.text !== text) return false;
    this.take();
    return true;
  }

  /** @throws UnreadableType if the next token has another text. */
  expect(text: string): void {
    if (!this.takeIf(text)) throw new UnreadableType();
  }
}

/** Divides a text into its tokens. Comments at its end belong to nothing, and are refused. */
function divide(text: string): { readonly tokens: readonly Token[]; readonly end: Token } {
  const tokens: Token[] = [];
  let position = 0;
  for (;;) {
    const space = matchAt(SPACE, text, position);
    const token = matchAt(TOKEN, text, position + space.length);
    position += space.length + token.length;
    if (token !== "") tokens.push({ space, text: token });
    else if (position === text.length && !hasComments(space))
      return { tokens, end: { space, text: "" } };
    else throw new UnreadableType();
  }
}

/** Matches a sticky pattern at a position; empty without a match. */
function matchAt(pattern: RegExp, text: string, position: number): string {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0] ?? "";
}

function hasComments(space: string): boolean {
  return space.includes("/**");
}

// ---- Types

/** Thrown for a text that cannot be read. */
export class UnreadableType extends Error {}

/** A token with the white space and the comments before it. */
export interface Token {
  readonly space: string;
  readonly text: string;
}
