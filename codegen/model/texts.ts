/** Short texts out of long ones in Markdown or HTML: a sentence for a list, a paragraph for a comment. */

/** The first sentence of a text in Markdown, on one line and without its markup. */
export function toSentence(markdown: string): string {
  // The text after the colon, such as a list, is left out.
  return shorten(firstSentence(toLine(markdown)).replace(/\s*:$/, " …"), SENTENCE_LENGTH);
}

/** The first paragraph of a text in Markdown, on one line and as long as an editor can show it. */
export function toParagraph(markdown: string): string {
  return shorten(toLine(markdown).replace(/\s*:$/, " …"), PARAGRAPH_LENGTH);
}

/** Limits in characters. Longer texts are cut between words. */
const SENTENCE_LENGTH = 200;
const PARAGRAPH_LENGTH = 400;

/** In characters. The first paragraph is looked for in this beginning of a text. */
const MAX_READ = 4000;

/** The first paragraph on one line. Halves of surrogate pairs, which a cut leaves, become U+FFFD. */
function toLine(markdown: string): string {
  return withoutMarkup(firstParagraph(markdown.slice(0, MAX_READ)))
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** A line that is no prose: a heading, a quote, a list, a table, a rule, or an empty one. */
const NO_PROSE_LINE = /^\s*(?:#{1,6}\s|[>|]|[-*+]\s|\d+[.)]\s|(?:---+|===+|\*\*\*+)\s*$|$)/;

function firstParagraph(markdown: string): string {
  const lines = markdown
    .replace(/<!--[^]*?-->/g, "")
    .replace(/^(```|~~~)[^]*?^\1.*$/gm, "")
    .split(/\r\n?|\n/);
  const start = lines.findIndex((line) => !NO_PROSE_LINE.test(line));
  if (start === -1) return "";
  const length = lines.slice(start).findIndex((line) => NO_PROSE_LINE.test(line));
  return lines.slice(start, length === -1 ? undefined : start + length).join("\n");
}

/** Removes markup except code spans, which are readable as they are. */
function withoutMarkup(text: string): string {
  return text
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, "")
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, "$1")
    .replace(/<\/?(?:a|b|br|code|div|em|i|li|ol|p|span|strong|ul)\b[^<>]*>/gi, " ")
    .replace(/(\*\*|__)(?=\S)([^*_]*)\1/g, "$2")
    .replace(/\\([\\`*_{}[\]<>()#+.!|-])/g, "$1");
}

/** The end of a sentence. The next one does not begin with a lowercase letter. */
const SENTENCE_END = /[.!?]+["'”’)\]]*(?=\s[^\p{Ll}])|[。！？]/gu;

/** A text that ends with an abbreviation or an initial, whose dot ends no sentence. */
const ABBREVIATION = /(?:^|[\s(.])(?:e\.g|i\.e|etc|vs|incl|approx|\p{L})\.$/iu;

function firstSentence(line: string): string {
  for (const { 0: mark, index } of line.matchAll(SENTENCE_END)) {
    const sentence = line.slice(0, index + mark.length);
    if (!ABBREVIATION.test(sentence)) return sentence;
  }
  return line;
}

/** Cuts a text between words, with an ellipsis in place of the rest. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length - 2);
  const words = start.replace(/\s+\S*$/, "");
  // An open code span would swallow the rest of the comment.
  const isOpen = words.split("`").length % 2 === 0;
  const withoutOpenSpan = isOpen ? words.slice(0, words.lastIndexOf("`")) : words;
  return `${withoutOpenSpan.replace(/[\s,;:–-]+$/, "").replace(/\p{Cs}$/u, "")} …`;
}
