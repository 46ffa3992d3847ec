import { readFileSync } from "node:fs";

/** A block of code of a page, and the heading that it stands under. */
export interface Block {
  readonly language: string;
  readonly heading: string;
  readonly code: string;
}

/** The blocks of a Markdown page, in order. */
export function readBlocks(path: string): readonly Block[] {
  let heading = "";
  const blocks: Block[] = [];
  const pattern = /^## (?<title>[^\n]+)$|^```(?<language>\w+)\n(?<code>.*?)^```$/gms;
  for (const { groups = {} } of readFileSync(path, "utf8").matchAll(pattern)) {
    const { title, language = "", code = "" } = groups;
    if (title === undefined) blocks.push({ language, heading, code });
    else heading = title;
  }
  if (blocks.length === 0) throw new Error(`${path} has no block of code.`);
  return blocks;
}
