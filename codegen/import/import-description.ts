import { type Diagnostic, SchemaError } from "../diagnostics.js";
import { toPayloadFileNames } from "../names.js";
import { validate } from "../read/validate.js";
import { parseYaml, type SchemaFile } from "../read/yaml-document.js";
import {
  type Description,
  type DescriptionFile,
  entriesOf,
  ImportError,
  isMap,
  itemsOf,
  type Json,
  type JsonMap,
  keysOf,
  readDescription,
} from "./description.js";
import { importSharedParameters, importSharedSchemas } from "./import-components.js";
import { componentFile, type ImportContext, PARAMETER_FILE } from "./import-context.js";
import { importRoutes } from "./import-routes.js";
import { type ImportedServer, importServer } from "./import-servers.js";
import { addComments, vendorEntries, vendorTodos } from "./import-vendor.js";
import {
  hasWebhooks,
  type ImportedEvent,
  type ImportedWebhooks,
  importWebhooks,
  type KnownWebhooks,
  WEBHOOK_SECTIONS,
} from "./import-webhooks.js";
import { eventEntry, keepEvent, keepNothing, keepRoute, keepSchema } from "./keep-hand-made.js";
import { type FileImport, mergeFile, type PresentFile } from "./merge-file.js";
import { createNotes, type Notes } from "./notes.js";
import type { KnownEvents } from "./webhook-names.js";
import { SIGNATURE_EXTENSION } from "./webhook-signature.js";

export type { DescriptionFile } from "./description.js";
export { ImportError } from "./description.js";

/** The result of an import. */
export interface ImportResult {
  /** The imported files with their new text, including unchanged ones. */
  readonly files: readonly SchemaFile[];
  /** What was omitted, decided or kept, one line each. */
  readonly notes: readonly string[];
}

/**
 * Imports an OpenAPI description into the YAML of a schema folder. Pure and deterministic. It keeps
 * what users wrote: texts, styles, order, comments, and entries that the description does not
 * contain.
 * @throws ImportError with every mistake of the description.
 * @throws SchemaError if an existing file is not valid YAML.
 */
export function importDescription(
  file: DescriptionFile,
  present: readonly SchemaFile[],
): ImportResult {
  const description = readDescription(file);
  const folder = readFolder(present);
  const mapping = folder.get("import.yaml")?.value;
  const notes = createNotes();
  const mistakes: string[] = [];
  const baseUrl = readBaseUrl(folder.get("vendor.yaml")?.value);
  const base = {
    description,
    notes,
    fail: (location: string, message: string) =>
      mistakes.push(`${file.path}: ${location}: ${message}.`),
    servers: readMapping(mapping, "servers"),
    baseUrl,
    usedSchemas: new Set<string>(),
    usedParameters: new Set<string>(),
  };
  const server = readServer(base, baseUrl);
  const context: ImportContext = { ...base, baseUrl: server?.baseUrl };
  noteRoot(context);
  for (const { key, path } of description.unwritable) {
    notes.lose(`the key \`${key}\`, which YAML files cannot have`, path.join("/"));
  }
  const webhooks = hasWebhooks(description.root)
    ? importWebhooks(readKnownWebhooks(folder), context)
    : undefined;
  const imports = new Map(importFiles(server, webhooks, folder, context));
  if (mistakes.length > 0) throw new ImportError(mistakes);
  noteKept(imports, folder, context);
  const files = [...imports].map(([path, entries]) => ({
    path,
    text: mergeFile(folder.get(path), entries, (key) =>
      notes.lose("a comment inside an entry that has changed", `${path} ${key}`),
    ),
  }));
  const isNew = readPresentWebhooks(folder) === undefined;
  const todos = webhooks !== undefined && isNew ? vendorTodos(webhooks) : [];
  return { files: files.map((each) => addTodos(each, todos)), notes: notes.list() };
}

function readPresentWebhooks(folder: ReadonlyMap<string, PresentFile>): Json {
  const vendor = folder.get("vendor.yaml")?.value;
  return isMap(vendor) ? vendor["webhooks"] : undefined;
}

/** What the folder says of webhooks, which decides the names of imported ones. */
function readKnownWebhooks(folder: ReadonlyMap<string, PresentFile>): KnownWebhooks {
  const present = readPresentWebhooks(folder);
  return {
    events: readKnownEvents(folder.get("events.yaml")?.value),
    mapping: readMapping(folder.get("import.yaml")?.value, "webhooks"),
    event: isMap(present) ? present["event"] : undefined,
  };
}

function addTodos(file: SchemaFile, todos: readonly string[]): SchemaFile {
  if (file.path !== "vendor.yaml" || todos.length === 0) return file;
  return { ...file, text: addComments(file.text, "webhooks", todos) };
}

function readFolder(files: readonly SchemaFile[]): ReadonlyMap<string, PresentFile> {
  const diagnostics: Diagnostic[] = [];
  const folder = new Map<string, PresentFile>();
  for (const file of files) {
    const document = parseYaml(file, (diagnostic) => diagnostics.push(diagnostic));
    if (file.path === "import.yaml" && document.value !== undefined) {
      validate(document, "import", (diagnostic) => diagnostics.push(diagnostic));
    }
    folder.set(file.path, { text: file.text, value: document.value });
  }
  if (diagnostics.length > 0) throw new SchemaError(diagnostics);
  return folder;
}

function readMapping(mapping: Json, key: string): ReadonlyMap<string, string> {
  const entries = entriesOf(isMap(mapping) ? mapping[key] : undefined);
  return new Map(entries.map(([from, to]) => [from, String(to)]));
}

function readKnownEvents(events: Json): KnownEvents {
  return new Map(
    entriesOf(events).map(([name, entry]) => {
      const actions = isMap(entry) ? entry["actions"] : undefined;
      const names = Array.isArray(actions) ? actions.map(String) : keysOf(actions);
      return [name, names] as const;
    }),
  );
}

function readBaseUrl(vendor: Json): string | undefined {
  const baseUrl = isMap(vendor) ? vendor["baseUrl"] : undefined;
  return typeof baseUrl === "string" ? baseUrl : undefined;
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

// prettier-ignore
const CARRIED_SECTIONS: ReadonlySet<string> = new Set([
  "openapi", "info", "servers", "paths", ...WEBHOOK_SECTIONS, "components", SIGNATURE_EXTENSION,
  "schemas", "parameters", "responses", "requestBodies", "pathItems",
  "security", "securitySchemes",
]);

/** Notes sections that are ignored as a whole. */
function noteRoot({ description: { root }, notes }: ImportContext): void {
  for (const section of [...Object.keys(root), ...keysOf(root["components"])]) {
    if (!CARRIED_SECTIONS.has(section)) notes.skip(`the section \`${section}\``);
  }
  noteSecurity(root, notes);
}

/** Callers give credentials in the option `headers`. */
function noteSecurity({ components, security }: JsonMap, notes: Notes): void {
  const schemes = isMap(components) ? components["securitySchemes"] : undefined;
  for (const [name, scheme] of entriesOf(schemes)) {
    const { type, scheme: word } = isMap(scheme) ? scheme : {};
    const kind = [type, word].filter((part) => typeof part === "string").join(" ");
    const what = `the security scheme \`${name}\` (${kind}), which callers give in \`headers\``;
    notes.lose(what, `components/securitySchemes/${name}`);
  }
  if (itemsOf(security).length > 0) notes.lose("`security` of all operations", "security");
}

/** Written where the description names no server: a client with routes needs one. */
const EXAMPLE_SERVER: ImportedServer = { baseUrl: "https://api.example.com", variables: {} };

/** Imports each file. Shared schemas come last, when the used ones are known. */
function* importFiles(
  server: ImportedServer | undefined,
  webhooks: ImportedWebhooks | undefined,
  folder: ReadonlyMap<string, PresentFile>,
  context: ImportContext,
): Generator<readonly [path: string, file: FileImport]> {
  const routes = importRoutes(context);
  const { description } = context;
  const hasRoutes = keysOf(description.root["paths"]).length > 0 || webhooks === undefined;
  const fallback = hasRoutes ? EXAMPLE_SERVER : undefined;
  const entries = vendorEntries(description.root, server ?? fallback, webhooks);
  yield ["vendor.yaml", fileOf("vendor", entries, keepPresent)];
  if (webhooks !== undefined || folder.has("events.yaml")) {
    const events = eventEntries(webhooks?.events ?? new Map());
    yield ["events.yaml", fileOf("events", events, keepEvent)];
  }
  if (hasRoutes || folder.has("routes.yaml")) {
    yield ["routes.yaml", fileOf("routes", routes, keepRoute)];
  }
  yield* importPayloads(webhooks?.events ?? new Map(), folder);
  const parameters = importSharedParameters(context);
  const schemas = importSharedSchemas(context);
  if (parameters.size > 0) yield [PARAMETER_FILE, fileOf("components", parameters, keepSchema)];
  if (schemas.size > 0) yield [componentFile(context), fileOf("components", schemas, keepSchema)];
}

/** Each event keeps its file; a new one gets a file that is named after it, as far as possible. */
function* importPayloads(
  events: ReadonlyMap<string, ImportedEvent>,
  folder: ReadonlyMap<string, PresentFile>,
): Generator<readonly [path: string, file: FileImport]> {
  const present = new Map(listPayloadFiles(folder));
  const added = [...events.keys()].filter((event) => !present.has(event));
  const taken = [...present.values()].map((path) => basename(path));
  const files = toPayloadFileNames([...taken, ...added]).slice(taken.length);
  const fileOfEvent = new Map(added.map((event, index) => [event, files[index] ?? ""]));
  for (const [name, event] of events) {
    const file = fileOfEvent.get(name);
    const path = present.get(name) ?? `payloads/${file ?? ""}.yaml`;
    yield* payloadFiles(path, event, basename(path) === name ? undefined : name);
  }
}

function* listPayloadFiles(
  folder: ReadonlyMap<string, PresentFile>,
): Generator<readonly [event: string, path: string]> {
  for (const [path, { value }] of folder) {
    if (!/^payloads\/[^/]+\.yaml$/.test(path)) continue;
    const event = isMap(value) ? value["event"] : undefined;
    yield [typeof event === "string" ? event : basename(path), path];
  }
}

function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".yaml".length);
}

const keepPresent = (imported: Json, present: Json): Json =>
  present === undefined ? keepNothing(imported, present) : present;

function eventEntries(events: ReadonlyMap<string, ImportedEvent>): ReadonlyMap<string, Json> {
  return new Map([...events].map(([name, { actions }]) => [name, eventEntry(actions.keys())]));
}

function* payloadFiles(
  path: string,
  { payload, actions }: ImportedEvent,
  name: string | undefined,
): Generator<readonly [path: string, file: FileImport]> {
  const top = name === undefined ? [] : [["event", name] as const];
  if (actions.size > 0) {
    const file = { ...fileOf("payload", actions, keepSchema), under: "actions" };
    yield [path, { ...file, top: new Map(top) }];
  } else if (payload !== undefined) {
    const entries = new Map<string, Json>([...top, ["payload", payload]]);
    yield [path, fileOf("payload", entries, keepSchema)];
  }
}

function fileOf(
  format: string,
  entries: ReadonlyMap<string, Json>,
  keep: FileImport["keep"],
): FileImport {
  const up = format === "payload" || format === "components" ? "../.." : "..";
  const modeline = `# yaml-language-server: $schema=${up}/codegen/meta/${format}.schema.json`;
  return { modeline, entries, keep };
}

/** Notes entries that the description does not contain, because they may be obsolete. */
function noteKept(
  imports: ReadonlyMap<string, FileImport>,
  folder: ReadonlyMap<string, PresentFile>,
  { description, notes }: ImportContext,
): void {
  for (const [path, { entries, under }] of imports) {
    const isAbout = path !== "vendor.yaml" && isDescribed(path, description);
    if (!isAbout) continue;
    const value = folder.get(path)?.value;
    const present = under === undefined ? value : isMap(value) ? value[under] : undefined;
    for (const [key] of entriesOf(present)) {
      if (!entries.has(key)) notes.tell("Kept, though not in the description", `${path} ${key}`);
    }
  }
}

/** Whether the description can contain entries of a file: not all have both routes and webhooks. */
function isDescribed(path: string, { root }: Description): boolean {
  if (path === "routes.yaml") return root["paths"] !== undefined;
  return path !== "events.yaml" || hasWebhooks(root);
}
