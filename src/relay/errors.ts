/** The errors of a connection to a relay, and which of them lead to another attempt. */
import { linkTo } from "../base/package.js";

/**
 * Codes, each with its rule for connecting again. An address that has worked is taken as right, so after the first
 * connection a refusal, a redirect and a wrong answer count as an outage, too.
 */
const RETRIES = {
  RELAY_UNREACHABLE: "always",
  RELAY_UNAVAILABLE: "always",
  RELAY_SILENT: "always",
  RELAY_ENDED: "always",
  RELAY_REFUSED: "once connected",
  RELAY_NOT_A_STREAM: "once connected",
  RELAY_REDIRECTED: "once connected",
  RELAY_GONE: "never",
  RELAY_CLOSED: "never",
} as const satisfies Readonly<Record<string, RetryRule>>;

/**
 * Codes of {@link RelayError}. Stable across releases.
 *
 * - `RELAY_UNREACHABLE`: the request or the connection failed; `cause` is what `fetch` or the stream threw.
 * - `RELAY_UNAVAILABLE`: an answer that can improve, such as 429 or 502.
 * - `RELAY_SILENT`: nothing arrived within `idleTimeout`.
 * - `RELAY_ENDED`: the relay ended the stream.
 * - `RELAY_REFUSED`: a status that will not change, such as 204, 401, 403 or 404.
 * - `RELAY_NOT_A_STREAM`: the answer is not `text/event-stream`.
 * - `RELAY_REDIRECTED`: a redirect to another origin, or to an address with credentials.
 * - `RELAY_GONE`: the relay answered 410, which asks clients not to connect again.
 * - `RELAY_CLOSED`: closed before the first connection; `cause` is the last error, if any.
 */
export type RelayErrorCode = keyof typeof RETRIES;

/**
 * Error of the connection to the relay. The message names at most the origin of a URL and never a
 * credential. `cause` comes from the platform, and may name the whole URL.
 */
export class RelayError extends Error {
  override readonly name = "RelayError";
  readonly code: RelayErrorCode;
  /** Address of the page that explains the code. */
  readonly docs: string;

  constructor(code: RelayErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.docs = linkTo(code);
  }
}

/** True if the client connects again after this error (contract D.1). */
export function isRetried({ code }: RelayError, hasBeenConnected: boolean): boolean {
  const retry: RetryRule = RETRIES[code];
  return retry === "always" || (retry === "once connected" && hasBeenConnected);
}

/** Wraps an error of `fetch` or the stream; a {@link RelayError} is returned as it is. */
export function toRelayError(thrown: unknown): RelayError {
  if (thrown instanceof RelayError) return thrown;
  const message = `The connection to the relay failed: ${nameReason(thrown)}.`;
  return new RelayError("RELAY_UNREACHABLE", message, { cause: thrown });
}

/**
 * Names the reason of a failed request, for example `ECONNREFUSED`. The platform's own messages say
 * only "fetch failed", or quote the URL.
 */
export function nameReason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  return readCode(error.cause) ?? readCode(error) ?? error.name;
}

function readCode(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("code" in value)) return undefined;
  return typeof value.code === "string" ? value.code : undefined;
}

/** Rule for connecting again after an error. */
type RetryRule = "always" | "once connected" | "never";
