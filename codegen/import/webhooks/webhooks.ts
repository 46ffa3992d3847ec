/** Imports webhooks: events with their payloads, and where deliveries have their names, ids and signatures. */
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import type { FieldSource } from "../../../src/catalog/webhooks.js";
import { kindOf } from "../../model/http.js";
import { isMap, mapOf, textOf } from "../../model/json.js";
import { toSnakeCase } from "../../model/yaml-names.js";
import { isEventName } from "../../read/event-names.js";
import { convertSchema } from "../schemas/convert-schema.js";
import type { SchemaValue } from "../schemas/types.js";
import { isWritableKey } from "../model/description.js";
import type { ImportContext } from "../model/context.js";
import { findDeclaredFields, listHeaders } from "./declared-headers.js";
import { type EventField, findEventField, readField } from "./event-field.js";
import { listWebhooks, type Webhook } from "./list-webhooks.js";
import {
  actionsOfPayload,
  documentedEvent,
  isImportableAction,
  type KnownWebhooks,
  nameWebhook,
  type WebhookName,
} from "./names.js";
import type { NamedTexts } from "./event-texts.js";
import { readResourceReference, type ResourceReference } from "./resources.js";
import { readSignatureExtension } from "./signature-extensions.js";

/**
 * Imports all webhooks, grouped by event.
 * @param isVerified A file of names has a method that verifies deliveries.
 */
export function importWebhooks(
  known: KnownWebhooks,
  context: ImportContext,
  isVerified: boolean,
): ImportedWebhooks {
  const webhooks = [...listWebhooks(context)];
  // A callback has an address of its own, and often neither name nor signature.
  const withoutCallbacks = webhooks.filter(({ isCallback }) => !isCallback);
  const typical = withoutCallbacks.length > 0 ? withoutCallbacks : webhooks;
  const field = findField(typical, known);
  const events = importEvents(webhooks, field, known, context);
  noteBareNames(events, context);
  const posts = typical.map(({ post }) => post);
  const { root } = context.description;
  const described = readSignatureExtension(root, posts, context.notes);
  const headers = listHeaders(root, posts);
  const declared = {
    ...(isVerified && STANDARD_WEBHOOKS),
    ...findDeclaredFields(headers, context.notes),
  };
  const event = field?.location ?? declared.event;
  const signature = described ?? declared.signature;
  return {
    events,
    ...(event && { event }),
    ...(declared.delivery && { delivery: declared.delivery }),
    ...(signature !== undefined && { signature }),
    isForm: typical.length > 0 && typical.every(({ mediaType }) => kindOf(mediaType) === "form"),
    headers,
  };
}

/** The signature that SDKs by Stainless verify, for a description that shows no other. */
const STANDARD_WEBHOOKS = {
  signature: "standard-webhooks",
  delivery: { header: "webhook-id" },
} as const;

/** The field with the event name: the one in `vendor.yaml`, or else one that the payloads show. */
function findField(
  webhooks: readonly Webhook[],
  { event, events, mapping }: KnownWebhooks,
): EventField | undefined {
  const fields = webhooks.map((webhook) => webhook.fields);
  const body = textOf(mapOf(event)["body"]);
  if (body !== undefined) return readField(fields, { body });
  if (isMap(event) || events.size > 0) return undefined;
  // Webhooks in the mapping have names already.
  return findEventField(fields.filter(({ key }) => !mapping.has(key)));
}

function importEvents(
  webhooks: readonly Webhook[],
  field: EventField | undefined,
  folder: KnownWebhooks,
  context: ImportContext,
): ReadonlyMap<string, ImportedEvent> {
  const events = new Map<string, ImportedEvent>();
  const describedAs = new Set<string>();
  const nameOf = createNaming(webhooks, field, folder);
  for (const webhook of webhooks) {
    const { key } = webhook;
    const names = nameOf(webhook);
    noteActions(webhook, context);
    noteNameInPayload(key, names, field, context);
    for (const name of names) {
      const fullName = [name.event, name.action].filter((part) => part !== undefined).join(".");
      const entryKey = `events.yaml ${name.event}`;
      if (isReserved(name)) context.notes.lose(`the reserved name ${fullName}`, key, "webhook");
      else if (context.label.foreignKeys.has(entryKey)) context.skipped.add(entryKey);
      else if (describedAs.has(fullName))
        context.notes.lose(`another payload of ${fullName}`, key, "webhook");
      else {
        describedAs.add(fullName);
        addImportedPayload(events, name, webhook, names.length > 1, context);
      }
    }
  }
  return events;
}

/** Creates a function that names webhooks, which depends on the keys of all. */
function createNaming(
  webhooks: readonly Webhook[],
  field: EventField | undefined,
  { events, mapping }: KnownWebhooks,
): (webhook: Webhook) => readonly WebhookName[] {
  const documented = listDocumented(webhooks);
  const keys = new Set(webhooks.map(({ key }) => key));
  return ({ key, body }) => {
    // A known event without actions that has a webhook of its own names no other webhook.
    const known = new Map(
      [...events].filter(([event, { length }]) => {
        return event === key || length > 0 || !keys.has(event);
      }),
    );
    return nameWebhook(key, {
      actions: actionsOfPayload(body),
      known,
      mapping,
      nameInPayload: field?.names.get(key),
      documentedName: documented.get(key),
    });
  };
}

/** Notes actions that `events.yaml` cannot have. */
function noteActions({ key, body }: Webhook, { notes }: ImportContext): void {
  for (const action of actionsOfPayload(body)) {
    if (!isImportableAction(action)) notes.lose(`the action ${JSON.stringify(action)}`, key);
  }
}

/** Notes a webhook whose payload has another name for its event than the key of the description. */
function noteNameInPayload(
  key: string,
  [name]: readonly WebhookName[],
  field: EventField | undefined,
  { notes }: ImportContext,
): void {
  const nameInPayload = field?.names.get(key);
  if (nameInPayload === undefined || nameInPayload === key) return;
  notes.tell("Named as its payload has it", `${key} is ${name?.event ?? key}`);
}

/**
 * Event names in the addresses of their documentation. If most are in snake case, all become so,
 * because addresses are often written by hand.
 */
function listDocumented(webhooks: readonly Webhook[]): ReadonlyMap<string, string> {
  const entries = webhooks.flatMap(({ key, post }) => {
    const name = documentedEvent(key, mapOf(post["externalDocs"])["url"]);
    return name === undefined ? [] : [[key, name] as const];
  });
  const names = [...new Set(entries.map(([, name]) => name))].filter((name) => /\W|_/.test(name));
  const isSnake = names.filter((name) => /^\w+$/.test(name)).length > 0.75 * names.length;
  return new Map(entries.map(([key, name]) => [key, isSnake ? toSnakeCase(name) : name]));
}

/** Notes the payload of an event that has actions, too. The union of its actions replaces it. */
function noteBareNames(events: ReadonlyMap<string, ImportedEvent>, { notes }: ImportContext): void {
  for (const [event, { payload, actions }] of events) {
    if (payload === undefined || actions.size === 0) continue;
    notes.lose("the payload of a bare event that has actions", event);
  }
}

function isReserved({ event, action }: WebhookName): boolean {
  return !isEventName(event) || action === "" || !isWritableKey(event);
}

/** Adds the payload of a webhook to its event. */
function addImportedPayload(
  events: Map<string, ImportedEvent>,
  { event, action }: WebhookName,
  { key, body, texts }: Webhook,
  isOneOfSeveral: boolean,
  context: ImportContext,
): void {
  const site = { location: `webhook ${key}`, file: "payloads/any.yaml" };
  const schema = convertSchema(body, site, context);
  const known: ImportedEvent = events.get(event) ?? { actions: new Map(), texts: [] };
  const namedTexts = { ...(action !== undefined && { action }), texts };
  const resource = known.resource ?? readResourceReference(context.description.root, body);
  const present = { ...known, resource, texts: [...known.texts, namedTexts] };
  if (action === undefined) events.set(event, { ...present, payload: schema });
  else {
    const narrowed = isOneOfSeveral ? narrowAction(schema, action) : schema;
    const actions = new Map([...present.actions, [action, narrowed] as const]);
    events.set(event, { ...present, actions });
  }
}

/** Limits the payload of several actions to one of them. */
function narrowAction(schema: SchemaValue, action: string): SchemaValue {
  if (typeof schema === "boolean" || !isMap(schema["properties"])) return schema;
  const properties = { ...schema["properties"], action: { type: "string", enum: [action] } };
  return { ...schema, properties };
}

/** An event with its payloads: one, or one for each of its actions. */
export interface ImportedEvent {
  readonly payload?: SchemaValue;
  readonly actions: ReadonlyMap<string, SchemaValue>;
  /** Texts of the event and of its actions, by webhook. */
  readonly texts: readonly NamedTexts[];
  /** The reference of its payload to a resource, if it has one. */
  readonly resource?: ResourceReference | undefined;
}

/** The description of deliveries. */
export interface ImportedWebhooks {
  readonly events: ReadonlyMap<string, ImportedEvent>;
  /** The field with the event name. Absent if it is not described. */
  readonly event?: FieldSource;
  /** The field with the id. */
  readonly delivery?: FieldSource;
  /** A description, or the name of a preset. */
  readonly signature?: SignatureDescription | string;
  readonly isForm: boolean;
  /** Declared headers, as a help for users who complete `vendor.yaml`. */
  readonly headers: readonly string[];
}
