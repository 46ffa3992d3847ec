/** Follows references from entries that stay to components, which then stay as well. */
import { posix } from "node:path";
import { unescapeKey } from "../../../src/base/values.js";
import type { Json } from "../../model/json.js";
import type { PresentFile } from "./divided-file.js";
import { type Entries, type Entry, toEntryName } from "./entries.js";

/** Leaves out components that remaining entries refer to, directly or through other components. */
export function withoutReferred(
  removable: ReadonlySet<string>,
  entries: Entries,
  files: ReadonlyMap<string, PresentFile>,
): ReadonlySet<string> {
  const hasComponents = [...removable].some((name) => entries.get(name)?.kind === "component");
  if (!hasComponents) return removable;
  const unreferred = new Set(removable);
  const otherFiles = ["corrections.yaml", "vendor.yaml"].flatMap((path) => {
    const file = files.get(path);
    return file === undefined ? [] : [{ path, value: file.value }];
  });
  const remaining = [...entries.values()].filter(({ name }) => !removable.has(name));
  const pending = [...remaining.map(toReferrer), ...otherFiles];
  for (let referrer = pending.pop(); referrer !== undefined; referrer = pending.pop()) {
    for (const name of listReferredEntries(referrer.value, referrer.path)) {
      const target = entries.get(name);
      // Its own references stay as well.
      if (target !== undefined && unreferred.delete(name)) pending.push(toReferrer(target));
    }
  }
  return unreferred;
}

/** References of an event are in its payload file, which is the last of its places. */
function toReferrer({ value, places }: Entry): Referrer {
  return { path: places.at(-1)?.path ?? "", value };
}

/** The names of the entries that a value refers to. */
function* listReferredEntries(value: Json, path: string): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === "$ref" && typeof child === "string") yield entryNameOf(child, path);
    else yield* listReferredEntries(child as Json, path);
  }
}

/** Turns a reference such as `../components/api.yaml#/pet` into the name of its entry. */
function entryNameOf(reference: string, from: string): string {
  const [file = "", key = ""] = reference.split("#/");
  const path = file === "" ? from : posix.join(posix.dirname(from), file);
  return toEntryName(path, unescapeKey(key));
}

/** A value that refers to entries, and its file. */
interface Referrer {
  readonly path: string;
  readonly value: Json;
}
