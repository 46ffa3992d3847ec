/** Reads and writes the text of references: `#/components/schemas/Pet`, or `components/api.yaml#/Pet`. */
import { posix } from "node:path";
import { unescapeKey } from "../../../src/base/values.js";

/** The keys of a reference inside the same document (RFC 6901); `undefined` for other references. */
export function parsePointer(reference: string): readonly string[] | undefined {
  if (reference === "#") return [];
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .map((token) => unescapeKey(decodePercent(token)));
}

/** Decodes a part of a URL. Invalid escapes stay as they are. */
export function decodePercent(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** Rewrites a reference such as `components/api.yaml#/x` relative to a file. */
export function relativeReference(file: string, reference: string): string {
  const [target = "", name = ""] = reference.split("#/", 2);
  const path = target === file ? "" : posix.relative(posix.dirname(file), target);
  return `${path}#/${name}`;
}
