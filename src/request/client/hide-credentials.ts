/** Hides credentials in what a client shows: in texts, in copies of errors and in headers (contract F.9). */
import type { RequestOptions } from "../endpoint/types.js";

/** Hides the credentials of an attempt. */
export function createAttemptHider({ call, request, credentials }: AttemptWithSecrets): Hide {
  const { sender } = call;
  const { headers, url } = request;
  const values = sender.sensitive.map((name) => headers[name] ?? "");
  const inQuery = sender.auth.guard?.find(url) ?? [];
  return createHider(values, [...credentials.secrets, ...inQuery]);
}

/**
 * Creates a function that removes credentials from a text.
 * @param values Of headers that the caller set. Hides their parts, too, such as one cookie of several.
 * @param secrets Credentials that the client added.
 */
export function createHider(values: readonly string[], secrets: readonly string[]): Hide {
  const parts = values.flatMap((value) => value.split(/[\s;=,]+/));
  const longParts = parts.filter(({ length }) => length >= MIN_PART_LENGTH);
  const spellings = [...secrets, ...values, ...longParts]
    .flatMap(spell)
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    // Longer ones first, because they may contain shorter ones.
    .sort((one, other) => other.length - one.length);
  return (text) =>
    spellings.reduce((hidden, each) => hidden.replaceAll(each, "[hidden]"), hideUserInfo(text));
}

/** Spellings of a text inside another one: unchanged, in a URL, in JSON. */
function spell(text: string): string[] {
  return [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)];
}

/** Shorter texts occur in others by chance. */
const MIN_SECRET_LENGTH = 4;
const MIN_PART_LENGTH = 6;

/** Removes user names and passwords from the URLs in a text. */
export function hideUserInfo(text: string): string {
  return text.replace(ANY_USER_INFO, "$1");
}

/** A user name and a password in a URL (RFC 3986, section 3.2.1), which may be inside JSON. */
const ANY_USER_INFO = /(\/\/)[^/?#\s"]*@/g;

/**
 * Copies name, message, stack, code and cause, and nothing else: errors of HTTP clients often carry the
 * request that they failed to send. An error without a code gets that of its cause.
 * @param causes The most nested causes that are copied.
 */
export function copyError(
  error: unknown,
  hide: Hide,
  causes = MAX_CAUSES,
): Error & { code?: string } {
  const original: CodedError = error instanceof Error ? error : new Error(String(error));
  const { name, message, stack = "", cause } = original;
  const copiedCause = cause && causes > 0 ? copyError(cause, hide, causes - 1) : undefined;
  const code = original.code ?? copiedCause?.code;
  return Object.assign(
    new Error(hide(message), copiedCause && { cause: copiedCause }),
    { name, stack: hide(stack) },
    typeof code === "string" && { code: hide(code) },
  );
}

type CodedError = Error & { readonly code?: unknown };

const MAX_CAUSES = 5;

/**
 * Headers for a log, by their names in lowercase. Hides the values of those that may hold a secret.
 * @param sensitive Names of headers that are credentials.
 */
export function showHeaders(
  headers: Headers,
  sensitive: readonly string[],
): Record<string, string> {
  const isSecret = (name: string): boolean => SECRET_NAME.test(name) || sensitive.includes(name);
  const pairs = Array.from(headers, ([name, value]) => [name, isSecret(name) ? "***" : value]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** Matches names of headers that usually hold a secret. */
const SECRET_NAME = /auth|cookie|key|token|secret/;

// ---- Types

/** Removes credentials from a text. */
export type Hide = (text: string) => string;

/** The parts of an attempt that hold its credentials. */
export interface AttemptWithSecrets {
  readonly call: {
    readonly sender: {
      readonly sensitive: readonly string[];
      readonly auth: { readonly guard?: { find(url: string): readonly string[] } | undefined };
    };
  };
  readonly request: RequestOptions;
  readonly credentials: { readonly secrets: readonly string[] };
}
