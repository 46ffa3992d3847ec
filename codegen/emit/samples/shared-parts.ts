/**
 * Parts that several samples have in common, such as the repository of most events. Each becomes a function in a module
 * of its own, which the samples and other parts call:
 *
 *     const repository = (): object => ({ id: 1, owner: owner() });
 */
import { toPartName } from "../../model/names.js";
import { code, exported, final, joinCode } from "../print/module.js";
import { printValue } from "../print/print.js";
import type { Module } from "../print/types.js";

/** In characters: a shorter part is repeated rather than shared. */
const MIN_SHARED_SAMPLE = 150;

/**
 * Finds parts that occur several times, and names them. The inner parts of a repeated one are counted once, because
 * they are printed once, in its function.
 */
export function nameSharedParts(values: readonly unknown[]): SharedParts {
  const seen = new Map<string, { value: object; hints: Set<string>; count: number }>();
  for (const value of values) visit(value, "payload");
  const shared = [...seen].filter(
    ([text, { count }]) => count > 1 && text.length >= MIN_SHARED_SAMPLE,
  );
  return new Map(
    shared.map(([text, { value, hints }]) => [text, { name: toPartName(hints, text), value }]),
  );

  function visit(value: unknown, hint: string): void {
    if (typeof value !== "object" || value === null) return;
    const text = JSON.stringify(value);
    const known = seen.get(text);
    if (known) {
      known.count += 1;
      known.hints.add(hint);
    } else {
      seen.set(text, { value, hints: new Set([hint]), count: 1 });
      for (const [key, child] of Object.entries(value)) visit(child, key);
    }
  }
}

/** Prints the module with a function for each shared part. */
export function printPartModule(parts: SharedParts): Module {
  const functions = [...parts.values()]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, value }) => {
      const text = printValue(value, (child) => printWithParts(child, parts).text);
      return code`${exported("const", name)} = (): object => (${text});`;
    });
  return { blocks: [final(joinCode(functions, "\n"))] };
}

/** Prints a value as an expression, in which shared parts are calls. */
export function printWithParts(value: unknown, parts: SharedParts): PrintedSample {
  const called = new Set<string>();
  const print = (inner: unknown): string => {
    const part = parts.get(JSON.stringify(inner));
    if (part === undefined) return printValue(inner, print);
    called.add(part.name);
    return `${part.name}()`;
  };
  const text = print(value);
  return { text, called: [...called] };
}

// ---- Types

/** The name of the function and the value of each part, by the part's text. */
export type SharedParts = ReadonlyMap<string, SharedPart>;

interface SharedPart {
  readonly name: string;
  readonly value: object;
}

interface PrintedSample {
  readonly text: string;
  /** The names of the shared parts that it calls. */
  readonly called: readonly string[];
}
