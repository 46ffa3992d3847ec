/**
 * The files of an import, each with the entries that the description gives it. What is in the files already is merged
 * with them afterwards (`merge/`).
 */
import { type Json, keysOf, mapOf } from "../model/json.js";
import { createPayloadFileNamer } from "../model/file-names.js";
import { eventOfPayload } from "../read/documents/documents.js";
import { keepEvent } from "./merge/keep-event.js";
import { keepRoute, keepSchema } from "./merge/keep.js";
import type { PresentFile } from "./merge/divided-file.js";
import { type FileImport, fileOf } from "./merge/file-import.js";
import { componentFile, type ImportContext, parameterFile } from "./model/context.js";
import type { VendorNames } from "./names/vendor-names.js";
import { importSharedParameters } from "./routes/parameter-schemas.js";
import { importRoutes } from "./routes/routes.js";
import { importSharedSchemas } from "./schemas/shared-schemas.js";
import { importVendor } from "./vendor-file.js";
import { eventEntry, shareTexts } from "./webhooks/event-texts.js";
import { createResourceFinder } from "./webhooks/resources.js";
import type { ImportedEvent, ImportedWebhooks } from "./webhooks/webhooks.js";

/**
 * Imports each file. Of shared parameters and schemas, only those in use are imported: `context` collects those
 * that are referred to. So routes come first, then parameters, then schemas, and then `vendor.yaml`, which names some.
 */
export function* importFiles(
  webhooks: ImportedWebhooks | undefined,
  folder: ReadonlyMap<string, PresentFile>,
  context: ImportContext,
  names: VendorNames | undefined,
): Generator<ImportedFile> {
  const routes = importRoutes(context);
  const parameters = importSharedParameters(context);
  const schemas = importSharedSchemas(context);
  const events = webhooks?.events ?? new Map<string, ImportedEvent>();
  const { paths } = context.description.root;
  const hasRoutes = keysOf(paths).length > 0 || webhooks === undefined;
  const sources = { webhooks, names, routeKeys: routes.keys() };
  yield ["vendor.yaml", importVendor(sources, folder.get("vendor.yaml"), context)];
  if (webhooks !== undefined || folder.has("events.yaml"))
    yield [
      "events.yaml",
      importEvents(events, createResourceFinder(context.description.root, routes)),
    ];
  if (hasRoutes || folder.has("routes.yaml"))
    yield ["routes.yaml", fileOf("routes", routes, keepRoute)];
  yield* importPayloads(events, folder);
  if (parameters.size > 0)
    yield [parameterFile(context), fileOf("components", parameters, keepSchema)];
  if (schemas.size > 0) yield [componentFile(context), fileOf("components", schemas, keepSchema)];
}

function importEvents(
  events: ReadonlyMap<string, ImportedEvent>,
  findResource: ReturnType<typeof createResourceFinder>,
): FileImport {
  const entries = [...events].map(([name, { actions, texts, resource: tag }]) => {
    const entry = eventEntry([...actions.keys()], shareTexts(texts));
    const resource = findResource(name, tag);
    return [name, resource === undefined ? entry : { ...mapOf(entry), resource }] as const;
  });
  return fileOf("events", new Map(entries), keepEvent);
}

/** Imports payloads. A known event keeps its file; the file of a new event is named after it. */
function* importPayloads(
  events: ReadonlyMap<string, ImportedEvent>,
  folder: ReadonlyMap<string, PresentFile>,
): Generator<ImportedFile> {
  const present = listPayloadPaths(folder);
  const nameFile = createPayloadFileNamer([...present.values()].map(payloadFileName));
  for (const [name, event] of events) {
    const path = present.get(name) ?? `payloads/${nameFile(name)}.yaml`;
    yield* payloadFiles(path, event, name);
  }
}

/** The payload files that are there, by their events. */
function listPayloadPaths(folder: ReadonlyMap<string, PresentFile>): ReadonlyMap<string, string> {
  const payloads = [...folder].filter(([path]) => /^payloads\/[^/]+\.yaml$/.test(path));
  return new Map(payloads.map(([path, { value }]) => [eventOfPayload(path, value), path]));
}

/** The name of a payload file, without its folder and its ending. */
function payloadFileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".yaml".length);
}

function* payloadFiles(
  path: string,
  { payload, actions }: ImportedEvent,
  name: string,
): Generator<ImportedFile> {
  const topEntries = payloadFileName(path) === name ? [] : [["event", name] as const];
  if (actions.size > 0) {
    const file = { ...fileOf("payload", actions, keepSchema), under: "actions" };
    yield [path, { ...file, top: new Map(topEntries) }];
  } else if (payload !== undefined) {
    const entries = new Map<string, Json>([...topEntries, ["payload", payload]]);
    yield [path, fileOf("payload", entries, keepSchema)];
  }
}

type ImportedFile = readonly [path: string, file: FileImport];
