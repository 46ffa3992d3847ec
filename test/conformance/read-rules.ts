/** Reads the rules of `docs/contract/`, which has a file for each part. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A heading such as `## A.6 Safe paths`, and what follows it up to the next heading. */
const RULE = /^## (([A-Z])\.\d+)(.*)\n([\s\S]*?)(?=^#{1,2} |(?![\s\S]))/gm;

/** The file of a part, such as `A-endpoint.md`. */
const PART = /^([A-Z])-[a-z-]+\.md$/;

/** The rules of the contract, in its order. A rule in the file of another part is an error. */
export function readContract(folder: string): readonly Rule[] {
  const files = readdirSync(folder).filter((name) => PART.test(name));
  return files.sort().flatMap((file) => {
    const rules = readRules(readFileSync(join(folder, file), "utf8"));
    const stray = rules.find(({ part }) => !file.startsWith(`${part}-`));
    if (stray !== undefined) throw new Error(`${stray.number} is in ${file}.`);
    return rules;
  });
}

function readRules(markdown: string): readonly Rule[] {
  return [...markdown.matchAll(RULE)].map(
    ([, number = "", part = "", title = "", text = ""]): Rule => ({
      part,
      number,
      title: title.trim(),
      text: text.trim(),
    }),
  );
}

/** One numbered rule of the contract. */
export interface Rule {
  readonly part: string;
  readonly number: string;
  readonly title: string;
  readonly text: string;
}
