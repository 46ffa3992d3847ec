/** Reads the files that a description refers to, and makes one document of all. */
import { posix } from "node:path";
import { escapeKey } from "../../../src/base/values.js";
import { isMap, type Json, type JsonMap } from "../../model/json.js";
import { ImportError } from "../model/description.js";
import { decodePercent, EXTERNAL_FILES, follow, parsePointer } from "../model/references.js";
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
  for (const [file, { references }] of documents) {
    for (const reference of references) rewrite(reference, file, rootPath, documents, names);
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
  const addresses = references.filter(({ text }) => URL_SCHEME.test(text));
  const [first] = addresses;
  if (first === undefined) return;
  const isOne = addresses.length === 1;
  const are = isOne ? "An address on the web is" : `${addresses.length} addresses on the web are`;
  const example = JSON.stringify(first.text);
  throw new ImportError(
    `${path}: ${are} referred to, such as ${example}; expected files. ${HOW_TO_BUNDLE}`,
  );
}

const URL_SCHEME = /^[a-z][a-z0-9+.-]+:/i;

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

/** The file that a reference leads to; `undefined` for one inside the same file. */
function targetOf(file: string, text: string): string | undefined {
  const [relative = ""] = text.split("#");
  if (relative === "") return undefined;
  return posix.join(posix.dirname(file), decodePercent(relative));
}

/** Lists the references of a document. One that YAML aliases share is listed once. */
function listReferences(document: Json): readonly FileReference[] {
  const references: FileReference[] = [];
  const seen = new Set<object>();
  const pending: { readonly value: Json; readonly isNames: boolean }[] = [
    { value: document, isNames: false },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, isNames } = next;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    const holder = value as Record<string, Json>; // lists have indexes for keys
    for (const [key, child] of Object.entries(holder)) {
      if (key === "$ref" && typeof child === "string")
        references.push({ holder, key, text: child });
      else if (key === "mapping" && !isNames && isMap(child))
        references.push(...listMapping(child));
      else if (typeof child === "object" && (isNames || !FREE_KEYS.test(key))) {
        pending.push({ value: child, isNames: !isNames && NAMED_MAPS.has(key) && isMap(child) });
      }
    }
  }
  return references;
}

/** Keys whose values can be anything: a `$ref` in an example is no reference. */
const FREE_KEYS =
  /^(?:example|examples|default|enum|const|description|summary|title|x-(?!webhooks$).*)$/;

/** Keys whose values are maps of names, so that their keys have no meaning. */
// prettier-ignore
const NAMED_MAPS: ReadonlySet<string> = new Set([
  "properties", "patternProperties", "definitions", "$defs", "schemas", "parameters", "responses",
  "headers", "requestBodies", "callbacks", "pathItems", "paths", "webhooks", "x-webhooks", "content",
  "links", "encoding", "securitySchemes",
]);

/** Lists the values of a discriminator that are references. Others are names, or lead to the web. */
function listMapping(mapping: JsonMap): readonly FileReference[] {
  const holder = mapping as Record<string, Json>; // made from text for this
  const isReference = (text: string): boolean =>
    /#\/|\.(?:ya?ml|json)$/.test(text) && !URL_SCHEME.test(text);
  return Object.entries(mapping).flatMap(([key, text]) =>
    typeof text === "string" && isReference(text) ? [{ holder, key, text, isValue: true }] : [],
  );
}

/** Replaces the text of a reference by a pointer into the joined document. */
function rewrite(
  { holder, key, text }: FileReference,
  file: string,
  root: string,
  documents: ReadonlyMap<string, ReferringDocument>,
  names: ReadonlyMap<string, string>,
): void {
  const target = targetOf(file, text) ?? file;
  const [, fragment = ""] = text.split("#", 2);
  const pointer = fragment === "/" ? "" : fragment;
  const keys = parsePointer(`#${pointer}`);
  // From a part, authors also refer to the components of the root.
  const [section] = keys ?? [];
  const has = (holderFile: string, name: string): boolean =>
    follow(documents.get(holderFile)?.value, [name]) !== undefined;
  const isOfRoot =
    target === root ||
    (target === file && section !== undefined && !has(file, section) && has(root, section));
  const name = escapeKey(names.get(target) ?? target);
  holder[key] = isOfRoot
    ? `#${pointer}`
    : `#/${EXTERNAL_FILES}/${name.replaceAll("%", "%25")}${pointer}`;
}

/** Reads a file beside a description; `undefined` if there is none. */
export type ReadBeside = (path: string) => Promise<string | undefined>;

/** A file of a description, with the references in it. */
interface ReferringDocument {
  readonly value: Json;
  readonly references: readonly FileReference[];
}

/** A reference, with the map that contains it. */
interface FileReference {
  readonly holder: Record<string, Json>;
  readonly key: string;
  readonly text: string;
  /** Marks a value of a discriminator: a reference, or a name that looks like one. */
  readonly isValue?: boolean;
}
