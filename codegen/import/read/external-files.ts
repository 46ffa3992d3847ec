/** Reads the files that a description refers to, and makes one document of all. */
import { posix } from "node:path";
import { escapeKey } from "../../../src/base/values.js";
import type { Json, JsonMap } from "../../model/json.js";
import { ImportError } from "../model/description.js";
import { decodePercent, parsePointer } from "../model/pointers.js";
import { EXTERNAL_FILES, follow } from "../model/references.js";
import { type FileReference, isAddressOnWeb, listReferences } from "./file-references.js";
import { parseDescription } from "./parse-description.js";

/**
 * Reads the files that a description refers to, and makes all references lead into the same document.
 * Changes `root`, a fresh copy.
 * @throws ImportError for references to the web, and for files that do not exist.
 */
export async function joinExternalFiles(
  path: string,
  root: JsonMap,
  readBeside: ReadBeside,
): Promise<void> {
  const documents = await readDocuments(path, root, readBeside);
  if (documents.size === 1) return;
  const rootPath = toPosix(path);
  const folder = posix.dirname(rootPath);
  const names = new Map([...documents.keys()].map((file) => [file, posix.relative(folder, file)]));
  const joined = { rootPath, documents, names };
  for (const [file, { references }] of documents) {
    for (const { holder, key, text } of references) holder[key] = toJoined(text, file, joined);
  }
  const files = [...documents]
    .filter(([file]) => file !== rootPath)
    .map(([file, { value }]) => [names.get(file) ?? file, value]);
  (root as Record<string, Json>)[EXTERNAL_FILES] = Object.fromEntries(files) as JsonMap; // as documented
}

/** Reads the files that a description refers to, and those that these refer to. The root is the first. */
async function readDocuments(
  path: string,
  root: JsonMap,
  readBeside: ReadBeside,
): Promise<ReadonlyMap<string, ReferringDocument>> {
  const documents = new Map([[toPosix(path), listReferencesOf(root)]]);
  const missing = new Set<string>();
  // The loop also visits the documents that it adds.
  for (const [file, { references }] of documents) {
    refuseAddresses(path, references);
    for (const { text, isValue = false } of references) {
      const target = targetOf(file, text);
      if (target === undefined || documents.has(target) || missing.has(target)) continue;
      const content = await readBeside(target);
      if (content !== undefined)
        documents.set(target, listReferencesOf(parseDescription(target, content)));
      else if (!isValue) missing.add(target);
      if (documents.size > MAX_EXTERNAL_FILES) {
        throw new ImportError(
          `${path}: There are too many files; expected at most ${MAX_EXTERNAL_FILES}.`,
        );
      }
    }
  }
  if (missing.size > 0) throw new ImportError(describeMissing(path, [...missing]));
  return documents;
}

function listReferencesOf(value: Json): ReferringDocument {
  return { value, references: listReferences(value) };
}

const MAX_EXTERNAL_FILES = 10_000;

function toPosix(path: string): string {
  return posix.normalize(path.replaceAll("\\", "/"));
}

function refuseAddresses(path: string, references: readonly FileReference[]): void {
  const addresses = references.filter(({ text }) => isAddressOnWeb(text));
  const [first] = addresses;
  if (first === undefined) return;
  const isOne = addresses.length === 1;
  const are = isOne ? "An address on the web is" : `${addresses.length} addresses on the web are`;
  const example = JSON.stringify(first.text);
  throw new ImportError(
    `${path}: ${are} referred to, such as ${example}; expected files. ${HOW_TO_BUNDLE}`,
  );
}

function describeMissing(path: string, missing: readonly string[]): string {
  const [first = ""] = missing;
  const count = missing.length === 1 ? "A file" : `${missing.length} files`;
  return (
    `${path}: ${count} that it refers to cannot be read, such as ${JSON.stringify(first)}; ` +
    `expected YAML or JSON there. ${HOW_TO_BUNDLE}`
  );
}

const HOW_TO_BUNDLE =
  "To make one file of it: npx @redocly/cli bundle <description> -o bundled.yaml";

// ---- The joined document

/** A reference of a file as a pointer into the joined document: `pet.yaml#/Pet` is `#/x-external-files/pet.yaml/Pet`. */
function toJoined(text: string, file: string, joined: JoinedDocuments): string {
  const [, fragment = ""] = text.split("#", 2);
  const pointer = fragment === "/" ? "" : fragment;
  const target = resolveFile(text, pointer, file, joined);
  if (target === joined.rootPath) return `#${pointer}`;
  const name = escapeKey(joined.names.get(target) ?? target);
  return `#/${EXTERNAL_FILES}/${name.replaceAll("%", "%25")}${pointer}`;
}

/** The file that a reference means. In a part, `#/components/…` means the root if only that has the section. */
function resolveFile(
  text: string,
  pointer: string,
  file: string,
  { rootPath, documents }: JoinedDocuments,
): string {
  const target = targetOf(file, text) ?? file;
  const isInsidePart = target === file && file !== rootPath;
  const [section] = parsePointer(`#${pointer}`) ?? [];
  if (!isInsidePart || section === undefined) return target;
  const hasSection = (each: string): boolean =>
    follow(documents.get(each)?.value, [section]) !== undefined;
  return !hasSection(file) && hasSection(rootPath) ? rootPath : target;
}

/** The file that a reference leads to; `undefined` for one inside the same file. */
function targetOf(file: string, text: string): string | undefined {
  const [relative = ""] = text.split("#");
  if (relative === "") return undefined;
  return posix.join(posix.dirname(file), decodePercent(relative));
}

/** Reads a file beside a description; `undefined` if there is none. */
export type ReadBeside = (path: string) => Promise<string | undefined>;

/** A file of a description, with the references in it. */
interface ReferringDocument {
  readonly value: Json;
  readonly references: readonly FileReference[];
}

/** The documents that are joined. */
interface JoinedDocuments {
  readonly rootPath: string;
  /** By path. */
  readonly documents: ReadonlyMap<string, ReferringDocument>;
  /** The names of the files in the joined document, by path. */
  readonly names: ReadonlyMap<string, string>;
}
