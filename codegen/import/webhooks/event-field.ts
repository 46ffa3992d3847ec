/** Finds the field of deliveries that names their event. A description seldom says so, but its values tell. */
import type { FieldSource } from "../../../src/catalog/webhooks.js";
import {
  entriesOf,
  isMap,
  itemsOf,
  type Json,
  type JsonMap,
  mapOf,
  textOf,
} from "../../model/json.js";
import { followReference } from "../model/references.js";
import { onlyOf } from "../model/description.js";
import { headersOf } from "./declared-headers.js";

/**
 * Lists the fields of a webhook that have one value: a constant, the key among several values, or the
 * key in an example.
 */
export function listWebhookFields(
  root: JsonMap,
  key: string,
  { post, body, mediaType }: { post: JsonMap; body: Json; mediaType: Json },
): WebhookFields {
  const values = new Map<string, FieldValue>();
  const add = (location: FieldSource, value: string): void => {
    values.set(keyOf(location), { location, value });
  };
  for (const example of listExamples(root, mediaType, body)) {
    for (const [path, value] of listExampleTexts(example))
      if (value === key) add({ body: path }, value);
  }
  const readValue = (schema: Json): string | undefined =>
    constantOf(schema) ?? keyIfListed(schema, key);
  for (const [path, value] of listConstants(root, body, readValue)) add({ body: path }, value);
  for (const { name, schema, example } of headersOf(root, post)) {
    const value = constantOf(followReference(root, schema)) ?? textOf(example);
    if (value !== undefined) add({ header: name }, value);
  }
  return { key, values };
}

/** A text that only equal places have. */
function keyOf(location: FieldSource): string {
  return JSON.stringify(location);
}

/** Limit of depth in payloads. */
const MAX_PATH = 2;

function* listConstants(
  root: JsonMap,
  schema: Json,
  read: (schema: Json) => string | undefined,
  path: readonly string[] = [],
  seen: ReadonlySet<Json> = new Set(),
): Generator<readonly [path: string, value: string]> {
  const target = followReference(root, schema);
  if (!isMap(target) || seen.has(target)) return;
  const inside = new Set([...seen, target]);
  for (const member of itemsOf(target["allOf"])) {
    yield* listConstants(root, member, read, path, inside);
  }
  for (const [name, child] of entriesOf(target["properties"])) {
    const property = followReference(root, child);
    const value = read(property);
    const below = [...path, name];
    if (value !== undefined) yield [below.join("."), value];
    else if (below.length < MAX_PATH) yield* listConstants(root, property, read, below, inside);
  }
}

/** The key, if it is among several values. Webhooks often share the schema of their payload. */
function keyIfListed(schema: Json, key: string): string | undefined {
  return isMap(schema) && itemsOf(schema["enum"]).includes(key) ? key : undefined;
}

function constantOf(schema: Json): string | undefined {
  if (!isMap(schema)) return undefined;
  const values = itemsOf(schema["enum"]);
  return textOf(schema["const"]) ?? textOf(onlyOf(values));
}

function listExamples(root: JsonMap, mediaType: Json, body: Json): readonly Json[] {
  const [media, schema] = [mapOf(mediaType), mapOf(body)];
  const namedExamples = entriesOf(media["examples"]).map(([, each]) =>
    mapOf(followReference(root, each)),
  );
  return [
    ...namedExamples.map(({ value }) => value),
    media["example"],
    schema["example"],
    ...itemsOf(schema["examples"]),
  ];
}

function* listExampleTexts(
  value: Json,
  path: readonly string[] = [],
): Generator<readonly [path: string, value: string]> {
  for (const [name, child] of entriesOf(value)) {
    if (typeof child === "string") yield [[...path, name].join("."), child];
    else if (path.length + 1 < MAX_PATH) yield* listExampleTexts(child, [...path, name]);
  }
}

/**
 * Finds the field that differs in all webhooks and resembles the keys of most.
 * @returns `undefined` if there is none, or if two fields resemble as many keys.
 */
export function findEventField(webhooks: readonly WebhookFields[]): EventField | undefined {
  const [first, ...furtherWebhooks] = webhooks;
  if (first === undefined) return undefined;
  const locations = Array.from(first.values.values(), ({ location }) => location);
  const candidates = locations.filter(
    (location) =>
      furtherWebhooks.every(({ values }) => values.has(keyOf(location))) &&
      areNames(webhooks, location),
  );
  const best = candidates.map((location) => ({
    location,
    likeness: countAlike(webhooks, location),
  }));
  best.sort((one, other) => other.likeness - one.likeness);
  const [winner, second] = best;
  if (winner === undefined || winner.likeness * 2 <= webhooks.length) return undefined;
  if (second?.likeness === winner.likeness) return undefined;
  return readField(webhooks, winner.location);
}

/** Reads the described names of a known field. */
export function readField(webhooks: readonly WebhookFields[], location: FieldSource): EventField {
  const names = webhooks.flatMap((webhook) => {
    const value = valueAt(webhook, location);
    return value === undefined ? [] : [[webhook.key, value] as const];
  });
  return { location, names: new Map(names) };
}

/** Tells whether a field has another value in each webhook. */
function areNames(webhooks: readonly WebhookFields[], location: FieldSource): boolean {
  const values = new Set(webhooks.map((webhook) => valueAt(webhook, location)));
  return values.size === webhooks.length;
}

/** The number of webhooks whose keys resemble the value of a field. */
function countAlike(webhooks: readonly WebhookFields[], location: FieldSource): number {
  const alike = webhooks.filter(
    (webhook) => foldEvent(webhook.key) === foldEvent(valueAt(webhook, location) ?? ""),
  );
  return alike.length;
}

function valueAt({ values }: WebhookFields, location: FieldSource): string | undefined {
  return values.get(keyOf(location))?.value;
}

/** `EndpointCreatedEvent` and `endpoint.created` are alike. */
function foldEvent(text: string): string {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return letters.replace(/(?:event|webhook|notification)$/, "");
}

/** The fields of one webhook that may hold the event name. */
export interface WebhookFields {
  /** The key in the description. */
  readonly key: string;
  /** The values that the description gives, by a text for their place. */
  readonly values: ReadonlyMap<string, FieldValue>;
}

/** A place in deliveries, and the value that the description gives it. */
interface FieldValue {
  readonly location: FieldSource;
  readonly value: string;
}

/** The field with the event name, and its values. */
export interface EventField {
  readonly location: FieldSource;
  /** The names in deliveries, by the key in the description. */
  readonly names: ReadonlyMap<string, string>;
}
