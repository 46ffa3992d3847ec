/** Follows references in places that are no schemas, and notes broken ones. */
import { isMap, type Json, type JsonMap } from "../../model/json.js";
import type { ImportContext } from "./context.js";
import { describeJson } from "./description.js";
import { parsePointer } from "./pointers.js";
import { follow, followChain } from "./references.js";

/** Follows the references of an entry that is no schema, such as a parameter or a response. */
export function resolveEntry(
  value: Json,
  location: string,
  { description, notes }: ImportContext,
): Resolved | undefined {
  let current = value;
  let shared: string | undefined;
  const seen = new Set<string>();
  while (isMap(current) && typeof current["$ref"] === "string") {
    const reference = current["$ref"];
    const keys = parsePointer(reference);
    const target = keys && follow(description.root, keys);
    if (seen.has(reference) || !keys || target === undefined) {
      notes.lose(`a reference to nothing, ${JSON.stringify(reference)}`, location);
      return undefined;
    }
    seen.add(reference);
    current = target;
    const isShared = keys.length === 3 && keys[0] === "components" && keys[1] === "parameters";
    shared = isShared ? keys[2] : undefined;
  }
  if (isMap(current)) return { value: current, ...(shared !== undefined && { shared }) };
  notes.lose(`${describeJson(current)} in place of a map`, location);
  return undefined;
}

/**
 * Follows a reference that replaces a whole map, such as `properties`. The standard does not allow it,
 * but some authors write it.
 */
export function resolveMap(
  value: Json,
  location: string,
  { description, notes }: ImportContext,
): Json {
  if (!isMap(value) || typeof value["$ref"] !== "string") return value;
  const target = followChain(description.root, value);
  if (isMap(target)) return target;
  notes.lose(`a reference to nothing, ${JSON.stringify(value["$ref"])}`, location);
  return undefined;
}

export interface Resolved {
  readonly value: JsonMap;
  /** The name of the shared parameter that the reference leads to. */
  readonly shared?: string;
}
