import { METHODS, QUERY } from "../model/http.js";
import { isMap, itemsOf, type Json, type JsonMap, keysOf, mapOf, textOf } from "../model/json.js";
import { eventOfPayload } from "../read/documents/documents.js";
import type { SchemaFile } from "../read/documents/yaml-document.js";
import { eventEntry, shareTexts } from "./webhooks/names.js";
import { toPayloadFileNames, toVendorName } from "../model/names.js";
import { withoutUndefined } from "./model/description.js";
import { importSharedParameters } from "./routes/parameters.js";
import { importSharedSchemas } from "./schemas/shared-schemas.js";
import { componentFile, type ImportContext, parameterFile } from "./model/context.js";
import { importRoutes } from "./routes/routes.js";
import type { ImportedServer } from "./routes/servers.js";
import type { ImportedEvent, ImportedWebhooks } from "./webhooks/webhooks.js";
import type { VendorNames } from "./names/vendor-names.js";
import { keepEvent, keepRoute, keepSchema } from "./merge/keep.js";
import { divideEntries, type FileImport, fileOf, type PresentFile } from "./merge/merge-file.js";

/** Imports each file. Shared schemas come last, because only those in use are imported. */
export function* importFiles(
  server: ImportedServer | undefined,
  webhooks: ImportedWebhooks | undefined,
  folder: ReadonlyMap<string, PresentFile>,
  context: ImportContext,
  names: VendorNames | undefined,
): Generator<readonly [path: string, file: FileImport]> {
  const routes = importRoutes(context);
  const { description } = context;
  const hasRoutes = keysOf(description.root["paths"]).length > 0 || webhooks === undefined;
  const auth = names?.auth ?? context.security.auth;
  const client = withoutUndefined({
    auth,
    ...context.client.entries,
    ...(names?.idempotency && { idempotency: names.idempotency }),
  });
  const used = new Set([...routes.keys()].map((key) => key.slice(0, key.indexOf(" "))));
  // `vendor.yaml` must declare unusual methods.
  const methods = [...used].filter((method) => ![...METHODS, QUERY].includes(method));
  const present = mapOf(folder.get("vendor.yaml")?.value);
  const parameters = importSharedParameters(context);
  const schemas = importSharedSchemas(context);
  const models = listModels(names, context);
  const parts = { server, methods, client, webhooks, names, models };
  const entries = vendorEntries(description.root, parts);
  const completed = new Set(completeEntries(entries, present, names));
  const keep = (imported: Json, kept: Json): Json =>
    kept === undefined || completed.has(imported) ? imported : kept;
  yield ["vendor.yaml", fileOf("vendor", entries, keep)];
  const events = webhooks?.events ?? new Map<string, ImportedEvent>();
  if (webhooks !== undefined || folder.has("events.yaml")) {
    const entries = [...events].map(
      ([name, { actions, texts }]) =>
        [name, eventEntry([...actions.keys()], shareTexts(texts))] as const,
    );
    yield ["events.yaml", fileOf("events", new Map(entries), keepEvent)];
  }
  if (hasRoutes || folder.has("routes.yaml")) {
    yield ["routes.yaml", fileOf("routes", routes, keepRoute)];
  }
  yield* importPayloads(events, folder);
  const ofParameters = parameterFile(context);
  if (parameters.size > 0) yield [ofParameters, fileOf("components", parameters, keepSchema)];
  if (schemas.size > 0) yield [componentFile(context), fileOf("components", schemas, keepSchema)];
}

/** Imports payloads. A known event keeps its file; the file of a new event is named after it. */
function* importPayloads(
  events: ReadonlyMap<string, ImportedEvent>,
  folder: ReadonlyMap<string, PresentFile>,
): Generator<readonly [path: string, file: FileImport]> {
  const present = new Map(
    [...folder].flatMap(([path, { value }]) =>
      /^payloads\/[^/]+\.yaml$/.test(path) ? [[eventOfPayload(path, value), path] as const] : [],
    ),
  );
  const added = [...events.keys()].filter((event) => !present.has(event));
  const taken = [...present.values()].map((path) => basename(path));
  const files = toPayloadFileNames([...taken, ...added]).slice(taken.length);
  const paths = new Map([
    ...present,
    ...added.map((event, index) => [event, `payloads/${files[index] ?? ""}.yaml`] as const),
  ]);
  for (const [name, event] of events) yield* payloadFiles(paths.get(name) ?? "", event, name);
}

function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".yaml".length);
}

function* payloadFiles(
  path: string,
  { payload, actions }: ImportedEvent,
  name: string,
): Generator<readonly [path: string, file: FileImport]> {
  const top = basename(path) === name ? [] : [["event", name] as const];
  if (actions.size > 0) {
    const file = { ...fileOf("payload", actions, keepSchema), under: "actions" };
    yield [path, { ...file, top: new Map(top) }];
  } else if (payload !== undefined) {
    const entries = new Map<string, Json>([...top, ["payload", payload]]);
    yield [path, fileOf("payload", entries, keepSchema)];
  }
}

/** The sources of a new `vendor.yaml`. */
interface VendorParts {
  readonly server: ImportedServer | undefined;
  readonly methods: readonly string[];
  readonly client: JsonMap;
  readonly webhooks: ImportedWebhooks | undefined;
  readonly names: VendorNames | undefined;
  readonly models: JsonMap;
}

/** The entries of a new `vendor.yaml`. */
function vendorEntries(
  { info }: JsonMap,
  { server, methods, client, webhooks, names, models }: VendorParts,
): Map<string, Json> {
  const title = readTitle(info);
  const name = toVendorName(title);
  const { baseUrl, variables, environments } = server ?? {};
  const entries = withoutUndefined({
    name,
    title,
    ...names?.ofClass,
    baseUrl,
    variables: unlessEmpty(variables),
    ...(names?.environments ?? (environments && { environments })),
    methods: methods.length > 0 ? methods : undefined,
    ...client,
    ...names?.options,
    models: unlessEmpty(models),
    webhooks: webhooks && {
      ...webhooksEntry(name, webhooks),
      ...(names?.secret && { secret: names.secret }),
    },
  });
  return new Map(Object.entries(entries));
}

/** The name of the service: the title without an "API" behind it, which every sentence about it would repeat. */
function readTitle(info: Json): string {
  const title = textOf(mapOf(info)["title"])?.replace(/\s+/g, " ").trim() || "API";
  return title.replace(/ (?:(?:HTTP|REST|Web) )?APIs?$/i, "");
}

function unlessEmpty(map: JsonMap | undefined): JsonMap | undefined {
  return keysOf(map).length > 0 ? map : undefined;
}

/** Lists models whose schemas are used. Other schemas have no types. */
function listModels(names: VendorNames | undefined, { shared }: ImportContext): JsonMap {
  const found = [...(names?.models.values() ?? [])].flatMap(({ type, schema }) => {
    const component = shared.componentNames.get(schema);
    return component !== undefined && shared.used.has(component) ? [[type, component]] : [];
  });
  return Object.fromEntries(found) as JsonMap; // pairs
}

/**
 * Adds the options of a file of names to entries of a present `vendor.yaml`.
 * @returns The changed values, which replace the present ones.
 */
function completeEntries(
  entries: Map<string, Json>,
  present: JsonMap,
  names: VendorNames | undefined,
): readonly Json[] {
  const { auth, webhooks } = present;
  const completed: Json[] = [];
  if (names?.auth && auth !== undefined) completed.push(names.auth);
  if (names?.secret && isMap(webhooks) && !("secret" in webhooks)) {
    const value = { ...webhooks, secret: names.secret };
    entries.set("webhooks", value);
    completed.push(value);
  }
  return completed;
}

/** The key `webhooks`, as far as the description gives it. */
function webhooksEntry(name: string, webhooks: ImportedWebhooks): JsonMap {
  const { event, delivery, signature, events, isForm } = webhooks;
  const hasActions = [...events.values()].some(({ actions }) => actions.size > 0);
  return withoutUndefined({
    path: `/api/${name}/webhooks`,
    event,
    delivery,
    action: hasActions ? undefined : "none",
    signature,
    body: isForm ? "form" : undefined,
  });
}

/** Comments in place of keys that users must add. The generator reports them until then. */
export function vendorTodos({ event, signature, headers }: ImportedWebhooks): readonly string[] {
  const todos: string[] = [];
  if (!event)
    todos.push("TODO event: where a delivery names its event, a `header` or a path in the `body`");
  if (signature === undefined)
    todos.push("TODO signature: how deliveries are signed, a preset or a description");
  if (todos.length === 0 || headers.length === 0) return todos;
  return [...todos, `The API description declares these headers: ${headers.join(", ")}`];
}

/** The comment in place of a base URL, if the description has none or only a part of it. */
export function serverTodo({ servers }: JsonMap): string {
  const url = textOf(mapOf(itemsOf(servers)[0])["url"]) ?? "";
  const hint = url === "" ? "" : ` (the API description has ${JSON.stringify(url)})`;
  return `TODO baseUrl: the address of the API, such as https://api.acme.example${hint}`;
}

/**
 * Adds comments to the end of a top-level entry.
 * @param indent Prefix of each comment.
 */
function addComments(
  text: string,
  key: string,
  comments: readonly string[],
  indent: string,
): string {
  if (comments.length === 0) return text;
  const { head, entries } = divideEntries(text, 0);
  const lines = comments.map((comment) => `${indent}# ${comment.replace(/\s+/g, " ")}\n`).join("");
  const parts = entries.map((entry) => {
    const isIt = entry.text.startsWith(`${key}:`);
    return entry.above + entry.text + (isIt ? lines : "");
  });
  return head + parts.join("");
}

/** Adds the comments for missing keys to `vendor.yaml`. */
export function addTodos(
  file: SchemaFile,
  ofServer: readonly string[],
  ofWebhooks: readonly string[],
): SchemaFile {
  if (file.path !== "vendor.yaml") return file;
  const withServer = addComments(file.text, "title", ofServer, "\n");
  return { ...file, text: addComments(withServer, "webhooks", ofWebhooks, "  ") };
}
