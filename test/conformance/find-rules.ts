/** Finds the rules of the contract that titles of tests and comments name, and the files that a glob matches. */

/** Names in brackets at the start of a string: `"[A.5] [B.16] names …"`. */
const TITLE = /["'`]((?:\[[A-Za-z]+(?:\.[\w-]+)+\]\s*)+)/g;
const NAME = /\[([^\]]+)\]/g;

/** References in comments: `contract A.6`, `contract A.6 and B.7`, `contract D.1–D.7`. */
const REFERENCE = /\bcontract,? ((?:(?:, | and |–|-)?[A-Z]\.\d+)+)/gi;
const NUMBER = /[A-Z]\.\d+/g;

/** The parts of a glob that stand for any text, as patterns. */
const STARS: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*" };

/** The rules that the titles of a test file name. */
export function findTitleRules(text: string): readonly string[] {
  return findAll(text, TITLE).flatMap((names) => findAll(names, NAME));
}

/** The numbers that comments refer to. */
export function findReferences(text: string): readonly string[] {
  return findAll(text, REFERENCE).flatMap((numbers) => numbers.match(NUMBER) ?? []);
}

/** A path that matches a glob with `*` and `**`, the only ones in the configuration of the tests. */
export function toPattern(glob: string): RegExp {
  const pattern = glob
    .replace(/[.+?^$()[\]{}|\\]/g, "\\$&")
    .replace(/\*\*\/|\*\*|\*/g, (stars) => STARS[stars] ?? stars);
  return new RegExp(`^${pattern}$`);
}

/** The first group of each match. */
function findAll(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, group = ""]) => group);
}
