import type { FieldSource } from "../../../src/catalog/webhooks.js";
import { entriesOf, isMap, itemsOf, type Json, type JsonMap, mapOf } from "../model/description.js";

/** Fields of one webhook that may hold the event name. */
export interface WebhookFields {
  /** The key in the description. */
  readonly key: string;
  /** The described values of a delivery, by field: `body type` or `header X-Acme-Event`. */
  readonly values: ReadonlyMap<string, string>;
}

/** Follows the references of a value; returns any other as it is. */
export type Follow = (value: Json) => Json;

/**
 * Lists the fields of a webhook with one value: a constant, the one of several values that equals
 * its key, or that of its examples.
 */
export function listFields(
  key: string,
  { post, body, mediaType }: { post: JsonMap; body: Json; mediaType: Json },
  followRefs: Follow,
): WebhookFields {
  const values = new Map<string, string>();
  for (const example of listExamples(mediaType, body, followRefs)) {
    // An example counts only if it has the key as it is.
    for (const [path, value] of listTexts(example))
      if (value === key) values.set(`body ${path}`, value);
  }
  const read = (schema: Json): string | undefined => constantOf(schema) ?? choose(schema, key);
  for (const [path, value] of listConstants(body, followRefs, read)) {
    values.set(`body ${path}`, value);
  }
  for (const item of itemsOf(post["parameters"]).map(followRefs)) {
    if (!isMap(item) || item["in"] !== "header" || typeof item["name"] !== "string") continue;
    const value = constantOf(followRefs(item["schema"])) ?? textOf(item["example"]);
    if (value !== undefined) values.set(`header ${item["name"]}`, value);
  }
  return { key, values };
}

/** Paths into payloads are searched to this depth. */
const MAX_PATH = 2;

function* listConstants(
  schema: Json,
  followRefs: Follow,
  read: (schema: Json) => string | undefined,
  path: readonly string[] = [],
  seen: ReadonlySet<Json> = new Set(),
): Generator<readonly [path: string, value: string]> {
  const target = followRefs(schema);
  if (!isMap(target) || seen.has(target)) return;
  const inside = new Set([...seen, target]);
  for (const member of itemsOf(target["allOf"])) {
    yield* listConstants(member, followRefs, read, path, inside);
  }
  for (const [name, child] of entriesOf(target["properties"])) {
    const property = followRefs(child);
    const value = read(property);
    const below = [...path, name];
    if (value !== undefined) yield [below.join("."), value];
    else if (below.length < MAX_PATH)
      yield* listConstants(property, followRefs, read, below, inside);
  }
}

/** The key, if it is one of several values: webhooks often share the schema of their payload. */
function choose(schema: Json, key: string): string | undefined {
  return isMap(schema) && itemsOf(schema["enum"]).includes(key) ? key : undefined;
}

function constantOf(schema: Json): string | undefined {
  if (!isMap(schema)) return undefined;
  const values = itemsOf(schema["enum"]);
  return textOf(schema["const"]) ?? (values.length === 1 ? textOf(values[0]) : undefined);
}

function textOf(value: Json): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function listExamples(mediaType: Json, body: Json, followRefs: Follow): readonly Json[] {
  const media = isMap(mediaType) ? mediaType : {};
  const schema = isMap(body) ? body : {};
  const named = entriesOf(media["examples"]).map(([, example]) => followRefs(example));
  return [
    ...named.map((example) => mapOf(example)["value"]),
    ...[media["example"], schema["example"], ...itemsOf(schema["examples"])],
  ];
}

function* listTexts(
  value: Json,
  path: readonly string[] = [],
): Generator<readonly [path: string, value: string]> {
  for (const [name, child] of entriesOf(value)) {
    if (typeof child === "string") yield [[...path, name].join("."), child];
    else if (path.length + 1 < MAX_PATH) yield* listTexts(child, [...path, name]);
  }
}

/** The field with the event name, and the names. */
export interface EventField {
  readonly location: FieldSource;
  /** The sent names by the key in the description. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Finds the field in which all webhooks differ and whose values resemble most of their keys.
 * @returns `undefined` if there is none, or several are equally alike.
 */
export function findEventField(webhooks: readonly WebhookFields[]): EventField | undefined {
  const [first, ...others] = webhooks;
  if (first === undefined) return undefined;
  const fields = [...first.values.keys()].filter(
    (field) => others.every(({ values }) => values.has(field)) && areNames(webhooks, field),
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
  return webhooks.filter(({ key, values }) => isAlike(key, values.get(field) ?? "")).length;
}

/** Tests whether a key and a name are alike: `EndpointCreatedEvent` and `endpoint.created`. */
function isAlike(key: string, name: string): boolean {
  return fold(key) === fold(name);
}

function fold(text: string): string {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return letters.replace(/(?:event|webhook|notification)$/, "");
}

export function listHeaders(posts: readonly JsonMap[], followRefs: Follow): readonly string[] {
  const names = posts.flatMap((post) =>
    itemsOf(post["parameters"])
      .map(followRefs)
      .flatMap((item) =>
        isMap(item) && item["in"] === "header" && typeof item["name"] === "string"
          ? [item["name"]]
          : [],
      ),
  );
  return [...new Set(names)];
}
