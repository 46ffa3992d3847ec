import type { FieldSource } from "../../../src/catalog/webhooks.js";
import { isHeaderName } from "../../model/http.js";
import {
  entriesOf,
  isMap,
  itemsOf,
  type Json,
  type JsonMap,
  mapOf,
  textOf,
} from "../../model/json.js";
import { followReference, onlyOf } from "../model/description.js";
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import { planSignature } from "../../../src/receive/signatures/plan/plan.js";
import type { Notes } from "../model/notes.js";
import { PRESETS } from "../../../src/receive/signatures/plan/presets.js";

/** The fields of one webhook that may hold the event name. */
export interface WebhookFields {
  /** The key in the description. */
  readonly key: string;
  /** The values that the description gives, by field: `body type` or `header X-Acme-Event`. */
  readonly values: ReadonlyMap<string, string>;
}

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
  const read = (schema: Json): string | undefined => constantOf(schema) ?? keyIfListed(schema, key);
  for (const [path, value] of listConstants(root, body, read)) {
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
  const named = entriesOf(media["examples"]).map(([, each]) => mapOf(followReference(root, each)));
  return [
    ...named.map(({ value }) => value),
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

/** The field with the event name, and its values. */
export interface EventField {
  readonly location: FieldSource;
  /** The names in deliveries, by the key in the description. */
  readonly names: ReadonlyMap<string, string>;
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

/** The names of the headers that deliveries declare. */
export function listHeaders(root: JsonMap, posts: readonly JsonMap[]): readonly string[] {
  return [...new Set(posts.flatMap((post) => headersOf(root, post).map(({ name }) => name)))];
}

interface Header {
  readonly name: string;
  readonly schema: Json;
  readonly example: Json;
}

function headersOf(root: JsonMap, post: JsonMap): readonly Header[] {
  return itemsOf(post["parameters"]).flatMap((item) => {
    const { in: where, name, schema, example } = mapOf(followReference(root, item));
    return where === "header" && typeof name === "string" ? [{ name, schema, example }] : [];
  });
}

// ---- Signatures

/** The extension that describes signatures, in the document or in a webhook. */
export const SIGNATURE_EXTENSION = "x-fern-webhook-signature";

/** Names of algorithms in `vendor.yaml`, by their names in the extension. */
const ALGORITHMS = new Map<Json, SignatureDescription["algorithm"]>([
  ["sha1", "hmac-sha1"],
  ["sha256", "hmac-sha256"],
  ["sha512", "hmac-sha512"],
  ["ed25519", "ed25519"],
  ["ecdsa-sha256", "ecdsa-p256-sha256"],
]);

/** Encodings of `x-speakeasy-webhooks` that `vendor.yaml` can express. */
const ENCODINGS = ["base64", "hex"] as const;

const COMPONENTS = new Map<Json, string>([
  ["body", "{body}"],
  ["timestamp", "{timestamp}"],
  ["notification-url", "{url}"],
]);

const UNITS = new Map<Json, "seconds" | "milliseconds">([
  [undefined, "seconds"],
  ["unix-seconds", "seconds"],
  ["unix-millis", "milliseconds"],
]);

/** Keys that `vendor.yaml` cannot express. */
const UNSUPPORTED = ["body-sort", "body-hash-binding", "url-normalization", "jwks-url"];

/** The default of the extension, in seconds. */
const DEFAULT_TOLERANCE = 300;

/**
 * Reads the signature scheme of the document and its webhooks. Notes one that cannot be expressed.
 * @returns `undefined` without such a scheme.
 */
export function readSignatureExtension(
  root: JsonMap,
  posts: readonly JsonMap[],
  notes: Notes,
): SignatureDescription | undefined {
  const extensions = posts.map((post) => {
    const value = post[SIGNATURE_EXTENSION];
    return isMap(value) ? value : root[SIGNATURE_EXTENSION];
  });
  const [first, ...furtherExtensions] = extensions;
  if (!isMap(first)) return readSpeakeasyScheme(root, notes);
  const isSame = furtherExtensions.every(
    (other) => JSON.stringify(other) === JSON.stringify(first),
  );
  const scheme = isSame ? readSignatureScheme(first) : "webhooks have different ones";
  return noteReason(scheme, SIGNATURE_EXTENSION, notes);
}

/** Returns a scheme, or notes the reason that there is none. */
function noteReason(
  scheme: SignatureDescription | string,
  location: string,
  notes: Notes,
): SignatureDescription | undefined {
  if (typeof scheme !== "string") return scheme;
  notes.lose(`the signature scheme, because ${scheme}`, location);
  return undefined;
}

/** The scheme of `x-speakeasy-webhooks`: an HMAC of the body. */
function readSpeakeasyScheme(root: JsonMap, notes: Notes): SignatureDescription | undefined {
  const security = mapOf(root["x-speakeasy-webhooks"])["security"];
  if (!isMap(security)) return undefined;
  const { type, algorithm, headerName, name, signatureTextEncoding, encoding } = security;
  const named = ENCODINGS.find((each) => each === (signatureTextEncoding ?? encoding));
  const scheme =
    type === "signature" && algorithm === "hmac-sha256" && named !== undefined
      ? check({ header: textOf(headerName ?? name) ?? "", algorithm, encoding: named })
      : `${JSON.stringify({ type, algorithm, encoding: signatureTextEncoding ?? encoding })} is not supported`;
  return noteReason(scheme, "x-speakeasy-webhooks", notes);
}

/** The scheme, or the reason that it cannot be expressed. */
function readSignatureScheme(value: JsonMap): SignatureDescription | string {
  const unsupported = UNSUPPORTED.find((key) => value[key] !== undefined);
  if (unsupported !== undefined) return `\`${unsupported}\` cannot be expressed`;
  const isAsymmetric = value["type"] === "asymmetric";
  const named = isAsymmetric ? value["asymmetric-algorithm"] : (value["algorithm"] ?? "sha256");
  const algorithm = ALGORITHMS.get(named);
  if (algorithm === undefined || algorithm.startsWith("hmac") === isAsymmetric) {
    return `the algorithm ${JSON.stringify(named)} is not supported`;
  }
  const content = readSignedContent(value["payload-format"]);
  if (content === undefined) return "a part of what is signed cannot be expressed";
  const timestamp = mapOf(value["timestamp"]);
  const unit = UNITS.get(timestamp["format"]);
  if (unit === undefined)
    return `the time format ${JSON.stringify(timestamp["format"])} is not supported`;
  const { header, encoding, "signature-prefix": prefix } = value;
  return check({
    header: textOf(header) ?? "",
    algorithm,
    encoding: encoding === "hex" ? "hex" : "base64",
    ...(typeof prefix === "string" && { format: `${prefix}{signature}` }),
    ...(content !== "{body}" && { content }),
    ...(content.includes("{timestamp}") && {
      timestamp: { header: textOf(timestamp["header"]) ?? "", unit },
      tolerance: Number(timestamp["tolerance"] ?? DEFAULT_TOLERANCE),
    }),
  });
}

/** The template of the signed content; `undefined` if a part of it cannot be expressed. */
function readSignedContent(format: Json): string | undefined {
  if (!isMap(format)) return "{body}";
  const components = itemsOf(format["components"]).map((each) => COMPONENTS.get(each));
  if (components.length === 0 || components.includes(undefined)) return undefined;
  return components.join(textOf(format["delimiter"]) ?? "");
}

function check(scheme: SignatureDescription): SignatureDescription | string {
  const headers = [scheme.header, scheme.timestamp?.header ?? scheme.header];
  if (!headers.every(isHeaderName)) return "a header is missing";
  try {
    planSignature(scheme);
    return scheme;
  } catch (error) {
    return (error as Error).message; // planning throws errors only
  }
}

// ---- Declared headers

/** Fields that are known by the names of declared headers. */
export interface DeclaredFields {
  readonly event?: FieldSource;
  readonly delivery?: FieldSource;
  readonly signature?: string;
}

/**
 * Finds headers by their names: `X-Acme-Event`, `X-Acme-Delivery`, and the headers of one preset of
 * signatures. Notes them, because a name is no proof.
 */
export function findDeclaredFields(headers: readonly string[], notes: Notes): DeclaredFields {
  const event = findOnlyName(headers, /^x-(?:[a-z0-9]+-)+event$/i);
  const delivery = findOnlyName(headers, /^x-(?:[a-z0-9]+-)+delivery(?:-id)?$/i);
  const signature = findPreset(headers);
  const taken = { event, delivery, signature };
  for (const [key, value] of Object.entries(taken)) {
    if (value !== undefined)
      notes.tell("Read from the name of a declared header", `${key} ${value}`);
  }
  return {
    ...(event !== undefined && { event: { header: event } }),
    ...(delivery !== undefined && { delivery: { header: delivery } }),
    ...(signature !== undefined && { signature }),
  };
}

function findOnlyName(headers: readonly string[], pattern: RegExp): string | undefined {
  return onlyOf(headers.filter((header) => pattern.test(header)));
}

/** The preset whose headers are all declared, if there is only one. */
function findPreset(headers: readonly string[]): string | undefined {
  const declared = new Set(headers.map((header) => header.toLowerCase()));
  const presets: Readonly<Record<string, SignatureDescription>> = PRESETS;
  const fitting = Object.entries(presets).filter(([, { header, id, timestamp }]) =>
    [header, id?.header, timestamp?.header].every(
      (name) => name === undefined || declared.has(name.toLowerCase()),
    ),
  );
  return onlyOf(fitting)?.[0];
}
