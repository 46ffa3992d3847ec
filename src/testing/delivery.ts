import { isJsonObject } from "../webhooks/delivery.js";
import { describeUnknownName } from "../webhooks/event-names.js";
import { sign } from "../webhooks/signature.js";
import type { WebhookCatalog } from "../webhooks/types.js";

/** The sample payloads of one event, by `<event>.<action>` where it has actions, else by its name. */
export interface SampleModule {
  readonly samples: ReadonlyMap<string, () => object>;
}

/** What deliveries are made from: the catalog of a hosting service and its generated samples. */
export interface DeliverySource {
  readonly catalog: WebhookCatalog;
  /** By event, without its action. */
  readonly loaders: Readonly<Record<string, () => Promise<SampleModule>>>;
}

/** The events of a hosting service by name, as they are generated. */
export type SampledEvents<Events> = {
  readonly [Name in keyof Events]: { name: string; payload: unknown };
};

/**
 * A payload in which every property may be left out, at any depth. A list is given as a whole.
 * `null` can stand where the payload has it.
 */
export type Overrides<Payload> = Payload extends readonly unknown[]
  ? Payload
  : Payload extends object
    ? { readonly [Key in keyof Payload]?: Overrides<Payload[Key]> | undefined }
    : Payload;

export interface DeliveryOptions {
  /** The secret of the `Webhooks` instance under test; `development` by default. */
  readonly secret?: string | undefined;
  /** The delivery's id; by default the same one in every delivery. */
  readonly id?: string | undefined;
}

/** A delivery as a hosting service would send it. */
export interface Delivery<Event extends { name: string; payload: unknown }> {
  readonly id: string;
  /** The event's name without its action, as the header has it. */
  readonly name: Event["name"];
  readonly payload: Event["payload"];
  /** The payload as JSON: what is signed. */
  readonly body: string;
  readonly signature: string;
  /** With lowercase names. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * A new web-standard request at each call, to the default path of the middleware unless a URL is
   * given.
   */
  toRequest(url?: string): Request;
}

/**
 * Makes a signed delivery of an event for tests. The payload is the event's sample: it matches the
 * schema, has the required properties alone, and is the same each time. The overrides are merged
 * into it and not checked at run time.
 *
 * Of an event with actions, the bare name gives its first action.
 * Rejects with a `TypeError` for an unknown name, and for a secret that is empty.
 */
export type CreateDelivery<Events extends SampledEvents<Events>> = <
  Name extends keyof Events & string,
>(
  name: Name,
  overrides?: Overrides<Events[Name]["payload"]>,
  options?: DeliveryOptions,
) => Promise<Delivery<Events[Name]>>;

const DEFAULT_ID = "00000000-0000-4000-8000-000000000000";

const DEFAULT_SECRET = "development";

/** Binds `createDelivery` to a hosting service. No sample is imported before the first call. */
export function createDeliveryFactory<Events extends SampledEvents<Events>>({
  catalog,
  loaders,
}: DeliverySource): CreateDelivery<Events> {
  const known = new Set(catalog.eventNames);
  return async (name, overrides, { secret = DEFAULT_SECRET, id = DEFAULT_ID } = {}) => {
    const [event = ""] = name.split(".", 1);
    const load = known.has(name) ? loaders[event] : undefined;
    if (load === undefined) throw new TypeError(describeUnknownName(name, known));
    const sample = pickSample(await load(), name);
    const body = JSON.stringify(
      overrides === undefined ? sample : mergeOverrides(sample, overrides),
    );
    // As a receiver reads it: it shares nothing with the overrides.
    const payload: unknown = JSON.parse(body);
    const signature = sign(secret, body);
    const headers = createHeaders(catalog, { id, event, signature });
    const delivery = { id, name: event, payload, body, signature, headers };
    const toRequest = (url = `http://localhost${catalog.path}`) =>
      new Request(url, { method: "POST", headers, body });
    return { ...delivery, toRequest };
  };
}

function pickSample({ samples }: SampleModule, name: string): object {
  const [first] = samples.values();
  const create = samples.get(name) ?? first;
  if (create === undefined) throw new TypeError(`There is no sample of ${name}.`);
  return create();
}

interface SignedEvent {
  readonly id: string;
  readonly event: string;
  readonly signature: string;
}

function createHeaders({ headers }: WebhookCatalog, { id, event, signature }: SignedEvent) {
  return {
    "content-type": "application/json",
    [headers.event]: event,
    [headers.delivery]: id,
    [headers.signature]: signature,
  };
}

/**
 * A copy of `base` with the overrides put in: objects are merged, anything else replaces what was
 * there, and `undefined` takes a property away. Neither argument is changed.
 */
export function mergeOverrides(base: unknown, overrides: unknown): unknown {
  if (!isJsonObject(overrides)) return overrides;
  const merged = new Map(isJsonObject(base) ? Object.entries(base) : []);
  for (const [key, override] of Object.entries(overrides)) {
    if (override === undefined) merged.delete(key);
    else merged.set(key, mergeOverrides(merged.get(key), override));
  }
  return Object.fromEntries(merged);
}
