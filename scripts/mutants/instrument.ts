/** The text of a source file with all its mutants inside. */
import type { Mutant } from "./mutant.js";

/**
 * Prints a source file with all its mutants, of which a switch chooses one at run time: so it is
 * transformed once, and one run tells which tests reach which mutants. Line numbers stay.
 */
export function instrument(path: string, text: string, mutants: readonly Mutant[]): string {
  const roots = nest(mutants.map((mutant, index) => ({ mutant, index })));
  const begin = /^#!.*\n/.exec(text)?.[0] ?? "";
  const choose = `const $mutant = globalThis.$mutants(${JSON.stringify(path)});`;
  return begin + choose + print(text, begin.length, text.length, roots);
}

/** Expects mutants by start, and of those the longest first. */
function nest(numbered: readonly Numbered[]): readonly Place[] {
  const roots: Place[] = [];
  const enclosing: Place[] = [];
  for (const entry of numbered) {
    const { start, end, form } = entry.mutant;
    while ((enclosing.at(-1)?.end ?? Infinity) <= start) enclosing.pop();
    const top = enclosing.at(-1);
    if (top?.start === start && top.end === end && top.choices[0]?.mutant.form === form) {
      top.choices.push(entry);
      continue;
    }
    const place: Place = { start, end, choices: [entry], inside: [] };
    (top?.inside ?? roots).push(place);
    enclosing.push(place);
  }
  return roots;
}

function print(text: string, start: number, end: number, places: readonly Place[]): string {
  let printed = "";
  let at = start;
  for (const place of places) {
    printed += text.slice(at, place.start) + printPlace(text, place);
    at = place.end;
  }
  return printed + text.slice(at, end);
}

function printPlace(text: string, { start, end, choices, inside }: Place): string {
  const original = print(text, start, end, inside);
  const [{ mutant, index } = { mutant: undefined, index: 0 }] = choices;
  if (mutant?.form === "statement") return `if($mutant(${index})){}else{${original}}`;
  if (mutant?.form === "property") return `...($mutant(${index})?{}:{${original}})`;
  const alternatives = choices.map((choice) => {
    const { replacement } = choice.mutant;
    // After `?(a):{`, a parser looks for an arrow function with a type.
    return `$mutant(${choice.index})?${replacement.startsWith("(") ? `(${replacement})` : replacement}:`;
  });
  return `(${alternatives.join("")}${original})`;
}

// ---- Types

/** A mutant with its index in the file, by which the switch knows it. */
interface Numbered {
  readonly mutant: Mutant;
  readonly index: number;
}

/** Mutants of one node, and those of the nodes inside. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly choices: Numbered[];
  readonly inside: Place[];
}
