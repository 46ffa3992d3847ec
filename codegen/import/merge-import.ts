/** Merges a converted description into the files of a schema folder. */
import { itemsOf, type Json, mapOf } from "../model/json.js";
import { toKeptPath } from "../read/descriptions.js";
import type { SchemaFile } from "../read-schema.js";
import type { Conversion } from "./convert.js";
import { keepDescription } from "./keep-description.js";
import type { PresentFile } from "./merge/divided-file.js";
import type { FileImport } from "./merge/file-import.js";
import { mergeFile } from "./merge/merge-file.js";
import { readPresentWebhooks } from "./merge/present-folder.js";
import { type DescriptionOrigin, registerDescription } from "./merge/origins.js";
import { recordImport, valuesOfImports } from "./merge/record-import.js";
import { readRecord, RECORD_FILE } from "./merge/record.js";
import { withRenewedTexts } from "./merge/renew-texts.js";
import { type Label, ROUTE_FILE } from "./model/context.js";
import type { Notes } from "./model/notes.js";
import { noteKept, noteSkipped } from "./not-imported.js";
import { addTodos, serverTodo, vendorTodos } from "./todos.js";
import type { ImportOptions, ImportResult, PossibleUpdate } from "./types.js";

/**
 * Merges converted files into the folder.
 * @param refused Reasons by entry, such as `routes.yaml GET /x`. These entries are left out.
 */
export function mergeImport(
  conversion: Conversion,
  refused: ReadonlyMap<string, string>,
  options: Pick<ImportOptions, "prune" | "renew" | "origin" | "keep">,
): ImportResult {
  const { prune = false, renew = false, origin = {}, keep = false } = options;
  const { context, folder, files: described } = conversion;
  const { label, skipped } = context;
  const notes = conversion.notes.copy();
  const imports = listImports(conversion, refused, origin, notes);
  noteSkipped(skipped, label, notes);
  const recorded = readRecord(folder.get(RECORD_FILE)?.value).get(label.name);
  const unchanged = new Set(renew ? recorded?.values() : []);
  const merged = mergeFiles(imports, folder, notes, unchanged);
  const { files, removed, noted, obsolete } = recordImport(
    { described, imports, merged, folder, label, skipped },
    prune,
    notes,
  );
  noteKept(imports, folder, noted, { ...context, notes });
  const possibleUpdate = describeUpdate(skipped, countEntries(described), label);
  const summary = notes.summarize();
  return {
    files: [
      ...addVendorTodos(files, imports, conversion),
      ...(keep || needsDescription(folder) ? [createKeptDescription(conversion)] : []),
    ],
    notes: notes.list(),
    allNotes: notes.list(true),
    values: listNewValues(imports, folder),
    removed,
    ...(possibleUpdate && { possibleUpdate }),
    ...(obsolete !== undefined && { obsolete }),
    ...(summary !== undefined && { summary }),
  };
}

/** The files of the import without refused entries, with the entry of the description in `import.yaml`. */
function listImports(
  { context, folder, files }: Conversion,
  refused: ReadonlyMap<string, string>,
  origin: DescriptionOrigin,
  notes: Notes,
): ReadonlyMap<string, FileImport> {
  const { description, label, skipped } = context;
  const imports = new Map(leaveOutRefused(files, refused, notes));
  const mapping = folder.get("import.yaml")?.value;
  const facts = { skipped, origin };
  const registration = registerDescription(description, label, facts, mapping, imports);
  if (registration) imports.set("import.yaml", registration);
  return imports;
}

/** Leaves out refused routes. A refused schema becomes `true`, because others may refer to it. */
function* leaveOutRefused(
  files: ReadonlyMap<string, FileImport>,
  refused: ReadonlyMap<string, string>,
  notes: Notes,
): Generator<readonly [path: string, file: FileImport]> {
  for (const [path, file] of files) {
    const kept = [...file.entries].flatMap(([key, value]): (readonly [string, Json])[] => {
      const reason = refused.get(`${path} ${key}`);
      if (reason === undefined) return [[key, value]];
      const isRoute = path === ROUTE_FILE;
      notes.lose(`${isRoute ? "a route" : "a schema"} that is refused (${reason})`, key);
      return isRoute ? [] : [[key, true]];
    });
    yield [path, { ...file, entries: new Map(kept) }];
  }
}

/**
 * Merges the imported entries into the files of the folder.
 * @param unchanged Digests of entries that nobody has changed, whose texts are replaced.
 */
function mergeFiles(
  imports: ReadonlyMap<string, FileImport>,
  folder: ReadonlyMap<string, PresentFile>,
  notes: Notes,
  unchanged: ReadonlySet<string>,
): ReadonlyMap<string, PresentFile> {
  const merged = [...imports].map(([path, file]) => {
    const onLostComments = (key: string): void =>
      notes.lose("a comment inside an entry that has changed", `${path} ${key}`);
    const isRenewed = unchanged.size > 0 && (path === ROUTE_FILE || path.startsWith("components/"));
    const imported = isRenewed ? withRenewedTexts(file, unchanged) : file;
    return [path, mergeFile(folder.get(path), imported, onLostComments)] as const;
  });
  return new Map(merged);
}

/** The values of new files, which contain nothing but imported entries. */
function listNewValues(
  imports: ReadonlyMap<string, FileImport>,
  folder: ReadonlyMap<string, PresentFile>,
): ReadonlyMap<string, Json> {
  const isParsed = (path: string): boolean =>
    folder.has(path) || /^(?:vendor|import)\.yaml$/.test(path);
  return valuesOfImports(new Map([...imports].filter(([path]) => !isParsed(path))));
}

/** Adds comments to a `vendor.yaml` that lacks an address, or settings of webhooks. */
function addVendorTodos(
  files: readonly SchemaFile[],
  imports: ReadonlyMap<string, FileImport>,
  { context, folder, webhooks }: Conversion,
): readonly SchemaFile[] {
  const isNew = !folder.has("vendor.yaml");
  const lacksServer = isNew && context.server === undefined && imports.has(ROUTE_FILE);
  const ofServer = lacksServer ? [serverTodo(context.description.root)] : [];
  const hasNewWebhooks = readPresentWebhooks(folder) === undefined && webhooks !== undefined;
  const ofWebhooks = hasNewWebhooks ? vendorTodos(webhooks) : [];
  return files.map((file) => addTodos(file, ofServer, ofWebhooks));
}

/** The file that keeps the description itself. */
function createKeptDescription({ context: { description, label } }: Conversion): SchemaFile {
  return { path: toKeptPath(label.name), text: keepDescription(description.root) };
}

/** Tells whether the folder has the output `paths`, which is made of the description itself. */
function needsDescription(folder: ReadonlyMap<string, PresentFile>): boolean {
  const { outputs } = mapOf(folder.get("vendor.yaml")?.value);
  return itemsOf(outputs).includes("paths");
}

/** Describes a new description most of which other descriptions have brought. */
function describeUpdate(
  { size: repeated }: ReadonlySet<string>,
  added: number,
  { name, isNew, others, files }: Label,
): PossibleUpdate | undefined {
  if (!isNew || repeated <= added) return undefined;
  const otherFiles = others.map((label) => ({ label, file: files.get(label) ?? label }));
  return { label: name, others: otherFiles, repeated, added };
}

function countEntries(files: ReadonlyMap<string, FileImport>): number {
  const sizeOf = (path: string): number => files.get(path)?.entries.size ?? 0;
  return sizeOf(ROUTE_FILE) + sizeOf("events.yaml");
}
