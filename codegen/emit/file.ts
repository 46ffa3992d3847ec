import type { Memo } from "../memo.js";
import type { Source } from "../model.js";
import { codeHeader, markdownHeader, provenance } from "../templates/header.js";
import { compileTemplate } from "../templates/render.js";
import { formatCode } from "./format-code.js";

/** One file of the output. */
export interface GeneratedFile {
  /** Relative to the output folder, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
}

/** A file before its header and its format. */
export interface FileDraft {
  readonly path: string;
  /** YAML files that it is made from, relative to the schema folder. */
  readonly sources: readonly string[];
  readonly body: string;
  /** Of a body that stays as it is: compiled code is long, and nobody reads it. */
  readonly isFormatted?: boolean;
}

const command = "npm run codegen";

/** The same for a file of JSON, which has no comments: the lines of its key `//`. */
export function jsonHeader(sources: readonly string[]): readonly string[] {
  return [provenance, ...sources.map((file) => `Source:  ${file}`), `Command: ${command}`];
}

const renderCodeHeader = compileTemplate(codeHeader);
const renderMarkdownHeader = compileTemplate(markdownHeader);

/**
 * Puts the provenance header before the body, and code into Prettier's format. JSON comes with
 * its own, see {@link jsonHeader}.
 */
export async function finishFile(draft: FileDraft, memo: Memo): Promise<GeneratedFile> {
  if (draft.path.endsWith(".json")) return { path: draft.path, text: `${draft.body}\n` };
  const isMarkdown = draft.path.endsWith(".md");
  const renderHeader = isMarkdown ? renderMarkdownHeader : renderCodeHeader;
  const header = renderHeader({ provenance, sources: draft.sources, command });
  const text = header + draft.body;
  if (isMarkdown) return { path: draft.path, text: tidyMarkdown(text) };
  if (draft.isFormatted === true) return { path: draft.path, text: `${text.trimEnd()}\n` };
  return { path: draft.path, text: await formatCode(text, memo) };
}

/** Templates leave blank lines behind. To align tables as Prettier does takes seconds. */
function tidyMarkdown(text: string): string {
  return `${text.replace(/\n{3,}/g, "\n\n").trimEnd()}\n`;
}

/** Tells a file of ours from one that somebody put beside it. */
export function isGenerated(text: string): boolean {
  return text.slice(0, 200).includes(provenance);
}

/** The files that entries come from, each once, in the order of the entries. */
export function filesOf(...entries: readonly { readonly source: Source }[]): readonly string[] {
  return [...new Set(entries.map((entry) => entry.source.file))];
}
