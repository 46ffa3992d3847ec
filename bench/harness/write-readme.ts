import { readFileSync, writeFileSync } from "node:fs";

const README = "bench/README.md";

/**
 * Puts a table into the README, between the comments that carry its name.
 * @throws Error when the README has no such comments.
 */
export function writeTable(name: string, table: string): void {
  const text = readFileSync(README, "utf8");
  const [start, end] = [`<!-- begin: ${name} -->\n`, `\n<!-- end: ${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${README} has no comments for the table ${name}.`);
  writeFileSync(README, `${text.slice(0, from + start.length)}\n${table}\n${text.slice(to)}`);
}
