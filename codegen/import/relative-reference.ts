import { posix } from "node:path";

/** `components/api.yaml#/x` as it is written in `file`. */
export function relativeReference(file: string, reference: string): string {
  const [target = "", name = ""] = reference.split("#/", 2);
  const path = target === file ? "" : posix.relative(posix.dirname(file), target);
  return `${path}#/${name}`;
}
