/** One numbered rule of the contract. */
export interface Rule {
  readonly part: string;
  readonly number: string;
  readonly title: string;
  readonly text: string;
}

/** A heading such as `### A.6 Safe paths`, and what follows it up to the next heading. */
const RULE = /^### (([A-Z])\.\d+)(.*)\n([\s\S]*?)(?=^#{1,3} |(?![\s\S]))/gm;

/** The rules of the contract, in its order. */
export function readRules(markdown: string): readonly Rule[] {
  return [...markdown.matchAll(RULE)].map(
    ([, number = "", part = "", title = "", text = ""]): Rule => ({
      part,
      number,
      title: title.trim(),
      text: text.trim(),
    }),
  );
}
