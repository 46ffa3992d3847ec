import { createHash } from "node:crypto";

/**
 * Remembers what was made of a text, by the text itself: what has not changed since need not be
 * made again. Whether it remembers or not, the result is the same.
 */
export interface Memo {
  recall(kind: string, input: string): string | undefined;
  keep(kind: string, input: string, output: string): void;
}

export interface StoredMemo extends Memo {
  /** What this run has asked for or kept; what it has not is no longer of use. */
  used(): ReadonlyMap<string, string>;
  /** Whether {@link StoredMemo.used} is what the memo began with. */
  isUnchanged(): boolean;
}

/** A memo over what an earlier run has kept. */
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

function keyOf(kind: string, input: string): string {
  return `${kind} ${createHash("sha256").update(input).digest("base64")}`;
}
