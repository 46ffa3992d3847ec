/** Finds webhooks in all places where descriptions have them. */
import { entriesOf, isMap, type Json, type JsonMap } from "../../model/json.js";
import { kindOfKeyword } from "../model/notes.js";
import { followReference } from "../model/references.js";
import { operationsOf } from "../model/operations.js";
import { listWebhookFields, type WebhookFields } from "./event-field.js";
import { SIGNATURE_EXTENSION } from "./signature-extensions.js";
import type { ImportContext } from "../model/context.js";
import { resolveEntry } from "../model/resolve-entry.js";
import { isTextOf, readWebhookTexts } from "./event-texts.js";
import { listCallbacks, type ListedWebhook } from "./callbacks.js";

/** The sections with webhooks. The extensions are for versions before 3.1. */
export const WEBHOOK_SECTIONS = ["webhooks", "x-webhooks", "x-speakeasy-webhooks"] as const;

/** Tests whether a description has webhooks in any of these places. */
export function hasWebhooks(root: JsonMap): boolean {
  return listAll(root).length > 0;
}

/** All webhooks: those of the sections, operations that are marked as webhooks, and callbacks. */
function listAll(root: JsonMap): readonly ListedWebhook[] {
  const sections = WEBHOOK_SECTIONS.flatMap((section) =>
    // `security` of this section is no webhook.
    entriesOf(root[section]).filter(
      ([key]) => section !== "x-speakeasy-webhooks" || key !== "security",
    ),
  );
  const webhooks = [...sections, ...listMarked(root)]
    .filter(([key, item]) => !key.startsWith("x-") || isMap(item))
    .map(([key, item]) => ({ key, item, isCallback: false }));
  return [...webhooks, ...listCallbacks(root, webhooks)];
}

/** Tests whether an operation is marked as a webhook. */
export function isMarkedWebhook(operation: Json): boolean {
  return isMap(operation) && operation["x-fern-webhook"] === true;
}

/** The operations that are marked as webhooks, by `operationId`. */
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

/** Lists webhooks with a payload. Notes webhooks without one. */
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
  const { root } = context.description;
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
  const schema = isMap(media) ? followReference(root, media["schema"]) : undefined;
  if (schema === undefined) {
    context.notes.lose("a webhook without payload", key, "webhook");
    return undefined;
  }
  const fields = listWebhookFields(root, key, { post, body: schema, mediaType: media });
  // Text beside a $ref is specific to this webhook.
  const isReference = isMap(item) && "$ref" in item;
  const texts = readWebhookTexts(key, [...(isReference ? [item] : []), post, path]);
  return { key, post, body: schema, mediaType, fields, texts, isCallback };
}

/** The operation of a delivery: `post`, or else the first operation with a body. */
function readDelivery(key: string, path: JsonMap, context: ImportContext): JsonMap | undefined {
  if (isMap(path["post"])) return path["post"];
  const [otherOperation] = operationsOf(context.description.root, path).filter(
    ([, operation]) => isMap(operation) && isMap(operation["requestBody"]),
  );
  if (otherOperation === undefined || !isMap(otherOperation[1])) return undefined;
  const what = "Sent with another method than POST, so that a middleware does not take it";
  context.notes.tell(what, `${key} (${otherOperation[0]})`);
  return otherOperation[1];
}

/** Counts ignored keywords, `parameters` among them: `vendor.yaml` declares the headers of deliveries. */
function noteOperation(post: JsonMap, name: string, { notes }: ImportContext): void {
  for (const [keyword, value] of Object.entries(post)) {
    const isRead = ["requestBody", "callbacks", SIGNATURE_EXTENSION].includes(keyword);
    if (!isRead && !isTextOf(name, keyword, value))
      notes.skip(`\`${keyword}\` of a webhook`, kindOfKeyword(keyword));
  }
}

/** The first JSON media type with its entry, or else the first media type. */
function chooseContent(
  content: Json,
  location: string,
  context: ImportContext,
): readonly [mediaType: string, entry: Json] {
  const entries = entriesOf(content);
  const json = entries.find(([name]) => /[/+]json\b/i.test(name));
  const [mediaType = "", entry] = json ?? entries[0] ?? [];
  for (const [other] of entries.filter(([name]) => name !== mediaType)) {
    context.notes.lose(`${other} beside ${mediaType}`, location);
  }
  return [mediaType, entry];
}

export interface Webhook {
  readonly key: string;
  readonly post: JsonMap;
  /** Without a reference at its top. */
  readonly body: Json;
  readonly mediaType: string;
  readonly fields: WebhookFields;
  /** Its summaries and descriptions, the best first. */
  readonly texts: readonly string[];
  readonly isCallback: boolean;
}
