import type { Memo } from "../../model/memo.js";
import type { Source } from "../../model/model.js";
import { type Origin, provenance } from "../../model/origin.js";

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
  /** Skips formatting: compiled code is long and not meant to be read. */
  readonly isFormatted?: boolean;
}

/** The files that entries come from, without repetition, in the order of the entries. */
export function filesOf(...entries: readonly { readonly source: Source }[]): readonly string[] {
  return [...new Set(entries.map((entry) => entry.source.file))];
}

/**
 * Adds the header and formats code with Prettier. A JSON file has no comments, so its emitter adds
 * {@link jsonHeader} itself.
 */
export async function finishFile(
  { path, sources, body, isFormatted = false }: FileDraft,
  memo: Memo,
  origin: Origin,
): Promise<GeneratedFile> {
  if (path.endsWith(".json")) return { path, text: `${body}\n` };
  if (path.endsWith(".md"))
    return { path, text: markdownHeader(sources, origin) + tidyMarkdown(body) };
  const text = codeHeader(sources, origin) + body;
  return { path, text: isFormatted ? `${text.trimEnd()}\n` : await formatCode(text, memo) };
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
export function tidyMarkdown(text: string): string {
  return `${text.replace(/\n{3,}/g, "\n\n").trimEnd()}\n`;
}

/** Characters per call of Prettier. One call for each declaration is slower, and so is one for all of them. */
const BATCH_LENGTH = 20_000;

/** Formats TypeScript with Prettier. Declarations that have not changed come from the memo. */
export async function formatCode(text: string, memo: Memo): Promise<string> {
  const blocks = splitBlocks(text);
  const formatted = new Map<string, string>();
  const added = new Set<string>();
  for (const block of blocks) {
    const known = memo.recall("format", block);
    if (known === undefined) added.add(block);
    else formatted.set(block, known);
  }
  for (const batch of toBatches([...added])) {
    for (const [index, result] of (await formatBatch(batch)).entries()) {
      const block = batch[index] ?? "";
      memo.keep("format", block, result);
      formatted.set(block, result);
    }
  }
  return `${blocks.map((block) => formatted.get(block)).join("\n\n")}\n`;
}

/** Top-level declarations, each with the comment before it. */
function splitBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let open = "";
  for (const part of text
    .trim()
    .split(/\n{2,}(?=\/\*\*|export |import |interface |type |const )/)) {
    open = open === "" ? part : `${open}\n\n${part}`;
    if (!isBalanced(open)) continue;
    blocks.push(open);
    open = "";
  }
  return open === "" ? blocks : [...blocks, open];
}

/** Tells whether a part ends outside braces. */
function isBalanced(text: string): boolean {
  return text.split("{").length === text.split("}").length;
}

function toBatches(blocks: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let length = Infinity;
  for (const block of blocks) {
    if (length > BATCH_LENGTH) {
      batches.push([]);
      length = 0;
    }
    batches.at(-1)?.push(block);
    length += block.length;
  }
  return batches;
}

async function formatBatch(batch: readonly string[]): Promise<readonly string[]> {
  const together = splitBlocks(await formatText(batch.join("\n\n")));
  // Parts cannot be matched with their blocks if the result has another number of parts.
  if (together.length === batch.length) return together;
  return Promise.all(batch.map(formatText));
}

/** `babel-ts` gives the same text as `typescript` in two thirds of the time. */
async function formatText(text: string): Promise<string> {
  // Loading Prettier takes as long as most runs, so it is loaded only when it is needed.
  const { format } = await import("prettier");
  return (await format(text, { parser: "babel-ts", printWidth: 100 })).trim();
}
