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
  const values = new Map<string, string>();
  for (const example of listExamples(root, mediaType, body)) {
    for (const [path, value] of listExampleTexts(example))
      if (value === key) values.set(`body ${path}`, value);
  }
  const readValue = (schema: Json): string | undefined =>
    constantOf(schema) ?? keyIfListed(schema, key);
  for (const [path, value] of listConstants(root, body, readValue)) {
    values.set(`body ${path}`, value);
  }
  for (const { name, schema, example } of headersOf(root, post)) {
    const value = constantOf(followReference(root, schema)) ?? textOf(example);
    if (value !== undefined) values.set(`header ${name}`, value);
  }
  return { key, values };
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
  const fields = [...first.values.keys()].filter(
    (field) =>
      furtherWebhooks.every(({ values }) => values.has(field)) && areNames(webhooks, field),
  );
  const best = fields.map((field) => ({ field, likeness: countAlike(webhooks, field) }));
  best.sort((one, other) => other.likeness - one.likeness);
  const [winner, second] = best;
  if (winner === undefined || winner.likeness * 2 <= webhooks.length) return undefined;
  if (second?.likeness === winner.likeness) return undefined;
  return readField(webhooks, winner.field);
}

/** Reads the described names of a known field. */
export function readField(webhooks: readonly WebhookFields[], field: string): EventField {
  const [kind = "", name = ""] = field.split(/ (.*)/s);
  const names = webhooks.flatMap(({ key, values }) => {
    const value = values.get(field);
    return value === undefined ? [] : [[key, value] as const];
  });
  return {
    location: kind === "header" ? { header: name } : { body: name },
    names: new Map(names),
  };
}

function areNames(webhooks: readonly WebhookFields[], field: string): boolean {
  return new Set(webhooks.map(({ values }) => values.get(field))).size === webhooks.length;
}

function countAlike(webhooks: readonly WebhookFields[], field: string): number {
  return webhooks.filter(({ key, values }) => foldEvent(key) === foldEvent(values.get(field) ?? ""))
    .length;
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
  /** The values that the description gives, by field: `body type` or `header X-Acme-Event`. */
  readonly values: ReadonlyMap<string, string>;
}

/** The field with the event name, and its values. */
export interface EventField {
  readonly location: FieldSource;
  /** The names in deliveries, by the key in the description. */
  readonly names: ReadonlyMap<string, string>;
}
