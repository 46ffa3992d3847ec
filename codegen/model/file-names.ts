/** Makes the names of files from the names in the YAML, so that every file system accepts them. */
import { groupBy } from "./group-by.js";

/** Makes names of modules, without extension. They have no dots, because `a.d.ts` is a declaration. */
export function toModuleNames(names: readonly string[]): readonly string[] {
  return names.map(createSafeNamer(/[^\w-]/g));
}

/**
 * Makes paths of modules, without extension, of lists of names: `["chats", "participants"]` becomes
 * `chats/participants`, with the key `chats.participants`.
 * @param paths A folder's path comes before those of the modules in it.
 */
export function toPathNames(paths: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [folder, inside] of groupBy(paths, (path) => path.slice(0, -1).join("."))) {
    const names = inside.map((path) => path.at(-1) ?? "");
    const parent = folder === "" ? "" : `${files.get(folder) ?? ""}/`;
    for (const [index, file] of toModuleNames(names).entries()) {
      files.set(joinDotted(folder, names[index] ?? ""), parent + file);
    }
  }
  return files;
}

/** Joins names with a dot. The first may be empty. */
export function joinDotted(folder: string, name: string): string {
  return folder === "" ? name : `${folder}.${name}`;
}

/** Makes the names of the files in `payloads/`, without extension: those of the events, if safe. */
export function toPayloadFileNames(events: readonly string[]): readonly string[] {
  return events.map(createPayloadFileNamer([]));
}

/** Creates a function that names the files of new payloads as `toPayloadFileNames` does, beside files that are there. */
export function createPayloadFileNamer(taken: readonly string[]): (event: string) => string {
  return createSafeNamer(/[^\w.-]/g, taken);
}

/**
 * Creates a function that makes names that every file system accepts: ASCII, not too long, not that of a device,
 * and different by more than case from those that it made before and from `taken`.
 */
function createSafeNamer(unsafe: RegExp, taken: readonly string[] = []): (name: string) => string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return (name) => {
    const text = name.replace(unsafe, "_").replace(/^\./, "_").slice(0, MAX_FILE_NAME_LENGTH);
    const base = DEVICE_NAME.test(text) ? `${text}_` : text;
    let free = base;
    for (let number = 2; used.has(free.toLowerCase()); number += 1) free = `${base}-${number}`;
    used.add(free.toLowerCase());
    return free;
  };
}

/** Less than half of what file systems allow, which leaves room for a number and an extension. */
const MAX_FILE_NAME_LENGTH = 120;

/** Names that Windows reserves, with any extension. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
