import { METHODS, QUERY } from "../model/model.js";
import { toPayloadFileNames } from "../model/names.js";
import { isMap, type Json, keysOf } from "./model/description.js";
import { importSharedParameters, importSharedSchemas } from "./schemas/components.js";
import { componentFile, type ImportContext, parameterFile } from "./model/context.js";
import { importRoutes } from "./routes/routes.js";
import type { ImportedServer } from "./routes/servers.js";
import { vendorEntries } from "./vendor.js";
import type { ImportedEvent, ImportedWebhooks } from "./webhooks/webhooks.js";
import { eventEntry, keepEvent, keepNothing, keepRoute, keepSchema } from "./merge/keep.js";
import type { FileImport, PresentFile } from "./merge/merge-file.js";
import { shareTexts } from "./webhooks/texts.js";

/** Imports each file. Shared schemas come last, when the used ones are known. */
export function* importFiles(
  server: ImportedServer | undefined,
  webhooks: ImportedWebhooks | undefined,
  folder: ReadonlyMap<string, PresentFile>,
  context: ImportContext,
): Generator<readonly [path: string, file: FileImport]> {
  const routes = importRoutes(context);
  const { description } = context;
  const hasRoutes = keysOf(description.root["paths"]).length > 0 || webhooks === undefined;
  const { auth } = context.security;
  const client = { ...(auth && { auth }), ...context.client.entries };
  const methods = listOtherMethods([...routes.keys()]);
  const entries = vendorEntries(description.root, server, methods, client, webhooks);
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

/** The methods that `vendor.yaml` has to declare. */
function listOtherMethods(routes: readonly string[]): readonly string[] {
  const methods = new Set(routes.map((key) => key.slice(0, key.indexOf(" "))));
  return [...methods].filter((method) => ![...METHODS, QUERY].includes(method));
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
  return new Map(
    [...events].map(([name, { actions, texts }]) => {
      return [name, eventEntry([...actions.keys()], shareTexts(texts))];
    }),
  );
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

export function fileOf(
  format: string,
  entries: ReadonlyMap<string, Json>,
  keep: FileImport["keep"],
): FileImport {
  const up = format === "payload" || format === "components" ? "../.." : "..";
  const modeline = `# yaml-language-server: $schema=${up}/codegen/meta/${format}.schema.json`;
  return { modeline, entries, keep };
}
