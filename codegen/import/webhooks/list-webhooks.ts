import { listCallbacks, type ListedWebhook } from "./callbacks.js";
import { entriesOf, isMap, type Json, type JsonMap } from "../model/description.js";
import { operationsOf } from "../model/operations.js";
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
  readonly isCallback: boolean;
}

/** The sections that hold webhooks: the others are for versions before 3.1. */
export const WEBHOOK_SECTIONS = ["webhooks", "x-webhooks", "x-speakeasy-webhooks"] as const;

export function hasWebhooks(root: JsonMap): boolean {
  return listAll(root).length > 0;
}

/** All webhooks of a description: those of its sections, those among the paths, and callbacks. */
function listAll(root: JsonMap): readonly ListedWebhook[] {
  const sections = WEBHOOK_SECTIONS.flatMap((section) =>
    // The section of Speakeasy also has `security`.
    entriesOf(root[section]).filter(
      ([key]) => section !== "x-speakeasy-webhooks" || key !== "security",
    ),
  );
  const webhooks = [...sections, ...listMarked(root)]
    .filter(([key, item]) => !key.startsWith("x-") || isMap(item))
    .map(([key, item]) => ({ key, item, isCallback: false }));
  return [...webhooks, ...listCallbacks(root, webhooks)];
}

/** Tests whether an operation among the paths is marked as a webhook, as some vendors do. */
export function isMarkedWebhook(operation: Json): boolean {
  return isMap(operation) && operation["x-fern-webhook"] === true;
}

/** The webhooks among the paths, by their operation. */
function listMarked(root: JsonMap): readonly (readonly [key: string, item: Json])[] {
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
  const keys = new Set<string>();
  for (const listed of listAll(context.description.root)) {
    const { key } = listed;
    if (keys.has(key)) context.notes.lose("a second webhook of the same name", key, "webhook");
    const webhook = keys.has(key) ? undefined : readWebhook(listed, context);
    keys.add(key);
    if (webhook !== undefined) yield webhook;
  }
}

/** Reads a webhook; `undefined`, with a note, if it has no payload. */
function readWebhook(
  { key, item, isCallback }: ListedWebhook,
  context: ImportContext,
): Webhook | undefined {
  const location = `webhook ${key}`;
  const path = resolveEntry(item, location, context)?.value;
  const post = path && readDelivery(key, path, context);
  if (post === undefined) {
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
  return { key, post, body: schema, mediaType, fields, texts, isCallback };
}

/** The operation of a delivery: `post`, or else another one with a body. */
function readDelivery(key: string, path: JsonMap, context: ImportContext): JsonMap | undefined {
  const { root } = context.description;
  if (isMap(path["post"])) return path["post"];
  const [other] = operationsOf(root, path).filter(
    ([, operation]) => isMap(operation) && isMap(operation["requestBody"]),
  );
  if (other === undefined || !isMap(other[1])) return undefined;
  const what = "Sent with another method than POST, so that a middleware does not take it";
  context.notes.tell(what, `${key} (${other[0]})`);
  return other[1];
}

/** Ignores parameters: delivery headers are declared in `vendor.yaml`. */
function noteOperation(post: JsonMap, name: string, { notes }: ImportContext): void {
  for (const [keyword, value] of Object.entries(post)) {
    const isRead = ["requestBody", "callbacks", SIGNATURE_EXTENSION].includes(keyword);
    if (!isRead && !isTextOf(name, keyword, value)) notes.skip(`\`${keyword}\` of a webhook`);
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
