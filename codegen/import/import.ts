/** Imports a description: converts it, merges it with the files that are there, and checks the result. */
import { itemsOf, type Json, type JsonMap, keysOf, mapOf, textOf } from "../model/json.js";
import { createMemo, type Memo } from "../model/memo.js";
import { type Diagnostic, SchemaError } from "../model/messages.js";
import type { SchemaModel } from "../model/model.js";
import { toKeptPath } from "../read/descriptions.js";
import { rememberDocument } from "../read/documents/documents.js";
import { readSchema, type SchemaFile } from "../read-schema.js";
import { importClient } from "./client/client.js";
import { importSecurity } from "./client/security.js";
import { importFiles } from "./files.js";
import { keepDescription } from "./keep-description.js";
import { addTodos, serverTodo, vendorTodos } from "./todos.js";
import {
  type DescriptionOrigin,
  hasRoutes,
  parseFolder,
  readKnownWebhooks,
  readLabel,
  readMapping,
  readPresentOperations,
  readPresentWebhooks,
  registerDescription,
} from "./merge/present-folder.js";
import { type FileImport, mergeFile, type PresentFile } from "./merge/merge-file.js";
import { type Keep, renewTexts } from "./merge/keep.js";
import { digestEntry, readRecord, RECORD_FILE } from "./merge/record.js";
import { recordImport, valuesOfImports } from "./merge/prune.js";
import type { ImportContext, Label } from "./model/context.js";
import type { DescriptionFile, LoadedDescription } from "./model/description.js";
import { createNotes, type NoteList, type Notes } from "./model/notes.js";
import { noteKept, noteRoot, noteSkipped, noteUnwritable } from "./not-imported.js";
import { toDescription } from "./read/read-description.js";
import { importNames, matchMethods } from "./names/names.js";
import { createPages } from "./names/page-schemes.js";
import type { NamesFile } from "./names/types.js";
import { readVendorNames, withSecurity } from "./names/vendor-names.js";
import { nameOperations } from "./routes/operation-names.js";
import { type ImportedServer, importServers } from "./routes/servers.js";
import { createSharedSchemas, toUniqueNames } from "./schemas/shared-schemas.js";
import { hasWebhooks } from "./webhooks/list-webhooks.js";
import { type ImportedWebhooks, importWebhooks } from "./webhooks/webhooks.js";

export type { DescriptionFile, LoadedDescription } from "./model/description.js";
export { ImportError } from "./model/description.js";
export type { DescriptionOrigin } from "./merge/present-folder.js";

export interface ImportResult {
  /** The imported files with their new text, including unchanged ones. */
  readonly files: readonly SchemaFile[];
  /** Losses, decisions and kept entries: a line for each kind, with its first locations. */
  readonly notes: readonly string[];
  /** The same with all locations and all ignored keywords. */
  readonly allNotes: readonly string[];
  /** The values of new files by path, so that these files need not be parsed. */
  readonly values: ReadonlyMap<string, Json>;
  /** The numbers of losses; absent if there are none. */
  readonly summary?: string;
  /** The paths of files that became empty. */
  readonly removed: readonly string[];
  /** A line about entries that `prune` would remove. */
  readonly obsolete?: string;
  /** Set for a new description most of which other descriptions have brought. */
  readonly left?: LeftDescription;
}

/** A description that is probably the next version of another one. */
export interface LeftDescription {
  /** The label that it has beside the others. */
  readonly label: string;
  readonly others: readonly { readonly label: string; readonly file: string }[];
  /** Routes and events that stay as the others brought them. */
  readonly number: number;
  /** Its other routes and events. */
  readonly brought: number;
}

/** An import that the checker accepts. */
export interface CheckedImport extends ImportResult {
  /** The whole folder as it is after the import. */
  readonly folder: readonly SchemaFile[];
  readonly model: SchemaModel;
}

export interface ImportOptions {
  /** Names the file of the components. Default: the name of an earlier import, or a new one. */
  readonly label?: string;
  /** Removes unchanged entries of earlier imports that no description has any more. */
  readonly prune?: boolean;
  /** Takes the texts of the description also for entries that are there, if nobody has changed these. */
  readonly renew?: boolean;
  /** The names of methods, of the class and of its options. */
  readonly names?: NamesFile;
  /** Where the description comes from. Absent: what is remembered stays, without its digest. */
  readonly origin?: DescriptionOrigin;
  /** Keeps the description itself for the output `paths`, even if `vendor.yaml` does not ask for it. */
  readonly keep?: boolean;
  /** Set if another description follows, which may have further routes of the file of names. */
  readonly isFollowed?: boolean;
  /** Gets the values of all files, so that the rest of the process need not parse them. Default: a new one. */
  readonly memo?: Memo;
}

/**
 * Imports an OpenAPI description into the YAML of a schema folder. Pure and deterministic. Keeps what
 * users wrote: texts, styles, the order, comments, and entries that the description does not contain.
 * @throws ImportError if the file is no description.
 * @throws SchemaError if an existing file is not valid YAML.
 */
export function importDescription(
  file: DescriptionFile | LoadedDescription,
  present: readonly SchemaFile[],
  options: ImportOptions = {},
): ImportResult {
  return mergeImport(convertDescription(file, present, options), new Map(), options);
}

/** Limit of checks. Each one can complain of entries that the one before did not reach. */
const MAX_CHECKS = 5;

/**
 * Imports a description and checks the resulting folder. Entries that the checker refuses are left out
 * and noted, so that one odd schema does not end the import. The description is converted once; merging
 * and checking are repeated.
 * @throws ImportError if the file is no description.
 * @throws SchemaError with complaints about present files.
 */
export function importChecked(
  file: DescriptionFile | LoadedDescription,
  present: readonly SchemaFile[],
  options: ImportOptions = {},
): CheckedImport {
  const conversion = convertDescription(file, present, options);
  const refused = new Map<string, string>();
  const { memo = createMemo() } = options;
  for (let check = 1; ; check += 1) {
    const result = mergeImport(conversion, refused, options);
    const folder = replaceInFolder(present, result);
    try {
      const model = readSchema(folder, memo, result.values);
      if (options.memo) rememberFiles(result, options.memo);
      return { ...result, folder, model };
    } catch (error) {
      if (!(error instanceof SchemaError) || check === MAX_CHECKS) throw error;
      const found = refusedEntries(error.diagnostics, result.files);
      if (found === undefined) throw error;
      for (const [entry, reason] of found) refused.set(entry, reason);
    }
  }
}

/**
 * Imports several descriptions into one folder, one after the other.
 * @param origins Where each of them comes from.
 */
export function importAll(
  files: readonly (DescriptionFile | LoadedDescription)[],
  present: readonly SchemaFile[],
  shared: Pick<ImportOptions, "names" | "keep" | "memo"> = {},
  origins: readonly DescriptionOrigin[] = [],
): readonly CheckedImport[] {
  const results: CheckedImport[] = [];
  for (const [index, file] of files.entries()) {
    const origin = origins[index] ?? {};
    const isFollowed = index < files.length - 1;
    const options = { ...shared, origin, isFollowed };
    results.push(importChecked(file, results.at(-1)?.folder ?? present, options));
  }
  return results;
}

// ---- Conversion

/** A description in the format of the YAML, before it is merged into the folder. */
interface Conversion {
  readonly context: ImportContext;
  readonly notes: NoteList;
  readonly folder: ReadonlyMap<string, PresentFile>;
  readonly files: ReadonlyMap<string, FileImport>;
  readonly server: ImportedServer | undefined;
  readonly webhooks: ImportedWebhooks | undefined;
  /** Entries that this description has, too, but that belong to others. */
}

function convertDescription(
  file: DescriptionFile | LoadedDescription,
  present: readonly SchemaFile[],
  { label: givenLabel, names: givenNames, isFollowed = false }: ImportOptions,
): Conversion {
  const described = toDescription(file);
  const root = givenNames ? withSecurity(described.root, givenNames) : described.root;
  const description = { ...described, root };
  const folder = parseFolder(present);
  const notes = createNotes();
  const mapping = folder.get("import.yaml")?.value;
  const label = readLabel(description, mapping, folder, givenLabel);
  const vendor = mapOf(folder.get("vendor.yaml")?.value);
  // The import of the first routes adds the keys of the client to `vendor.yaml`; later ones keep them.
  const isKept = (...keys: readonly string[]): boolean =>
    hasRoutes(folder) || keys.some((key) => key in vendor);
  const operations = nameOperations(root, readPresentOperations(folder));
  const auth = { present: vendor["auth"], isKept: isKept("auth") };
  const security = importSecurity({ root, notes, ...auth });
  const routes = folder.get("routes.yaml")?.value;
  const source = {
    root,
    present: routes,
    operations,
    file: givenNames,
    isLast: !isFollowed,
    notes,
  };
  const servers = readMapping(mapping, "servers");
  const client = importClient({
    root,
    notes,
    present: isKept(...CLIENT_KEYS) ? vendor : undefined,
    pages: givenNames && createPages(givenNames.schemes, matchMethods(source)),
  });
  const names = importNames(source);
  const server = chooseServer(root, textOf(vendor["baseUrl"]), givenNames, { servers, notes });
  const context: ImportContext = {
    description,
    notes,
    label,
    skipped: new Set<string>(),
    operations,
    servers,
    baseUrl: server?.baseUrl,
    client,
    security,
    names,
    shared: createSharedSchemas(root),
    parameterNames: toUniqueNames(keysOf(mapOf(root["components"])["parameters"])),
    usedParameters: new Set<string>(),
  };
  noteRoot(context);
  noteUnwritable(context);
  for (const action of "unmatched" in file ? (file.unmatched ?? []) : [])
    notes.tell("An action of an overlay selects nothing", action);
  const webhooks = hasWebhooks(root)
    ? importWebhooks(readKnownWebhooks(folder), context, givenNames?.verifies === true)
    : undefined;
  const ofVendor =
    givenNames && readVendorNames({ file: givenNames, present: vendor, security, notes });
  const files = new Map(importFiles(server, webhooks, folder, context, ofVendor));
  return { context, notes, folder, files, server, webhooks };
}

const CLIENT_KEYS = ["requestId", "rateLimit", "idempotency", "pagination"];

/** Reads the server of the description. The base URL of a present `vendor.yaml` is kept. */
function chooseServer(
  root: JsonMap,
  present: string | undefined,
  names: NamesFile | undefined,
  context: Pick<ImportContext, "servers" | "notes">,
): ImportedServer | undefined {
  const server = importServers(root["servers"], context);
  const [, named] = names?.environments[0] ?? [];
  if (present === undefined && named !== undefined && named !== server?.baseUrl) {
    const what = "The address is that of the file of names, not the one of the description";
    if (server !== undefined) context.notes.tell(what, `${named}, not ${server.baseUrl}`);
    return { baseUrl: named, variables: {} };
  }
  if (present === undefined) return server;
  if (server !== undefined && server.baseUrl !== present) {
    const what = `the server \`${server.baseUrl}\`, since vendor.yaml has another`;
    context.notes.lose(what, "servers");
  }
  return { baseUrl: present, variables: {} };
}

// ---- Merging

/**
 * Merges converted files into the folder.
 * @param refused Reasons by entry, such as `routes.yaml GET /x`. These entries are left out.
 */
function mergeImport(
  { context, notes: converted, folder, files: described, server, webhooks }: Conversion,
  refused: ReadonlyMap<string, string>,
  { prune, renew = false, origin = {}, keep = false }: ImportOptions,
): ImportResult {
  const { description, label, skipped } = context;
  const notes = converted.copy();
  const imports = new Map(leaveOutRefused(described, refused, notes));
  noteSkipped(skipped, label, notes);
  const left = describeLeft(skipped, countEntries(described), label);
  const mapping = folder.get("import.yaml")?.value;
  const registered = { skipped, origin };
  const registration = registerDescription(description, label, registered, mapping, imports);
  if (registration) imports.set("import.yaml", registration);
  const recorded = readRecord(folder.get(RECORD_FILE)?.value).get(label.name);
  const unchanged = new Set(renew ? recorded?.values() : []);
  const merged = mergeFiles(imports, folder, notes, unchanged);
  const { files, removed, noted, obsolete } = recordImport(
    { described, imports, merged, folder, label, skipped },
    prune === true,
    notes,
  );
  noteKept(imports, folder, noted, { ...context, notes });
  const kept =
    keep || keepsDescription(folder)
      ? [{ path: toKeptPath(label.name), text: keepDescription(description.root) }]
      : [];
  const isNewVendor = !folder.has("vendor.yaml");
  const needsServer = isNewVendor && server === undefined && imports.has("routes.yaml");
  const serverTodos = needsServer ? [serverTodo(description.root)] : [];
  const isNew = readPresentWebhooks(folder) === undefined;
  const todos = webhooks !== undefined && isNew ? vendorTodos(webhooks) : [];
  const summary = notes.summarize();
  return {
    files: [...files.map((each) => addTodos(each, serverTodos, todos)), ...kept],
    notes: notes.list(),
    allNotes: notes.list(true),
    values: listNewValues(imports, folder),
    removed,
    ...(left && { left }),
    ...(obsolete !== undefined && { obsolete }),
    ...(summary !== undefined && { summary }),
  };
}

/** Tells whether the folder has the output `paths`, which is made of the description itself. */
function keepsDescription(folder: ReadonlyMap<string, PresentFile>): boolean {
  const { outputs } = mapOf(folder.get("vendor.yaml")?.value);
  return itemsOf(outputs).includes("paths");
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
      const isRoute = path === "routes.yaml";
      notes.lose(`${isRoute ? "a route" : "a schema"} that is refused (${reason})`, key);
      return isRoute ? [] : [[key, true]];
    });
    yield [path, { ...file, entries: new Map(kept) }];
  }
}

/** Describes a new description most of which others have brought. */
function describeLeft(
  { size }: ReadonlySet<string>,
  brought: number,
  { name, isNew, others, files }: Label,
): LeftDescription | undefined {
  if (!isNew || size <= brought) return undefined;
  const named = others.map((label) => ({ label, file: files.get(label) ?? label }));
  return { label: name, others: named, number: size, brought };
}

function countEntries(files: ReadonlyMap<string, FileImport>): number {
  const sizeOf = (path: string): number => files.get(path)?.entries.size ?? 0;
  return sizeOf("routes.yaml") + sizeOf("events.yaml");
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
    const keep: Keep = (imported, present) => {
      const value = file.keep(imported, present);
      const isRenewed = present !== undefined && unchanged.has(digestEntry(present));
      return isRenewed ? renewTexts(value, imported) : value;
    };
    const hasEntries = path === "routes.yaml" || path.startsWith("components/");
    const given = hasEntries && unchanged.size > 0 ? { ...file, keep } : file;
    return [path, mergeFile(folder.get(path), given, onLostComments)] as const;
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

// ---- Checking

function rememberFiles({ files, values }: ImportResult, memo: Memo): void {
  for (const file of files) {
    const value = values.get(file.path);
    if (value !== undefined) rememberDocument(file, value, memo);
  }
}

function replaceInFolder(
  folder: readonly SchemaFile[],
  { files, removed }: ImportResult,
): readonly SchemaFile[] {
  const replaced = new Set([...files.map(({ path }) => path), ...removed]);
  return [...folder.filter(({ path }) => !replaced.has(path)), ...files];
}

/** The imported entries that the checker refuses, with reasons; `undefined` if it refuses anything else. */
function refusedEntries(
  diagnostics: readonly Diagnostic[],
  files: readonly SchemaFile[],
): ReadonlyMap<string, string> | undefined {
  const imported = new Set(files.map(({ path }) => path));
  const entries = new Map<string, string>();
  for (const { file, path, message } of diagnostics) {
    const isEntry = /^(?:routes\.yaml$|components\/|payloads\/)/.test(file);
    const key = path[0] === "actions" ? path[1] : path[0];
    if (!isEntry || !imported.has(file) || key === undefined) return undefined;
    entries.set(`${file} ${key}`, message.replace(/\.$/, ""));
  }
  return entries;
}
