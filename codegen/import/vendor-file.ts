/** The import of `vendor.yaml`: what a description and a file of names tell about the service as a whole. */
import { METHODS, QUERY } from "../model/http.js";
import { isMap, type Json, type JsonMap, keysOf, mapOf, textOf } from "../model/json.js";
import { toVendorName } from "../model/yaml-names.js";
import type { PresentFile } from "./merge/divided-file.js";
import { type FileImport, fileOf } from "./merge/file-import.js";
import type { ImportContext, ImportedServer } from "./model/context.js";
import { withoutUndefined } from "./model/description.js";
import type { VendorNames } from "./names/vendor-names.js";
import { importTags } from "./routes/tags.js";
import type { ImportedWebhooks } from "./webhooks/webhooks.js";

/** Imports `vendor.yaml` after all schemas, because only models whose schemas are used are listed. */
export function importVendor(
  { webhooks, names, routeKeys }: VendorSources,
  present: PresentFile | undefined,
  context: ImportContext,
): FileImport {
  const client = withoutUndefined({
    auth: names?.auth ?? context.security.auth,
    ...context.client.entries,
    ...(names?.idempotency && { idempotency: names.idempotency }),
  });
  const entries = vendorEntries(context.description.root, {
    server: context.server,
    methods: listUnusualMethods(routeKeys),
    tags: importTags(
      context.description.root,
      [...context.operations.values()].map(({ operation }) => operation),
    ),
    client,
    webhooks,
    names,
    models: listModels(names, context),
  });
  const completed = completeEntries(entries, mapOf(present?.value), names);
  // A present entry stays as it is, unless it is completed.
  const keep: FileImport["keep"] = (imported, kept, key) =>
    kept === undefined || completed.has(key) ? imported : kept;
  return fileOf("vendor", new Map([...entries, ...completed]), keep);
}

/** The methods that `vendor.yaml` must declare, because HTTP does not define them. */
function listUnusualMethods(routeKeys: Iterable<string>): readonly string[] {
  const methods = new Set([...routeKeys].map((key) => key.slice(0, key.indexOf(" "))));
  return [...methods].filter((method) => ![...METHODS, QUERY].includes(method));
}

/** The entries of a new `vendor.yaml`, in the order of the file. */
function vendorEntries(
  { info }: JsonMap,
  { server, methods, tags, client, webhooks, names, models }: VendorParts,
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
    tags: unlessEmpty(tags),
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
  const usedModels = [...(names?.models.values() ?? [])].flatMap(({ type, schema }) => {
    const component = shared.componentNames.get(schema);
    return component !== undefined && shared.used.has(component) ? [[type, component]] : [];
  });
  return Object.fromEntries(usedModels) as JsonMap; // pairs
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

/** The entries of a present `vendor.yaml` that get new tags, or the options of a file of names. */
function completeEntries(
  entries: ReadonlyMap<string, Json>,
  { auth, tags, webhooks }: JsonMap,
  names: VendorNames | undefined,
): ReadonlyMap<string, Json> {
  const completed = new Map<string, Json>();
  const importedTags = entries.get("tags");
  if (isMap(tags) && isMap(importedTags))
    completed.set("tags", { ...tags, ...withoutKeys(importedTags, keysOf(tags)) });
  if (names?.auth && auth !== undefined) completed.set("auth", names.auth);
  if (names?.secret && isMap(webhooks) && !("secret" in webhooks))
    completed.set("webhooks", { ...webhooks, secret: names.secret });
  return completed;
}

function withoutKeys(map: JsonMap, keys: readonly string[]): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}

export interface VendorSources {
  readonly webhooks: ImportedWebhooks | undefined;
  readonly names: VendorNames | undefined;
  /** `<METHOD> <url>` of each imported route. */
  readonly routeKeys: Iterable<string>;
}

/** The parts of a new `vendor.yaml`. */
interface VendorParts {
  readonly server: ImportedServer | undefined;
  readonly methods: readonly string[];
  readonly tags: JsonMap;
  readonly client: JsonMap;
  readonly webhooks: ImportedWebhooks | undefined;
  readonly names: VendorNames | undefined;
  readonly models: JsonMap;
}
