/**
 * Texts of descriptions as Markdown of a page. They come from others: HTML is not passed on, no heading disturbs the
 * page, and links lead to addresses alone.
 */
import { toCode } from "../emit/print/escape.js";

/** Keeps paragraphs, lists, code and links; the usual tags of HTML become Markdown. */
export function toProse(text: string): string {
  // HTML first, because some of it becomes code, in which nothing is escaped.
  const markdown = mapOutsideOfCode(`${text.replace(/\r\n?/g, "\n")}\n`, fromHtml);
  return mapOutsideOfCode(markdown, (prose) =>
    neutralize(prose).replace(/^ {0,3}#{1,6} +(.*?) *#*$/gm, "**$1**"),
  ).trim();
}

/** The same on one line, as a cell of a table has it. */
export function toInlineProse(text: string): string {
  const line = toProse(text.replace(/^ *(?:```|~~~).*$/gm, "")).replace(/^ *[-*+] +/gm, "· ");
  return line.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
}

/** Fenced blocks, and code spans of any number of backticks. */
const CODE =
  /(^ {0,3}(```+|~~~+)[^\n]*\n[^]*?^ {0,3}\2[^\n]*$|(?<!`)(`+)(?!`)[^]*?(?<!`)\3(?!`))/gm;

function mapOutsideOfCode(text: string, change: (prose: string) => string): string {
  let result = "";
  let end = 0;
  for (const match of text.matchAll(CODE)) {
    result += change(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return result + change(text.slice(end));
}

function fromHtml(text: string): string {
  return text
    .replace(/<!--[^]*?-->/g, "")
    .replace(/<code>([^<]*)<\/code>/gi, (_, code: string) => toCode(decode(code)))
    .replace(/<a\s[^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a>/gi, "[$2]($1)")
    .replace(/<(?:\/p|p|div|\/div|\/ul|\/ol)(?:\s[^>]*)?>/gi, "\n\n")
    .replace(/<br\s*\/?>/gi, "\n\n")
    .replace(/<li(?:\s[^>]*)?>\s*/gi, "\n- ")
    .replace(/<\/?(?:ul|ol|li|span)(?:\s[^>]*)?>/gi, "")
    .replace(/<\/?(?:strong|b)>/gi, "**")
    .replace(/<\/?(?:em|i)>/gi, "*");
}

function decode(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

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

/** A link or an image, with its label and its target, in which parentheses come in pairs. */
const LINK = /!?\[([^\][]*)\]\(\s*([^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+"[^"]*")?\s*\)/g;

/** The start of a line such as `[label]: https://acme.example`. */
const LINK_DEFINITION = /^( {0,3}\[[^\]]+\]):/gm;

/** A line of `=` or `-`. */
const UNDERLINE = /^( {0,3})(=+|-+)[ \t]*(?=\n)/gm;

function isAddress(target: string): boolean {
  return /^(?:https?:\/\/|mailto:)[^\s<>"]+$/i.test(target);
}
