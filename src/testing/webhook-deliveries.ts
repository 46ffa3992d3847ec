/** Creates signed deliveries for tests, from the samples of a service. */
import { followPath, isRecord } from "../base/values.js";
import { findLoader, type EventLoaders } from "../receive/webhooks/parts/payload-validator.js";
import type { PayloadValues } from "../catalog/values.js";
import { isText } from "../base/expect.js";
import { checkOptionNames, type OptionNames } from "../base/nearest.js";
import { createSignatureKey, signPayload } from "../receive/signatures/scheme.js";
import type { SignatureScheme } from "../receive/signatures/types.js";
import { describeUnknownName } from "../receive/webhooks/event-names.js";
import type { BodyFormat } from "../receive/webhooks/service.js";
import { isInHeader } from "../receive/webhooks/field-source.js";
import type { FieldSource, WebhookCatalog } from "../catalog/webhooks.js";

/**
 * Makes a signed delivery of an event for tests. The payload is the event's sample: it matches the
 * schema, has only the required properties, and is the same each time, except for the delivery's id.
 * The overrides are merged into it and not checked at run time.
 *
 * The bare name of an event with actions gives its first action.
 * Rejects with a `TypeError` for an unknown name, and for a secret that is empty.
 * @example
 * const delivery = await createDelivery("issues.opened", { issue: { number: 7 } }, { secret });
 * const response = await middleware(delivery.toRequest());
 */
export type CreateDelivery<Events extends SampledEvents<Events>> = <
  Name extends keyof Events & string,
>(
  name: Name,
  overrides?: Overrides<Events[Name]["payload"]>,
  options?: DeliveryOptions,
) => Promise<Delivery<Events[Name]>>;

/** Binds `createDelivery` to a service. No sample is imported before the first call. */
export function createDeliveryFactory<Events extends SampledEvents<Events>>(
  source: DeliverySource,
): CreateDelivery<Events> {
  const { catalog, scheme, body: format, loaders } = source;
  const known = new Set(catalog.eventNames);
  const defaultUrl = `http://localhost${catalog.path}`;
  return async (name, overrides, options = {}) => {
    checkOptionNames(options, DELIVERY_OPTIONS);
    const { secret = DEFAULT_SECRET, timestamp, url = defaultUrl } = options;
    const loader = known.has(name) ? findLoader(loaders, name) : undefined;
    if (loader === undefined) throw new TypeError(describeUnknownName(name, known));
    const { event, load: loadSamples } = loader;
    const id = readBodyField(overrides, catalog.delivery) ?? options.id ?? crypto.randomUUID();
    const fields = { id, name: event };
    const sample = pickSample(await loadSamples(), name);
    const merged = overrides === undefined ? sample : mergeOverrides(sample, overrides);
    const { body, payload } = await writeBody(
      source,
      event,
      writeBodyFields(merged, catalog, fields),
    );
    const key = createSignatureKey(scheme, secret);
    const signed = signPayload(scheme, [key], body, { id, timestamp, url, method: "POST" });
    const headers = {
      "content-type": format?.mediaType ?? "application/json",
      ...createFieldHeaders(catalog, fields),
      ...signed,
    };
    const signature = signed[scheme.header] ?? "";
    const toRequest = (target = url) => new Request(target, { method: "POST", headers, body });
    return { id, name: event, payload, body, signature, headers, toRequest };
  };
}

const DELIVERY_OPTIONS: OptionNames<DeliveryOptions> = {
  secret: true,
  id: true,
  timestamp: true,
  url: true,
};

const DEFAULT_SECRET = /* @__PURE__ */ new TextEncoder().encode("development");

/** Writes a payload as the service sends it, and reads that again as a receiver does. */
async function writeBody(
  { catalog, body: format, values: openValues }: DeliverySource,
  event: string,
  sent: unknown,
): Promise<{ readonly body: string; readonly payload: unknown }> {
  const values = openValues?.();
  const stringify = values?.stringify ?? JSON.stringify;
  const body = format === undefined ? stringify(sent) : format.write(sent as object);
  // Parsed like a receiver's, so that it shares no object with the overrides.
  const parsed: unknown = format === undefined ? JSON.parse(body) : format.parse(body);
  if (values === undefined) return { body, payload: parsed };
  const action = followPath(parsed, catalog.action ?? "");
  const text = format ? undefined : body;
  return { body, payload: await values.convert(event, action, parsed as object, text) };
}

function createFieldHeaders({ event, delivery }: WebhookCatalog, { id, name }: DeliveryFields) {
  return {
    ...(isInHeader(event) && { [event.header]: name }),
    ...(delivery && isInHeader(delivery) && { [delivery.header]: id }),
  };
}

/**
 * Writes name and id into a payload, if the service has them there. Keeps a name of the sample, because the
 * name of an event may cover several. Replaces the id, because a sample always has the same one.
 */
function writeBodyFields(
  payload: unknown,
  { event, delivery }: WebhookCatalog,
  { id, name }: DeliveryFields,
): unknown {
  const named =
    readBodyField(payload, event) === undefined ? writeBodyField(payload, event, name) : payload;
  return writeBodyField(named, delivery, id);
}

function writeBodyField(payload: unknown, source: FieldSource | undefined, value: string): unknown {
  if (source === undefined || isInHeader(source)) return payload;
  return writeAtPath(payload, source.body.split("."), value);
}

/** Reads a field of the service in a payload; `undefined` if it is in a header. */
function readBodyField(payload: unknown, source: FieldSource | undefined): string | undefined {
  if (source === undefined || isInHeader(source)) return undefined;
  const value = followPath(payload, source.body);
  return isText(value) ? value : undefined;
}

function writeAtPath(
  payload: unknown,
  [key = "", ...innerPath]: readonly string[],
  value: string,
): object {
  const members = isRecord(payload) ? payload : {};
  const inner = Object.hasOwn(members, key) ? members[key] : undefined;
  return {
    ...members,
    [key]: innerPath.length === 0 ? value : writeAtPath(inner, innerPath, value),
  };
}

function pickSample({ samples }: SampleModule, name: string): object {
  const [first] = samples.values();
  const create = samples.get(name) ?? first;
  if (create === undefined) throw new TypeError(`There is no sample of ${name}.`);
  return create();
}

/**
 * Copies `base` with the overrides: objects are merged, any other value, such as a date, replaces the one
 * before, and `undefined` removes a property. Neither argument is changed.
 */
export function mergeOverrides(base: unknown, overrides: unknown): unknown {
  const isWhole = !isRecord(overrides) || typeof overrides["toJSON"] === "function";
  if (isWhole) return overrides;
  const members = new Map(isRecord(base) ? Object.entries(base) : []);
  for (const [key, override] of Object.entries(overrides)) {
    if (override === undefined) members.delete(key);
    else members.set(key, mergeOverrides(members.get(key), override));
  }
  return Object.fromEntries(members);
}

// ---- Types

/** The sample payloads of one event, by `<event>.<action>` if it has actions, otherwise by its name. */
export interface SampleModule {
  readonly samples: ReadonlyMap<string, () => object>;
}

/** Sources of deliveries: the catalog of a service and its generated samples. */
export interface DeliverySource {
  readonly catalog: WebhookCatalog;
  readonly scheme: SignatureScheme;
  /** For services whose bodies are not JSON. */
  readonly body?: BodyFormat;
  /** For values that JSON does not have. */
  readonly values?: () => PayloadValues;
  readonly loaders: EventLoaders<SampleModule>;
}

/** The events of a service by name, as they are generated. */
export type SampledEvents<Events> = {
  readonly [Name in keyof Events]: { name: string; payload: unknown };
};

/**
 * A payload in which every property is optional, at any depth. Lists, and values such as dates, are replaced
 * as a whole.
 */
export type Overrides<Payload> = Payload extends Whole
  ? Payload
  : Payload extends object
    ? { readonly [Key in keyof Payload]?: Overrides<Payload[Key]> | undefined }
    : Payload;

/** A list, a date or the like, and text: also `string & {}`, which the type of an open set of texts has. */
type Whole = readonly unknown[] | { toJSON(): string } | string;

export interface DeliveryOptions {
  /**
   * The secret of the `Webhooks` instance under test, as text or decoded to bytes; a private key if the
   * service signs with one. Default: `development`.
   */
  readonly secret?: string | Uint8Array | undefined;
  /** The delivery's id. Default: a new one, because a receiver drops deliveries with a known id. */
  readonly id?: string | undefined;
  /** Time of signing in milliseconds since 1970, if the service signs that. Default: now. */
  readonly timestamp?: number | undefined;
  /** Address of the receiver, if the service signs that. Default: the middleware's path on localhost. */
  readonly url?: string | undefined;
}

/** A delivery as a service sends it. */
export interface Delivery<Event extends { name: string; payload: unknown }> {
  readonly id: string;
  /** The event's name without its action, as the header has it. */
  readonly name: Event["name"];
  readonly payload: Event["payload"];
  /** The payload as the service sends it. */
  readonly body: string;
  /** The value of the signature header. */
  readonly signature: string;
  /** With lowercase names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Creates a web-standard request; without a URL, to the one that was signed. */
  toRequest(url?: string): Request;
}

/** Name and id of a delivery. */
interface DeliveryFields {
  readonly id: string;
  readonly name: string;
}
