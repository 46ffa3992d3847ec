/** Makes text from the YAML safe for comments and Markdown. */

/** Escapes text for a documentation comment: it can neither end the comment nor start a tag. */
export function escapeComment(text: string): string {
  return withoutControls(text)
    .replaceAll("*/", "*\\/")
    .replace(/(^|[\s{])@(?=\w)/g, "$1\\@")
    .trim();
}

/** Escapes prose for Markdown, also in tables: the text becomes one line without markup. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]<>|#~&]/g, "\\$&")
    .replace(/^([+-])(?=\s)/, "\\$1")
    .replace(/^(\d+)([.)])(?=\s)/, "$1\\$2");
}

/** Prints a code span that may stand in a table. Escapes `|`, which would end the cell. */
export function toCodeSpan(text: string): string {
  return toCode(text.replaceAll("|", "\\|"));
}

/** Prints a code span outside of tables, fenced by more backticks than it holds (CommonMark 0.31, section 6.1). */
export function toCode(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, " ").trim();
}

/** Removes control characters except line feeds and tabs. Line separators of Unicode become line feeds. */
function withoutControls(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, "\n").replace(/[\0-\x08\x0b-\x1f\x7f]/g, "");
}
