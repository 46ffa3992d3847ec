import type { Memo } from "../model/memo.js";
import type { Source } from "../model/model.js";
import { type Origin, provenance } from "../model/origin.js";
import { formatCode } from "./format-code.js";

/** One file of the output. */
export interface GeneratedFile {
  /** Relative to the output folder, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
}

/** A file without its header and before it is formatted. */
export interface FileDraft {
  readonly path: string;
  /** The YAML files that it is generated from, relative to the schema folder. */
  readonly sources: readonly string[];
  readonly body: string;
  /** Skips formatting: compiled code is long, and nobody reads it. */
  readonly isFormatted?: boolean;
}

/**
 * Adds the header and formats code with Prettier. A JSON file has no comments, so its emitter adds
 * {@link jsonHeader} itself.
 */
export async function finishFile(
  draft: FileDraft,
  memo: Memo,
  origin: Origin,
): Promise<GeneratedFile> {
  const { path, sources, body } = draft;
  if (path.endsWith(".json")) return { path, text: `${body}\n` };
  if (path.endsWith(".md"))
    return { path, text: markdownHeader(sources, origin) + tidyMarkdown(body) };
  const text = codeHeader(sources, origin) + body;
  if (draft.isFormatted === true) return { path, text: `${text.trimEnd()}\n` };
  return { path, text: await formatCode(text, memo) };
}

/** The header of a JSON file, as the lines of a key named `//`. */
export function jsonHeader(sources: readonly string[], origin: Origin): readonly string[] {
  const list = sources.map((file) => `Source:  ${file}`);
  return [provenance(origin), ...list, `Command: ${origin.command}`];
}

function codeHeader(sources: readonly string[], origin: Origin): string {
  const list = sources.join("\n//          ");
  return `// ${provenance(origin)}\n//\n// Source:  ${list}\n// Command: ${origin.command}\n\n`;
}

function markdownHeader(sources: readonly string[], origin: Origin): string {
  const list = sources.join("\n              ");
  return `<!-- ${provenance(origin)}\n     Source:  ${list}\n     Command: ${origin.command} -->\n\n`;
}

/** Removes the blank lines that templates leave. Aligning tables as Prettier does takes seconds. */
function tidyMarkdown(text: string): string {
  return `${text.replace(/\n{3,}/g, "\n\n").trimEnd()}\n`;
}

/** The files that entries come from, without repetition, in the order of the entries. */
export function filesOf(...entries: readonly { readonly source: Source }[]): readonly string[] {
  return [...new Set(entries.map((entry) => entry.source.file))];
}
