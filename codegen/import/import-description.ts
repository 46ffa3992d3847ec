import { type Diagnostic, SchemaError } from "../diagnostics.js";
import { toPayloadFileNames } from "../names.js";
import { validate } from "../read/validate.js";
import { parseYaml, type SchemaFile } from "../read/yaml-document.js";
import {
  type Description,
  type DescriptionFile,
  entriesOf,
  isMap,
  itemsOf,
  type Json,
  type JsonMap,
  keysOf,
  type LoadedDescription,
} from "./description.js";
import { EXTERNAL_FILES } from "./external-files.js";
import { importSharedParameters, importSharedSchemas } from "./import-components.js";
import { componentFile, type ImportContext, parameterFile } from "./import-context.js";
import { importRoutes } from "./import-routes.js";
import { type ImportedServer, importServer } from "./import-servers.js";
import { addComments, serverTodo, vendorEntries, vendorTodos } from "./import-vendor.js";
import {
  hasWebhooks,
  type ImportedEvent,
  type ImportedWebhooks,
  importWebhooks,
  type KnownWebhooks,
  WEBHOOK_SECTIONS,
} from "./import-webhooks.js";
import { eventEntry, keepEvent, keepNothing, keepRoute, keepSchema } from "./keep-hand-made.js";
import { findLabel, identify, type Label } from "./labels.js";
import { type FileImport, mergeFile, type PresentFile } from "./merge-file.js";
import { createNotes, type Notes } from "./notes.js";
import { readDescription } from "./read-description.js";
import { createSharedSchemas, toUniqueNames } from "./shared-schemas.js";
import type { KnownEvents } from "./webhook-names.js";
import { SIGNATURE_EXTENSION } from "./webhook-signature.js";

export type { DescriptionFile, LoadedDescription } from "./description.js";
export { ImportError } from "./description.js";

/** The result of an import. */
export interface ImportResult {
  /** The imported files with their new text, including unchanged ones. */
  readonly files: readonly SchemaFile[];
  /** What was omitted, decided or kept, one line each. */
  readonly notes: readonly string[];
  /** The values of new files that users edit rarely, by path, so that they need not be parsed. */
  readonly values: ReadonlyMap<string, Json>;
  /** What was omitted, as numbers; `undefined` if nothing was. */
  readonly summary?: string;
}

export interface ImportOptions {
  /** Names the file of the components. Left out: known from earlier imports, or chosen. */
  readonly label?: string;
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
  for (const { key, path } of description.unwritable) {
    notes.lose(`the key \`${key}\`, which YAML files cannot have`, path.join("/"));
  }
  const webhooks = hasWebhooks(description.root)
    ? importWebhooks(readKnownWebhooks(folder), context)
    : undefined;
  const imported = new Map(importFiles(server, webhooks, folder, context));
  const imports = new Map([
    ...imported,
    ...dropRefused(imported, options.refused ?? new Map(), notes),
  ]);
  noteLeft(left, label, notes);
  const registration = registerDescription(description, label, left, mapping, imports);
  if (registration) imports.set("import.yaml", registration);
  noteKept(imports, folder, context);
  const files = [...imports].map(([path, entries]) => ({
    path,
    text: mergeFile(folder.get(path), entries, (key) =>
      notes.lose("a comment inside an entry that has changed", `${path} ${key}`),
    ),
  }));
  const isNewVendor = !folder.has("vendor.yaml");
  const needsServer = isNewVendor && server === undefined && imports.has("routes.yaml");
  const serverTodos = needsServer ? [serverTodo(description.root)] : [];
  const isNew = readPresentWebhooks(folder) === undefined;
  const todos = webhooks !== undefined && isNew ? vendorTodos(webhooks) : [];
  const summary = notes.summarize();
  return {
    files: files.map((each) => addTodos(each, serverTodos, todos)),
    notes: notes.list(),
    values: listValues(imports, folder),
    ...(summary !== undefined && { summary }),
  };
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
    operations: readOtherOperations(folder, description),
    servers: readMapping(mapping, "servers"),
    baseUrl,
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

/** Operations of routes that the description does not have: their names are taken. */
function readOtherOperations(
  folder: ReadonlyMap<string, PresentFile>,
  { root }: Description,
): Set<string> {
  const urls = new Set(keysOf(root["paths"]));
  const others = entriesOf(folder.get("routes.yaml")?.value).filter(
    ([key]) => !urls.has(key.slice(key.indexOf(" ") + 1)),
  );
  return new Set(others.map(([, entry]) => (isMap(entry) ? String(entry["operation"]) : "")));
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

function noteLeft(left: ReadonlySet<string>, { name, isNew }: Label, notes: Notes): void {
  for (const entry of left) notes.tell("Left to the description that brought it first", entry);
  if (isNew && left.size > 0) {
    notes.tell(
      "This file is new here, so what was there before stays. If it is a new version of a description " +
        "that was imported under another name, import it with its label",
      `--label, see \`descriptions\` in import.yaml (this one is \`${name}\`)`,
    );
  }
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
  "security", "securitySchemes", EXTERNAL_FILES,
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
  const entries = vendorEntries(description.root, server, webhooks);
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
  const ofParameters = parameterFile(context);
  if (parameters.size > 0) yield [ofParameters, fileOf("components", parameters, keepSchema)];
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
  { description, label, notes }: ImportContext,
): void {
  // What another description brought is no remainder of this one.
  if (!label.isOnly) return;
  for (const [path, { entries, under }] of imports) {
    const isAbout = !/^(?:vendor|import)\.yaml$/.test(path) && isDescribed(path, description);
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
