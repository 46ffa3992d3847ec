/** Channel of a relay as a source. A relay only stores deliveries and passes them on. */
import { readPath } from "../../base/values.js";
import { quote, readOptions } from "../../base/expect.js";
import { expectKey } from "../api-error.js";
import { isMatch } from "./memory-source.js";
import { Slices } from "./slices.js";
import { summarizePayload } from "../summary.js";
import { MAX_PARSED_FOR_NAMES, parseJson } from "./payload.js";
import type {
  InspectedDelivery,
  InspectedSummary,
  InspectorFilter,
  InspectorSource,
  SendResult,
} from "../types.js";

/**
 * Creates a source from a channel of a relay. Sending again stores a delivery once more, for all followers. It
 * is not signed again, so its receiver may refuse it for an old timestamp.
 * @throws RangeError if the relay has no such channel.
 * @example
 * const inspector = createInspector(createRelaySource(relay, channel), { authorize });
 */
export function createRelaySource(
  relay: InspectableRelay,
  channel: string,
  options: RelaySourceOptions = {},
): InspectorSource {
  const {
    title = "Relay",
    describe,
    url = "",
    readNames = guessNames,
  } = readOptions(options, "The options argument", "an object", {
    title: true,
    describe: true,
    url: true,
    readNames: true,
  });
  const opened = relay.channel(channel);
  if (opened === undefined) throw new RangeError(`The relay has no channel ${quote(channel)}.`);
  const reader: ChannelReader = { channel: opened, url, readNames };
  return {
    title,
    target: () => (url === "" ? undefined : { address: url }),
    describe,
    list: (filter) => listChannel(reader, filter),
    get: async (key) => {
      const delivery = await opened.find(key);
      return delivery && inspect(reader, delivery, Infinity);
    },
    watch: (listener) =>
      opened.watch(async (delivery) =>
        listener(await inspect(reader, delivery, MAX_PARSED_FOR_NAMES)),
      ),
    resend: async (key) => describeRepeat(await opened.repeat(key)),
  };
}

/** Deliveries that are searched for a match. */
const MAX_SEARCHED = 10_000;

async function listChannel(
  reader: ChannelReader,
  filter: InspectorFilter,
): Promise<readonly InspectedSummary[]> {
  const { limit = 100, text } = filter;
  const found: InspectedSummary[] = [];
  let before = expectKey(filter.before);
  const slices = new Slices(); // the stores of a relay answer without a pause
  for (let searched = 0; searched < MAX_SEARCHED && found.length < limit; searched++) {
    await slices.pause(filter.signal);
    const delivery = await reader.channel.previous(before);
    if (delivery === undefined) break;
    before = delivery.key;
    const maxRead = text === undefined ? MAX_PARSED_FOR_NAMES : Infinity;
    const inspected = await inspect(reader, delivery, maxRead);
    const { body: _, ...row } = inspected; // a long list would hold all bodies
    if (isMatch(inspected, filter)) found.push(row);
  }
  return found;
}

/** @param maxRead bytes of the longest body that is read. */
async function inspect(
  { channel, url, readNames }: ChannelReader,
  delivery: RelayedRequest,
  maxRead: number,
): Promise<InspectedDelivery> {
  const { key, headers, method, path, query, receivedAt, size } = delivery;
  const body = size > maxRead ? undefined : await channel.readBody(key);
  const payload = size > MAX_PARSED_FOR_NAMES ? undefined : parseJson(body);
  const names = readNames({ headers, payload });
  const { id = key, event = `${method} ${path || "/"}`, action } = names;
  return {
    key,
    id,
    event,
    action,
    receivedAt,
    size,
    body,
    summary: summarizePayload(payload, event),
    outcome: "received",
    status: 202,
    attempts: 0,
    headers: Object.entries(headers),
    answer: { status: 202 },
    url: url === "" ? undefined : `${url}${path}${query === "" ? "" : `?${query}`}`,
  };
}

function describeRepeat(followers: number | undefined): SendResult {
  if (followers === undefined) throw new Error("The delivery is not kept any more.");
  if (followers === 0)
    return { status: 202, text: "Stored again; no follower is connected to the channel." };
  const whom = followers === 1 ? "one follower" : `${followers} followers`;
  return { status: 202, text: `Stored again, for ${whom}.` };
}

// ---- Names in deliveries of unknown services

const EVENT_HEADER = /(?:^|-)(?:event|event-type|event-key|event-name|topic)$/;
const ID_HEADER = /^(?:webhook|svix)-id$|-(?:delivery|delivery-id|event-id|event-uuid|webhook-id)$/;
const EVENT_MEMBERS = ["type", "event", "event_type", "eventType", "topic"];

function guessNames({ headers, payload }: DeliveryToName): DeliveryNames {
  const ofHeader = (pattern: RegExp): string | undefined =>
    Object.entries(headers).find(([name]) => pattern.test(name))?.[1];
  const ofPayload = (names: readonly string[]): string | undefined =>
    names.map((name) => readPath(payload, [name])).find((value) => typeof value === "string");
  return {
    id: ofHeader(ID_HEADER) ?? ofPayload(["id"]),
    event: ofHeader(EVENT_HEADER) ?? ofPayload(EVENT_MEMBERS),
    action: ofPayload(["action"]),
  };
}

// ---- Types

/**
 * Parts of a relay that the inspector uses. Declared here, so that a relay of either package fits, and
 * this package depends on neither.
 */
export interface InspectableRelay {
  readonly channel: (name: string) => InspectableChannel | undefined;
}

interface InspectableChannel {
  previous(key?: string): Promise<RelayedRequest | undefined>;
  find(key: string): Promise<RelayedRequest | undefined>;
  readBody(key: string): Promise<Uint8Array | undefined>;
  watch(listener: (delivery: RelayedRequest) => unknown): () => void;
  repeat(key: string): Promise<number | undefined>;
}

interface RelayedRequest {
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly receivedAt: number;
  readonly size: number;
}

export interface RelaySourceOptions extends Pick<InspectorSource, "title" | "describe"> {
  /** Address of the channel, for the page before the first delivery and for "copy as curl". */
  readonly url?: string | undefined;
  /**
   * Reads the names of a delivery. Default: from the headers and members of payloads that many services
   * have, such as `x-…-event`, `webhook-id`, `type` and `action`.
   */
  readonly readNames?: ((delivery: DeliveryToName) => DeliveryNames) | undefined;
}

export interface DeliveryToName {
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed body; `undefined` if it is not JSON, or longer than 64 KiB. */
  readonly payload: unknown;
}

export interface DeliveryNames {
  readonly id?: string | undefined;
  readonly event?: string | undefined;
  readonly action?: string | undefined;
}

/** Channel that a source reads, with its options. */
interface ChannelReader {
  readonly channel: InspectableChannel;
  readonly url: string;
  readonly readNames: (delivery: DeliveryToName) => DeliveryNames;
}
