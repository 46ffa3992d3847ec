import type { Log } from "../webhooks/log.js";
import type { RelayState } from "./connection.js";

/** What {@link connectRelay} takes. Times are milliseconds. */
export interface RelayOptions {
  /** The relay's event stream, `http:` or `https:`, without credentials. */
  readonly url: string | URL;
  /** Closes the connection, as `close()` does. */
  readonly signal?: AbortSignal | undefined;
  /** Default: the toolkit's own. */
  readonly log?: Log | undefined;
  /** Has to honour `signal` and `redirect: "manual"`. Default: the platform's. */
  readonly fetch?: typeof fetch | undefined;
  /** Sent with every request to the relay, for instance `authorization`; never to `forwardTo`. */
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  /** How long the relay may send nothing, not even a comment. Default: 60,000. */
  readonly idleTimeout?: number | undefined;
  /** Ceiling of the first wait between connections; each wait is at least half of its ceiling. Default: 1,000. */
  readonly minRetryDelay?: number | undefined;
  /** Ceiling of every wait, whatever the relay asks for. Default: 30,000. */
  readonly maxRetryDelay?: number | undefined;
  /**
   * Characters of one message; a larger one is skipped. At least 1,024. Default: 32 MiB, which is
   * the middleware's limit for a body with room for headers and escaping.
   */
  readonly maxMessageSize?: number | undefined;
  /** Where to POST each delivery once its signature proved right and its handlers are done. */
  readonly forwardTo?: string | URL | undefined;
  /** How often a target that is down is tried. Default: 5. */
  readonly forwardAttempts?: number | undefined;
  /** How long the target may take to answer. Default: 30,000. */
  readonly forwardTimeout?: number | undefined;
  /** Called at each change of state; what it throws is logged. */
  readonly onStateChange?: ((state: RelayState) => unknown) | undefined;
}

export interface RelaySettings {
  readonly url: URL;
  readonly headers: Headers;
  readonly fetch: typeof fetch;
  readonly idleTimeout: number;
  readonly minRetryDelay: number;
  readonly maxRetryDelay: number;
  readonly maxMessageSize: number;
  readonly forwardTo: URL | undefined;
  readonly forwardAttempts: number;
  readonly forwardTimeout: number;
}

/**
 * Checks the options and fills in the defaults.
 * @throws TypeError for an address that cannot be used, headers that cannot be sent, no signal.
 * @throws RangeError for a number out of its range.
 */
export function readOptions(options: RelayOptions): RelaySettings {
  requireSignal(options.signal);
  const minRetryDelay = readInteger(options, "minRetryDelay", 1000);
  return {
    url: readUrl("url", options.url),
    headers: new Headers(options.headers),
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    idleTimeout: readInteger(options, "idleTimeout", 60_000),
    minRetryDelay,
    maxRetryDelay: readInteger(
      options,
      "maxRetryDelay",
      Math.max(30_000, minRetryDelay),
      minRetryDelay,
    ),
    maxMessageSize: readInteger(options, "maxMessageSize", 32 * 1024 * 1024, 1024),
    forwardTo:
      options.forwardTo === undefined ? undefined : readUrl("forwardTo", options.forwardTo),
    forwardAttempts: readInteger(options, "forwardAttempts", 5),
    forwardTimeout: readInteger(options, "forwardTimeout", 30_000),
  };
}

/** Checked before anything is started, since listening to it would only fail afterwards. */
function requireSignal(signal: unknown): void {
  if (signal === undefined) return;
  const isSignal = typeof signal === "object" && signal !== null && "addEventListener" in signal;
  if (!isSignal) throw new TypeError("`signal` has to be an AbortSignal");
}

type IntegerOption =
  | "idleTimeout"
  | "minRetryDelay"
  | "maxRetryDelay"
  | "maxMessageSize"
  | "forwardAttempts"
  | "forwardTimeout";

/** The longest delay of a timer; a longer one would fire at once. */
const maxInteger = 2 ** 31 - 1;

function readInteger(
  options: RelayOptions,
  name: IntegerOption,
  byDefault: number,
  minimum = 1,
): number {
  const value = options[name] ?? byDefault;
  if (Number.isInteger(value) && value >= minimum && value <= maxInteger) return value;
  throw new RangeError(
    `\`${name}\` has to be an integer from ${minimum} to ${maxInteger}, got ${String(value)}`,
  );
}

/** The address itself stays out of the messages: a relay's path is as good as a password. */
function readUrl(name: "url" | "forwardTo", value: unknown): URL {
  const text = value instanceof URL ? value.href : value;
  if (typeof text !== "string" || !URL.canParse(text)) {
    throw new TypeError(`\`${name}\` has to be an absolute http(s) URL`);
  }
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError(`\`${name}\` has to be an http(s) URL, got the scheme "${url.protocol}"`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(
      `\`${name}\` must not hold credentials, since fetch refuses them; ` +
        "for the relay, pass `headers: { authorization }`",
    );
  }
  return url;
}
