/** Whether the client connects again after a failure. */
type Retry = "always" | "once connected" | "never";

/**
 * Every code, and whether the client connects again after a failure with this code. An address that
 * worked before is still right, so after the first connection most answers count as an outage.
 */
const RETRIES = {
  /** The request or the connection failed. `cause` is what `fetch` threw. */
  RELAY_UNREACHABLE: "always",
  /** The answer can improve: 408, 425, 429, 5xx, a redirect without an address, and the like. */
  RELAY_UNAVAILABLE: "always",
  /** Nothing arrived within `idleTimeout`. */
  RELAY_SILENT: "always",
  /** The relay ended the stream. */
  RELAY_ENDED: "always",
  /** The answer has another 4xx status, for example 401, 403 or 404. */
  RELAY_REFUSED: "once connected",
  /** The answer has status 200 but is not an event stream. */
  RELAY_NOT_A_STREAM: "once connected",
  /** The relay redirects to another origin, or to an address with credentials. */
  RELAY_REDIRECTED: "once connected",
  /** The relay asks not to connect again: 204 or 410. */
  RELAY_GONE: "never",
  /** `close()` or the signal came before the first connection. `cause` is the last failure. */
  RELAY_CLOSED: "never",
} as const satisfies Readonly<Record<string, Retry>>;

/**
 * What went wrong with the connection to the relay. Stable across releases.
 *
 * - `RELAY_UNREACHABLE`: the request or the connection failed; `cause` is what `fetch` threw.
 * - `RELAY_UNAVAILABLE`: an answer that can improve, such as 429 or 502.
 * - `RELAY_SILENT`: nothing arrived within `idleTimeout`.
 * - `RELAY_ENDED`: the relay ended the stream.
 * - `RELAY_REFUSED`: an answer that stays the same, such as 401, 403 or 404.
 * - `RELAY_NOT_A_STREAM`: the address answers, but not with an event stream.
 * - `RELAY_REDIRECTED`: a redirect to another origin, or to an address with credentials.
 * - `RELAY_GONE`: the relay answered 204 or 410, which asks not to connect again.
 * - `RELAY_CLOSED`: closed before the first connection; `cause` is the last failure, if any.
 */
export type RelayErrorCode = keyof typeof RETRIES;

/**
 * Why there is no connection to the relay. The message names at most the origin of a URL and never
 * a credential. `cause` comes from the platform as it is, and may name the whole URL.
 */
export class RelayError extends Error {
  override readonly name = "RelayError";
  readonly code: RelayErrorCode;

  constructor(code: RelayErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether to connect again after a failure, now or after some time. */
export function isRetried({ code }: RelayError, hasBeenConnected: boolean): boolean {
  const retry: Retry = RETRIES[code];
  return retry === "always" || (retry === "once connected" && hasBeenConnected);
}

/** Wraps what `fetch` or the stream threw; a {@link RelayError} is returned as it is. */
export function toRelayError(thrown: unknown): RelayError {
  if (thrown instanceof RelayError) return thrown;
  const message = `The connection to the relay failed: ${describeFailure(thrown)}.`;
  return new RelayError("RELAY_UNREACHABLE", message, { cause: thrown });
}

/**
 * A word about a failed request, such as `ECONNREFUSED`. The platform's own messages are either
 * "fetch failed", which says nothing, or may quote the URL.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  return readCode(error.cause) ?? readCode(error) ?? error.name;
}

function readCode(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("code" in value)) return undefined;
  return typeof value.code === "string" ? value.code : undefined;
}
