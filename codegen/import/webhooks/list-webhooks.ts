import { entriesOf, isMap, type Json, type JsonMap } from "../model/description.js";
import { listFields, type WebhookFields } from "./event-field.js";
import { type ImportContext, resolveEntry } from "../model/context.js";
import { follow, parsePointer } from "../model/references.js";
import { SIGNATURE_EXTENSION } from "./signature.js";
import { isTextOf, readTexts } from "./texts.js";

export interface Webhook {
  readonly key: string;
  readonly post: JsonMap;
  /** Without a reference at its top. */
  readonly body: Json;
  readonly mediaType: string;
  readonly fields: WebhookFields;
  /** Its described texts, the best first. */
  readonly texts: readonly string[];
}

/** The sections that hold webhooks: the second is for versions before 3.1. */
export const WEBHOOK_SECTIONS = ["webhooks", "x-webhooks"] as const;

export function hasWebhooks(root: JsonMap): boolean {
  const isAny = WEBHOOK_SECTIONS.some((section) => entriesOf(root[section]).length > 0);
  return isAny || listMarked(root).length > 0;
}

/** Tests whether an operation among the paths is marked as a webhook, as some vendors do. */
export function isMarkedWebhook(operation: Json): boolean {
  return isMap(operation) && operation["x-fern-webhook"] === true;
}

/** The webhooks among the paths, by their operation. */
function listMarked(root: JsonMap): readonly (readonly [key: string, item: JsonMap])[] {
  return entriesOf(root["paths"]).flatMap(([url, item]) =>
    entriesOf(item).flatMap(([, operation]): (readonly [string, JsonMap])[] => {
      if (!isMarkedWebhook(operation) || !isMap(operation)) return [];
      const { operationId } = operation;
      const key = typeof operationId === "string" && operationId !== "" ? operationId : url;
      return [[key, { post: operation }]];
    }),
  );
}

/** Lists webhooks with a payload. Notes the others. */
export function* listWebhooks(context: ImportContext): Generator<Webhook> {
  const { root } = context.description;
  const keys = new Set<string>();
  const sections = WEBHOOK_SECTIONS.flatMap((section) => entriesOf(root[section]));
  for (const [key, item] of [...sections, ...listMarked(root)]) {
    if (key.startsWith("x-") && !isMap(item)) continue;
    if (keys.has(key)) context.notes.lose("a second webhook of the same name", key, "webhook");
    const webhook = keys.has(key) ? undefined : readWebhook(key, item, context);
    keys.add(key);
    if (webhook !== undefined) yield webhook;
  }
}

/** Reads a webhook; `undefined`, with a note, if it has no payload. */
function readWebhook(key: string, item: Json, context: ImportContext): Webhook | undefined {
  const location = `webhook ${key}`;
  const path = resolveEntry(item, location, context)?.value;
  const post = path?.["post"];
  if (!isMap(post)) {
    context.notes.lose("a webhook without `post`", key, "webhook");
    return undefined;
  }
  noteOperation(post, key, context);
  const body = post["requestBody"];
  const content = body === undefined ? undefined : resolveEntry(body, location, context)?.value;
  const [mediaType, media] = chooseContent(content?.["content"], location, context);
  const schema = isMap(media) ? followReference(media["schema"], context) : undefined;
  if (schema === undefined) {
    context.notes.lose("a webhook without payload", key, "webhook");
    return undefined;
  }
  const followRefs = (value: Json): Json => followReference(value, context);
  const fields = listFields(key, { post, body: schema, mediaType: media }, followRefs);
  // Text beside a $ref is specific to this webhook.
  const isReference = isMap(item) && "$ref" in item;
  const texts = readTexts(key, [...(isReference ? [item] : []), post, path]);
  return { key, post, body: schema, mediaType, fields, texts };
}

/** Ignores parameters: delivery headers are declared in `vendor.yaml`. */
function noteOperation(post: JsonMap, name: string, { notes }: ImportContext): void {
  for (const [keyword, value] of Object.entries(post)) {
    const isRead = keyword === "requestBody" || keyword === SIGNATURE_EXTENSION;
    if (keyword === "callbacks") notes.lose("`callbacks`", name);
    else if (!isRead && !isTextOf(name, keyword, value)) notes.skip(`\`${keyword}\` of a webhook`);
  }
}

/** The JSON media type with its entry, or else the first one. */
function chooseContent(
  content: Json,
  location: string,
  context: ImportContext,
): readonly [mediaType: string, entry: Json] {
  const entries = entriesOf(content);
  const chosen = entries.find(([name]) => /[/+]json\b/i.test(name)) ??
    entries[0] ?? ["", undefined];
  for (const [other] of entries.filter(([name]) => name !== chosen[0])) {
    context.notes.lose(`${other} beside ${chosen[0]}`, location);
  }
  return chosen;
}

/** Follows references to their target: each payload has a schema of its own. */
export function followReference(value: Json, { description }: ImportContext): Json {
  const seen = new Set<string>();
  let current = value;
  while (isMap(current) && typeof current["$ref"] === "string" && !seen.has(current["$ref"])) {
    seen.add(current["$ref"]);
    const keys = parsePointer(current["$ref"]);
    const target = keys && follow(description.root, keys);
    if (target === undefined) break;
    current = target;
  }
  return current;
}
