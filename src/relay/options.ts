/** The options of `connectRelay()`, checked and with their defaults. */
import {
  expectInteger,
  expectObject,
  expectOptionalFunction,
  expectSignal,
  MAX_INTEGER,
  quote,
  readOptions,
  unexpected,
} from "../base/expect.js";
import type { OptionNames } from "../base/nearest.js";
import { encodeEventId } from "../base/event-stream.js";
import { readLog } from "../receive/webhooks/log.js";
import type { Log, SafeLog } from "../receive/webhooks/types.js";
import {
  findReceiver,
  type DeliveryReceiver,
  type WebhooksInstance,
} from "../receive/webhooks/receiver.js";
import { formatTime } from "./announcement.js";
import type { MessageSource, RelayedDelivery } from "./message.js";

/** State of the connection to a relay: `connecting` also between two attempts; `closed` is final. */
export type RelayState = "connecting" | "open" | "closed";

/** Options of {@link connectRelay}. Times are milliseconds. */
export interface RelayOptions {
  /** Address of the relay's event stream: an `http:` or `https:` URL without credentials. */
  readonly url: string | URL;
  /**
   * Id after which the stream begins: the `lastEventId` of an earlier connection. With an id that it has
   * not given, the relay of this package sends everything that it keeps. Default: only new deliveries.
   */
  readonly lastEventId?: string | undefined;
  /**
   * Begins with the deliveries that the relay of this package has received since then, as long as it keeps
   * them. A number is milliseconds since 1970. Not with `lastEventId`.
   */
  readonly since?: Date | number | undefined;
  /**
   * Called with an id once every delivery up to it has been handled and forwarded, or refused. A program that
   * keeps it, and gives it as `lastEventId` when it starts again, misses nothing. Its errors are logged.
   */
  readonly onHandled?: ((id: string) => unknown) | undefined;
  /** Closes the connection when aborted, as `close()` does. */
  readonly signal?: AbortSignal | undefined;
  /** Default: the log of the toolkit. */
  readonly log?: Log | undefined;
  /** A function that honours `signal` and `redirect: "manual"`. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Headers of every request to the relay, for example `authorization`. `forwardTo` never gets them. */
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  /**
   * Longest time in which the relay sends nothing, not even a comment. Default: twice the time between
   * two signs of life if the relay announces it, as that of this package does; otherwise 60,000.
   */
  readonly idleTimeout?: number | undefined;
  /**
   * The limit of the first delay between connections, unless the relay asks for a longer one. The limit
   * doubles after each error, and a delay is at least half of its limit. Default: 1,000.
   */
  readonly minRetryDelay?: number | undefined;
  /**
   * The longest delay, also if the relay asks for a longer one. At least `minRetryDelay`. Default:
   * 30,000, or `minRetryDelay` if that is larger.
   */
  readonly maxRetryDelay?: number | undefined;
  /**
   * Largest number of characters of a message; a larger one is skipped. At least 1,024. Default: 40 Mi
   * (41,943,040), which leaves room for headers, and for escaping or base64, above the 25 MiB of a body.
   */
  readonly maxMessageSize?: number | undefined;
  /**
   * The address that the service sends to, for services that sign it. Default: `url`. A path or
   * query that the service appends is taken from the message.
   */
  readonly publicUrl?: string | URL | undefined;
  /** Target of a POST with each delivery that is authentic, once its handlers are done. */
  readonly forwardTo?: string | URL | undefined;
  /** Attempts to reach a target that is down. Default: 5. */
  readonly forwardAttempts?: number | undefined;
  /** Longest wait for an answer of the target. Default: 30,000. */
  readonly forwardTimeout?: number | undefined;
  /** Called at each change of state. Its errors are logged. */
  readonly onStateChange?: ((state: RelayState) => unknown) | undefined;
}

/** Checked options, with their defaults, and the parts of the toolkit that the relay uses. */
export interface RelaySettings {
  readonly receive: (delivery: object, relayed: RelayedDelivery) => Promise<unknown>;
  readonly source: MessageSource;
  /** The content type of a forwarded body. */
  readonly contentType: string;
  readonly log: SafeLog;
  readonly url: URL;
  readonly lastEventId: string;
  readonly signal: AbortSignal | undefined;
  readonly headers: Headers;
  readonly fetch: typeof fetch;
  readonly onHandled: RelayOptions["onHandled"];
  readonly onStateChange: RelayOptions["onStateChange"];
  /** `undefined`: it depends on the signs of life that the relay announces. */
  readonly idleTimeout: number | undefined;
  readonly minRetryDelay: number;
  readonly maxRetryDelay: number;
  readonly maxMessageSize: number;
  readonly forwardTo: URL | undefined;
  readonly forwardAttempts: number;
  readonly forwardTimeout: number;
}

const RELAY_OPTIONS: OptionNames<RelayOptions> = {
  url: true,
  lastEventId: true,
  since: true,
  onHandled: true,
  signal: true,
  log: true,
  fetch: true,
  headers: true,
  idleTimeout: true,
  minRetryDelay: true,
  maxRetryDelay: true,
  maxMessageSize: true,
  publicUrl: true,
  forwardTo: true,
  forwardAttempts: true,
  forwardTimeout: true,
  onStateChange: true,
};

/**
 * Checks the arguments of {@link connectRelay} and fills in the defaults.
 * @throws TypeError for an argument or an option of another type, for an address that cannot be
 * used, and for headers that cannot be sent.
 * @throws RangeError for a number that is out of range.
 */
export function readRelaySettings(
  webhooks: WebhooksInstance,
  options: RelayOptions,
): RelaySettings {
  const receiver = findReceiver(webhooks);
  const checked = readOptions(
    options,
    "The options argument",
    "an object with a `url`",
    RELAY_OPTIONS,
  );
  expectSignal(checked.signal);
  const minRetryDelay = readInteger(checked, "minRetryDelay", 1000);
  const url = readUrlOption("url", checked.url);
  const publicUrl =
    checked.publicUrl === undefined ? url : readUrlOption("publicUrl", checked.publicUrl);
  const maxByDefault = Math.max(30_000, minRetryDelay);
  return {
    receive: (delivery, relayed) =>
      receiver.receiveRelayed?.(relayed) ?? receiver.verifyAndReceive(delivery),
    source: { ...pickSource(receiver), publicUrl: toAddress(publicUrl) },
    contentType: receiver.parts.body?.mediaType ?? "application/json",
    log: readLog(checked.log, receiver.log),
    url,
    lastEventId: readStart(checked),
    onHandled: expectOptionalFunction(checked.onHandled, "`onHandled`"),
    signal: checked.signal,
    headers: readHeadersOption(checked.headers),
    fetch: readFetch(checked.fetch),
    onStateChange: expectOptionalFunction(checked.onStateChange, "`onStateChange`"),
    idleTimeout:
      checked.idleTimeout === undefined ? undefined : readInteger(checked, "idleTimeout", 1),
    minRetryDelay,
    maxRetryDelay: readInteger(checked, "maxRetryDelay", maxByDefault, minRetryDelay),
    maxMessageSize: readInteger(checked, "maxMessageSize", 40 * 1024 * 1024, 1024),
    forwardTo:
      checked.forwardTo === undefined ? undefined : readUrlOption("forwardTo", checked.forwardTo),
    forwardAttempts: readInteger(checked, "forwardAttempts", 5),
    forwardTimeout: readInteger(checked, "forwardTimeout", 30_000),
  };
}

/** By default, looks up the platform's `fetch` at each call, so that it can be replaced later. */
function readFetch(fetchOption: typeof fetch | undefined): typeof fetch {
  expectOptionalFunction(fetchOption, "`fetch`");
  return fetchOption ?? ((input, init) => fetch(input, init));
}

type IntegerOption =
  | "idleTimeout"
  | "minRetryDelay"
  | "maxRetryDelay"
  | "maxMessageSize"
  | "forwardAttempts"
  | "forwardTimeout";

function readInteger(
  options: RelayOptions,
  name: IntegerOption,
  fallback: number,
  minimum = 1,
): number {
  const { [name]: value = fallback } = options;
  const what = `\`${name}\``;
  if (typeof value === "number") return expectInteger(value, what, minimum);
  throw unexpected(value, what, `an integer from ${minimum} to ${MAX_INTEGER}`);
}

/** Picks the parts of the toolkit that messages are read with. */
function pickSource(receiver: DeliveryReceiver): MessageSource {
  const { catalog, parts, isReserved } = receiver;
  return { catalog, parts, isReserved, isShowing: receiver.receiveRelayed !== undefined };
}

/** Drops the query: each delivery has its own. */
function toAddress({ origin, pathname }: URL): string {
  return origin + pathname;
}

/** Reads the id after which the stream begins; the empty string for new deliveries only. */
function readStart({ lastEventId, since }: RelayOptions): string {
  if (since === undefined) return readLastEventId(lastEventId);
  if (lastEventId !== undefined)
    throw new TypeError("Both `lastEventId` and `since` are given; expected one of them.");
  const time = since instanceof Date ? since.getTime() : since;
  if (typeof time === "number" && Number.isSafeInteger(time) && time >= 0) return formatTime(time);
  throw unexpected(since, "`since`", "a valid Date, or milliseconds since 1970");
}

function readLastEventId(id: unknown): string {
  const text = id ?? "";
  const encoded = typeof text === "string" ? encodeEventId(text) : undefined;
  if (encoded !== undefined) return encoded;
  throw unexpected(id, "`lastEventId`", "a line of at most 1,024 bytes");
}

/** Reads a URL. No message shows it, because its path alone can give access to a relay. */
function readUrlOption(name: "url" | "publicUrl" | "forwardTo", value: unknown): URL {
  const text = value instanceof URL ? value.href : value;
  if (typeof text !== "string") throw unexpected(value, `\`${name}\``, "an http: or https: URL");
  if (!URL.canParse(text)) {
    const got = text === "" ? "an empty string" : "not an absolute URL";
    throw new TypeError(`\`${name}\` is ${got}; expected an http: or https: URL.`);
  }
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    const got = quote(url.protocol);
    throw new TypeError(`The scheme of \`${name}\` is ${got}; expected "http:" or "https:".`);
  }
  if (url.username === "" && url.password === "") return url;
  throw new TypeError(
    `\`${name}\` is a URL with credentials; expected one without, because fetch refuses them. ` +
      "For the relay, pass `headers: { authorization }`.",
  );
}

/** Adds headers one by one, because the platform's messages quote values, which may be credentials. */
function readHeadersOption(headersOption: RelayOptions["headers"]): Headers {
  const headers = new Headers();
  if (headersOption === undefined) return headers;
  expectObject(headersOption, "`headers`", "a Headers instance or an object of strings");
  for (const entry of listEntries(headersOption)) appendHeader(headers, entry);
  return headers;
}

/** Lists headers, also those of a library's `Headers` class, which are not own properties. */
function listEntries(source: object): Iterable<readonly unknown[]> {
  // The entries of any other iterable are checked where they are added.
  return Symbol.iterator in source
    ? (source as Iterable<readonly unknown[]>)
    : Object.entries(source);
}

function appendHeader(headers: Headers, entry: readonly unknown[]): void {
  const [name, value] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
  if (typeof name !== "string") throw unexpected(name, "A name in `headers`", "a string");
  const role = `header ${quote(name)} of \`headers\``;
  if (typeof value !== "string") throw unexpected(value, `The ${role}`, "a string");
  try {
    headers.append(name, value);
  } catch {
    throw new TypeError(
      `The ${role} cannot be sent; expected a header's name and one line of Latin-1 text.`,
    );
  }
}
