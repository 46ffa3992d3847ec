/** Formats generated text: types by their own layout, other code with Prettier, and Markdown by its blank lines. */
import type { Memo } from "../../model/memo.js";
import { toBatches } from "../../model/batches.js";
import { LINE_WIDTH } from "./print.js";
import { layOutTypes } from "./type-layout.js";

/** Formats a text of TypeScript, such as a module without imports, with Prettier. */
export async function formatCode(text: string, memo: Memo): Promise<string> {
  const [formatted = ""] = await formatBlocks([text], memo);
  return `${formatted}\n`;
}

/**
 * Formats texts of TypeScript, such as declarations, each by itself: types by their own layout, all else with Prettier.
 * Of the latter, those that have not changed come from the memo.
 */
export async function formatBlocks(
  blocks: readonly string[],
  memo: Memo,
): Promise<readonly string[]> {
  const formatted = new Map<string, string>();
  const added = new Set<string>();
  for (const block of blocks) {
    const known = layOutTypes(block) ?? memo.recall("format", block);
    if (known === undefined) added.add(block);
    else formatted.set(block, known);
  }
  for (const batch of toBatches([...added], BATCH_LENGTH)) {
    for (const [index, result] of (await formatBatch(batch)).entries()) {
      const block = batch[index] ?? "";
      memo.keep("format", block, result);
      formatted.set(block, result);
    }
  }
  return blocks.map((block) => formatted.get(block) ?? "");
}

/** Characters per call of Prettier. One call for each declaration is slower, and so is one for all of them. */
const BATCH_LENGTH = 20_000;

/** A comment between the texts of a batch, at which the formatted batch is split again. */
const BOUNDARY = "// ---- The next text of the batch";

async function formatBatch(batch: readonly string[]): Promise<readonly string[]> {
  const together = (await formatText(batch.join(`\n\n${BOUNDARY}\n\n`))).split(BOUNDARY);
  // A text that holds the boundary itself splits the batch elsewhere.
  if (together.length === batch.length) return together.map((text) => text.trim());
  return Promise.all(batch.map(formatText));
}

/** `babel-ts` gives the same text as `typescript` in two thirds of the time. */
async function formatText(text: string): Promise<string> {
  // Loading Prettier takes as long as most runs, so it is loaded only when it is needed.
  const { format } = await import("prettier");
  return (await format(text, { parser: "babel-ts", printWidth: LINE_WIDTH })).trim();
}

/** Removes the blank lines that templates leave. Aligning tables as Prettier does takes seconds. */
export function tidyMarkdown(text: string): string {
  return `${text.replace(/\n{3,}/g, "\n\n").trimEnd()}\n`;
}
