/** Remembers what was made of a text, from one run of the generator to the next. */
import { createHash } from "node:crypto";

/** Makes the output of an input once: the memo keeps it, and gives it for the same input later. */
export function remember(memo: Memo, kind: string, input: string, make: () => string): string {
  const known = memo.recall(kind, input);
  if (known !== undefined) return known;
  const output = make();
  memo.keep(kind, input, output);
  return output;
}

/** Creates a memo that begins with the entries of an earlier run. */
export function createMemo(earlier: ReadonlyMap<string, string> = new Map()): StoredMemo {
  const used = new Map<string, string>();
  return {
    recall(kind, input) {
      const key = keyOf(kind, input);
      const output = used.get(key) ?? earlier.get(key);
      if (output !== undefined) used.set(key, output);
      return output;
    },
    keep(kind, input, output) {
      used.set(keyOf(kind, input), output);
    },
    used: () => used,
    isUnchanged: () =>
      used.size === earlier.size && [...used.keys()].every((key) => earlier.has(key)),
  };
}

/** Remembers nothing, for a run whose results no other run reads: keys of all inputs would be made for none. */
export const NO_MEMO: Memo = { recall: () => undefined, keep: () => {} };

function keyOf(kind: string, input: string): string {
  return `${kind} ${createHash("sha256").update(input).digest("base64")}`;
}

/** Remembers results by their input text, so that unchanged input is not processed again. */
export interface Memo {
  recall(kind: string, input: string): string | undefined;
  keep(kind: string, input: string, output: string): void;
}

/** A memo whose entries can be stored for the next run. */
export interface StoredMemo extends Memo {
  /** The entries that this run used. The others are obsolete. */
  used(): ReadonlyMap<string, string>;
  /** Tests whether the used entries equal those that the memo began with. */
  isUnchanged(): boolean;
}
