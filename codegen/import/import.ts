import type { SchemaFile } from "../read/yaml-document.js";
import {
  type Description,
  type DescriptionFile,
  entriesOf,
  isMap,
  type Json,
  keysOf,
  type LoadedDescription,
} from "./model/description.js";
import { type ImportedClient, importClient } from "./client/client.js";
import type { ImportContext } from "./model/context.js";
import { fileOf, importFiles } from "./files.js";
import { type ImportedSecurity, importSecurity } from "./client/security.js";
import { type ImportedServer, importServer } from "./routes/servers.js";
import { addComments, serverTodo, vendorTodos } from "./vendor.js";
import { importWebhooks } from "./webhooks/webhooks.js";
import { hasWebhooks } from "./webhooks/list-webhooks.js";
import { keepNothing } from "./merge/keep.js";
import { findLabel, identify, type Label } from "./merge/labels.js";
import { type FileImport, mergeFile, type PresentFile } from "./merge/merge-file.js";
import { nameOperations } from "./routes/operation-names.js";
import { noteKept, noteLeft, noteRoot, noteUnwritable } from "./omissions.js";
import { createNotes, type Notes } from "./model/notes.js";
import {
  hasRoutes,
  readBaseUrl,
  readFolder,
  readKnownWebhooks,
  readMapping,
  readPresentOperations,
  readPresentWebhooks,
} from "./merge/present-folder.js";
import { readDescription } from "./read/read-description.js";
import { recordImport } from "./merge/record-import.js";
import { createSharedSchemas, toUniqueNames } from "./schemas/shared-schemas.js";

export type { DescriptionFile, LoadedDescription } from "./model/description.js";
export { ImportError } from "./model/description.js";

/** The result of an import. */
export interface ImportResult {
  /** The imported files with their new text, including unchanged ones. */
  readonly files: readonly SchemaFile[];
  /** What was omitted, decided or kept: a line for each kind, with some of its locations. */
  readonly notes: readonly string[];
  /** The same with all locations, and with what every import ignores. */
  readonly allNotes: readonly string[];
  /** The values of new files that users edit rarely, by path, so that they need not be parsed. */
  readonly values: ReadonlyMap<string, Json>;
  /** What was omitted, as numbers; `undefined` if nothing was. */
  readonly summary?: string;
  /** Paths of files that contain nothing any more. */
  readonly removed: readonly string[];
  /** One line about entries that no description has any more, unless they are pruned. */
  readonly obsolete?: string;
}

export interface ImportOptions {
  /** Names the file of the components. Left out: known from earlier imports, or chosen. */
  readonly label?: string;
  /** Remove unchanged entries of earlier imports that no description has any more. */
  readonly prune?: boolean;
  /** Entries that are omitted, with the reason: `routes.yaml GET /x`. */
  readonly refused?: ReadonlyMap<string, string>;
}

/**
 * Imports an OpenAPI description into the YAML of a schema folder. Pure and deterministic. It keeps
 * what users wrote: texts, styles, order, comments, and entries that the description does not
 * contain.
 * @throws ImportError if it is no description.
 * @throws SchemaError if an existing file is not valid YAML.
 */
export function importDescription(
  file: DescriptionFile | LoadedDescription,
  present: readonly SchemaFile[],
  options: ImportOptions = {},
): ImportResult {
  const description = readDescription(file);
  const folder = readFolder(present);
  const mapping = folder.get("import.yaml")?.value;
  const notes = createNotes();
  const { context, server, left } = createImport(description, folder, notes, options.label);
  const { label } = context;
  noteRoot(context);
  noteUnwritable(context);
  const webhooks = hasWebhooks(description.root)
    ? importWebhooks(readKnownWebhooks(folder), context)
    : undefined;
  const imported = new Map(importFiles(server, webhooks, folder, context));
  const imports = new Map([
    ...imported,
    ...dropRefused(imported, options.refused ?? new Map(), notes),
  ]);
  noteLeft(left, countEntries(imported), label, notes);
  const registration = registerDescription(description, label, left, mapping, imports);
  if (registration) imports.set("import.yaml", registration);
  const merged = mergeFiles(imports, folder, notes);
  const { files, removed, noted, obsolete } = recordImport(
    { described: imported, imports, merged, folder, label, left },
    { ...options, notes },
  );
  noteKept(imports, folder, noted, context);
  const isNewVendor = !folder.has("vendor.yaml");
  const needsServer = isNewVendor && server === undefined && imports.has("routes.yaml");
  const serverTodos = needsServer ? [serverTodo(description.root)] : [];
  const isNew = readPresentWebhooks(folder) === undefined;
  const todos = webhooks !== undefined && isNew ? vendorTodos(webhooks) : [];
  const summary = notes.summarize();
  return {
    files: files.map((each) => addTodos(each, serverTodos, todos)),
    notes: notes.list(),
    allNotes: notes.list(true),
    values: listValues(imports, folder),
    removed,
    ...(obsolete !== undefined && { obsolete }),
    ...(summary !== undefined && { summary }),
  };
}

/** Prints the imported entries into the texts that are there. */
function mergeFiles(
  imports: ReadonlyMap<string, FileImport>,
  folder: ReadonlyMap<string, PresentFile>,
  notes: Notes,
): readonly SchemaFile[] {
  return [...imports].map(([path, entries]) => ({
    path,
    text: mergeFile(folder.get(path), entries, (key) =>
      notes.lose("a comment inside an entry that has changed", `${path} ${key}`),
    ),
  }));
}

/** What an import begins with. `left` collects the entries that it leaves to other descriptions. */
function createImport(
  description: Description,
  folder: ReadonlyMap<string, PresentFile>,
  notes: Notes,
  givenLabel: string | undefined,
) {
  const mapping = folder.get("import.yaml")?.value;
  const label = readLabel(description, mapping, folder, givenLabel);
  const left = new Set<string>();
  const baseUrl = readBaseUrl(folder.get("vendor.yaml")?.value);
  const base: ImportContext = {
    description,
    notes,
    label,
    leave: (entry) => label.leaves.has(entry) && left.add(entry).size > 0,
    operations: nameOperations(description.root, readPresentOperations(folder)),
    servers: readMapping(mapping, "servers"),
    baseUrl,
    client: readClient(description, folder, notes),
    security: readSecurity(description, folder, notes),
    shared: createSharedSchemas(description.root),
    parameterNames: nameParameters(description),
    usedParameters: new Set<string>(),
  };
  const server = readServer(base, baseUrl);
  const context: ImportContext = { ...base, baseUrl: server?.baseUrl };
  return { context, server, left };
}

function readLabel(
  { path, root }: Description,
  mapping: Json,
  folder: ReadonlyMap<string, PresentFile>,
  given: string | undefined,
): Label {
  const { info } = root;
  const identity = identify(path, isMap(info) ? info["title"] : undefined);
  const descriptions = isMap(mapping) ? mapping["descriptions"] : undefined;
  const hasPaths = keysOf(root["paths"]).length > 0;
  const label = findLabel(identity, descriptions, { given, hasPaths });
  if (!label.isNew || label.isFirst) return label;
  const entries = ["routes.yaml", "events.yaml"].flatMap((file) =>
    keysOf(folder.get(file)?.value).map((key) => `${file} ${key}`),
  );
  return { ...label, leaves: new Set(entries) };
}

function readSecurity(
  { root }: Description,
  folder: ReadonlyMap<string, PresentFile>,
  notes: Notes,
): ImportedSecurity {
  const vendor = folder.get("vendor.yaml")?.value;
  const present = isMap(vendor) ? vendor["auth"] : undefined;
  const isKept = present !== undefined || hasRoutes(folder);
  return importSecurity({ root, notes, present, isKept });
}

const CLIENT_KEYS = ["requestId", "rateLimit", "idempotency", "pagination"];

function readClient(
  { root }: Description,
  folder: ReadonlyMap<string, PresentFile>,
  notes: Notes,
): ImportedClient {
  const vendor = folder.get("vendor.yaml")?.value;
  const map = isMap(vendor) ? vendor : {};
  const isKept = CLIENT_KEYS.some((key) => key in map) || hasRoutes(folder);
  return importClient({ root, notes, present: isKept ? map : undefined });
}

function nameParameters({ root }: Description): ReadonlyMap<string, string> {
  const { components } = root;
  return toUniqueNames(keysOf(isMap(components) ? components["parameters"] : undefined));
}

/** Omits entries that the checker refused when they were first imported. */
function* dropRefused(
  imports: ReadonlyMap<string, FileImport>,
  refused: ReadonlyMap<string, string>,
  notes: Notes,
): Generator<readonly [path: string, file: FileImport]> {
  for (const [path, file] of imports) {
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

function countEntries(imports: ReadonlyMap<string, FileImport>): number {
  const files = ["routes.yaml", "events.yaml"].map((path) => imports.get(path)?.entries.size ?? 0);
  return files.reduce((sum, count) => sum + count, 0);
}

/** Remembers a description that brings components, or that shares the folder with others. */
function registerDescription(
  { path, root }: Description,
  { name }: Label,
  left: ReadonlySet<string>,
  mapping: Json,
  imports: ReadonlyMap<string, FileImport>,
): FileImport | undefined {
  const known = isMap(mapping) ? mapping["descriptions"] : undefined;
  const hasComponents = [...imports.keys()].some((file) => file.startsWith("components/"));
  if (!hasComponents && keysOf(known).length === 0) return undefined;
  const { info } = root;
  const identity = identify(path, isMap(info) ? info["title"] : undefined);
  const entry = { ...identity, ...(left.size > 0 && { leaves: [...left].sort() }) };
  const others = entriesOf(known);
  const isKnown = others.some(([key]) => key === name);
  const entries = isKnown
    ? others.map(([key, value]) => [key, key === name ? entry : value] as const)
    : [...others, [name, entry] as const];
  return fileOf("import", new Map([["descriptions", Object.fromEntries(entries)]]), keepNothing);
}

/** A new file holds what was printed and nothing else. */
function listValues(
  imports: ReadonlyMap<string, FileImport>,
  folder: ReadonlyMap<string, PresentFile>,
): ReadonlyMap<string, Json> {
  const added = [...imports].filter(
    ([path]) => !folder.has(path) && path !== "vendor.yaml" && path !== "import.yaml",
  );
  return new Map(
    added.map(([path, { entries, under, top = new Map<string, Json>() }]) => {
      const value = Object.fromEntries(entries);
      const whole = under === undefined ? value : { ...Object.fromEntries(top), [under]: value };
      return [path, whole];
    }),
  );
}

function addTodos(
  file: SchemaFile,
  ofServer: readonly string[],
  ofWebhooks: readonly string[],
): SchemaFile {
  if (file.path !== "vendor.yaml") return file;
  const withServer = addComments(file.text, "title", ofServer, "\n");
  return { ...file, text: addComments(withServer, "webhooks", ofWebhooks, "  ") };
}

/** The server of the description. The base URL of an existing `vendor.yaml` is kept. */
function readServer(
  context: ImportContext,
  present: string | undefined,
): ImportedServer | undefined {
  const server = importServer(context.description.root["servers"], "servers", context);
  if (present === undefined) return server;
  if (server !== undefined && server.baseUrl !== present) {
    const what = `the server \`${server.baseUrl}\`, since vendor.yaml has another`;
    context.notes.lose(what, "servers");
  }
  return { baseUrl: present, variables: {} };
}
