import type { Memo } from "../model/memo.js";
import { formatDeclaration } from "./format-declaration.js";
import { divideInterface } from "./format-members.js";

/** Characters per call of Prettier. A call for each declaration is slower, and so is one for all. */
const BATCH_LENGTH = 60_000;

/** Formats TypeScript as Prettier does. What needs Prettier and is unchanged comes from the memo. */
export async function formatCode(text: string, memo: Memo): Promise<string> {
  const blocks = splitBlocks(text);
  const formatted = new Map<string, string>();
  for (const block of blocks) {
    const known = formatDeclaration(block) ?? memo.recall("format", block);
    if (known !== undefined) formatted.set(block, known);
  }
  const added = blocks.filter((block) => !formatted.has(block));
  for (const [block, result] of await formatBlocks(added)) {
    memo.keep("format", block, result);
    formatted.set(block, result);
  }
  const texts = blocks.map((block) => formatted.get(block) ?? "");
  return `${texts.filter((text) => text !== "").join("\n\n")}\n`;
}

/** Prettier gets what is no simple interface, and those members of interfaces that are not simple. */
async function formatBlocks(blocks: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const divided = new Map(blocks.map((block) => [block, divideInterface(block)]));
  const parts = [...divided].flatMap(([block, simple]) => (simple ? simple.others : [block]));
  const formatted = new Map<string, string>();
  for (const batch of toBatches([...new Set(parts)])) {
    const texts = await formatBatch(batch);
    for (const [index, part] of batch.entries()) formatted.set(part, texts[index] ?? "");
  }
  const textOf = (part: string): string => formatted.get(part) ?? "";
  return new Map(
    [...divided].map(([block, simple]) => [
      block,
      simple ? simple.join(simple.others.map(textOf)) : textOf(block),
    ]),
  );
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

/** Whether a part does not end inside braces. */
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
  // If the result divides otherwise, its parts cannot be matched with the blocks.
  if (together.length === batch.length) return together;
  return Promise.all(batch.map(formatText));
}

async function formatText(text: string): Promise<string> {
  // Loading Prettier takes as long as most runs, so it is loaded only when it is needed.
  const { format } = await import("prettier");
  return (await format(text, { parser: "typescript", printWidth: 100 })).trim();
}
