/**
 * Texts of descriptions as Markdown of a page. They come from others: HTML is not passed on, no heading disturbs the
 * page, and links lead to addresses alone.
 */
import { toCode } from "../emit/print/escape.js";

/** Keeps paragraphs, lists, code and links; the usual tags of HTML become Markdown. */
export function toProse(text: string): string {
  // HTML first, because some of it becomes code, in which nothing is escaped.
  const markdown = mapOutsideOfCode(`${text.replace(/\r\n?/g, "\n")}\n`, fromHtml);
  return mapOutsideOfCode(markdown, (prose) => neutralize(prose).replace(HEADING, "**$1**")).trim();
}

/** The same on one line, as a cell of a table has it. */
export function toInlineProse(text: string): string {
  const line = toProse(text.replace(FENCE, "")).replace(BULLET, "· ");
  return line.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
}

/** A heading such as `## Errors ##`, with its text. */
const HEADING = /^ {0,3}#{1,6} +(.*?) *#*$/gm;

/** The first or the last line of a block of code, such as "```json". */
const FENCE = /^ *(?:```|~~~).*$/gm;

/** The beginning of an item of a list, such as `- `. */
const BULLET = /^ *[-*+] +/gm;

// ---- Code, which stays as it is

function mapOutsideOfCode(text: string, change: (prose: string) => string): string {
  let result = "";
  let end = 0;
  for (const match of text.matchAll(CODE)) {
    result += change(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return result + change(text.slice(end));
}

/** A block between two lines of at least three backticks or tildes, of which the last has as many as the first. */
const FENCED_BLOCK = /^ {0,3}(?<fence>```+|~~~+)[^\n]*\n[^]*?^ {0,3}\k<fence>[^\n]*$/;

/** Code on a line, such as `` `id` ``: between two runs of as many backticks. */
const CODE_SPAN = /(?<!`)(?<ticks>`+)(?!`)[^]*?(?<!`)\k<ticks>(?!`)/;

const CODE = new RegExp(`${FENCED_BLOCK.source}|${CODE_SPAN.source}`, "gm");

// ---- HTML

function fromHtml(text: string): string {
  const withCode = text
    .replace(HTML_COMMENT, "")
    .replace(CODE_ELEMENT, (_, code: string) => toCode(decode(code)));
  return HTML_TAGS.reduce((prose, { tag, markdown }) => prose.replace(tag, markdown), withCode);
}

const HTML_COMMENT = /<!--[^]*?-->/g;

/** An element such as `<code>a &lt; b</code>`, with its text. */
const CODE_ELEMENT = /<code>([^<]*)<\/code>/gi;

/** Markdown in place of a tag, by the pattern of the tag. The first that matches a tag replaces it. */
const HTML_TAGS: readonly { readonly tag: RegExp; readonly markdown: string }[] = [
  // <a href="https://acme.example">Acme</a> becomes [Acme](https://acme.example)
  { tag: /<a\s[^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a>/gi, markdown: "[$2]($1)" },
  { tag: /<(?:\/p|p|div|\/div|\/ul|\/ol)(?:\s[^>]*)?>/gi, markdown: "\n\n" },
  { tag: /<br\s*\/?>/gi, markdown: "\n\n" },
  { tag: /<li(?:\s[^>]*)?>\s*/gi, markdown: "\n- " },
  // Only tags that the lines above leave, such as <ul> and </li>.
  { tag: /<\/?(?:ul|ol|li|span)(?:\s[^>]*)?>/gi, markdown: "" },
  { tag: /<\/?(?:strong|b)>/gi, markdown: "**" },
  { tag: /<\/?(?:em|i)>/gi, markdown: "*" },
];

function decode(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

// ---- Markdown that could disturb the page

/**
 * Escapes what could be HTML, definitions of links, and underlines, which would make a heading of the line
 * above. Turns images into links, and keeps only the text of links that lead to no address.
 */
function neutralize(text: string): string {
  return text
    .replace(OPEN_TAG, "&lt;")
    .replace(LINK, (_, label: string, target: string) =>
      isAddress(target) ? `[${label}](${target})` : label,
    )
    .replace(LINK_DEFINITION, "$1\\:")
    .replace(UNDERLINE, "$1\\$2");
}

/** A `<` that does not begin an address, such as `<https://acme.example>`. */
const OPEN_TAG = /<(?!https?:\/\/[^\s<>]+>)/g;

/**
 * A link or an image, with its label and its target, in which parentheses come in pairs:
 * `[label](https://acme.example/a_(b) "title")`.
 */
const LINK = /!?\[([^\][]*)\]\(\s*([^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+"[^"]*")?\s*\)/g;

/** The start of a line such as `[label]: https://acme.example`. */
const LINK_DEFINITION = /^( {0,3}\[[^\]]+\]):/gm;

/** A line of `=` or `-`. */
const UNDERLINE = /^( {0,3})(=+|-+)[ \t]*(?=\n)/gm;

function isAddress(target: string): boolean {
  return /^(?:https?:\/\/|mailto:)[^\s<>"]+$/i.test(target);
}
