/** Finds text that is nested too deeply for the parser of YAML, which would crash on it. */
import { CST, Lexer } from "yaml";

/**
 * The offset at which a text is nested too deeply for the parser, or `undefined`. Linear and without
 * recursion, because deep nesting crashes the process inside the parser.
 */
export function findDeepNesting(text: string): number | undefined {
  return mayNestDeeply(text) ? findDeepToken(text) : undefined;
}

/** Limits above real files, and far below the depth at which the recursive parser overflows. */
const MAX_BRACKETS = 100;
const MAX_COLUMN = 200;

const DEEP_INDENTATION = new RegExp(`[ \\t?:-]{${MAX_COLUMN}}`);

/** A fast test, which also counts brackets in strings and comments. It suffices for nearly all texts. */
function mayNestDeeply(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + stepOf(bracket));
    if (depth > MAX_BRACKETS) return true;
  }
  return DEEP_INDENTATION.test(text);
}

/** Follows the tokens of the text, which tell brackets from strings and comments. */
function findDeepToken(text: string): number | undefined {
  let depth = 0;
  for (const { token, offset, column, mayBeginBlock } of placeTokens(text)) {
    depth = depthAfter(token, depth);
    if (depth > MAX_BRACKETS) return offset;
    // Inside brackets, indentation nests nothing.
    if (depth === 0 && mayBeginBlock && column > MAX_COLUMN) return offset;
  }
  return undefined;
}

/** The number of brackets that are open after a token. */
function depthAfter(token: string, depth: number): number {
  // The lexer gives up all open brackets at once where a line is indented less than they are.
  return token === CST.FLOW_END ? 0 : Math.max(0, depth + stepOf(token));
}

function* placeTokens(text: string): Generator<PlacedToken> {
  let offset = 0;
  let lineStart = 0;
  let isAtStart = true; // of a line, before its first word
  for (const token of new Lexer().lex(text)) {
    const isControl = CONTROL_TOKENS.has(token);
    const isBlank = isControl || token.trim() === "" || token.startsWith("#");
    const column = offset - lineStart;
    yield { token, offset, column, mayBeginBlock: isAtStart && !isBlank };
    if (!isControl) offset += token.length;
    const endsLine = token.endsWith("\n");
    if (endsLine) lineStart = offset;
    isAtStart = endsLine || (isAtStart && (isBlank || BLOCK_INDICATORS.has(token)));
  }
}

/** Tokens that may precede a nested block on its line (YAML 1.2.2, sections 8.2 and 9.1). */
const BLOCK_INDICATORS: ReadonlySet<string> = new Set(["-", "?", ":", "---"]);

/** Control tokens of the lexer, which are not part of the text. */
const CONTROL_TOKENS: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

function stepOf(token: string): number {
  if (token === "[" || token === "{") return 1;
  return token === "]" || token === "}" ? -1 : 0;
}

/** A token, and its place in the text. */
interface PlacedToken {
  readonly token: string;
  readonly offset: number;
  /** Its distance from the start of its line. */
  readonly column: number;
  /** True for the first word of a line, and for the indicators before it, as in `- - key: value`. */
  readonly mayBeginBlock: boolean;
}
