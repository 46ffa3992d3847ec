import { formatPath } from "../../model/diagnostics.js";
import type { Source } from "../../model/model.js";

/** The file and the key that something was generated from. */
export function describeSource({ file, path }: Source): string {
  const keys = path.filter((key) => typeof key === "string");
  return keys.length === 0 ? file : `${file}: ${formatPath(keys)}`;
}
