/** Keeps credentials out of errors (contract F.9). */
import type { Call } from "./sender.js";

/** Takes credentials out of a text. */
export type Hide = (text: string) => string;

/** A user name and a password in a URL (RFC 3986, section 3.2.1). A quote ends a string of JSON. */
const USER_INFO = /(\/\/)[^/?#\s"]*@/g;

export function hideUserInfo(text: string): string {
  return text.replace(USER_INFO, "$1");
}

/** Shorter texts occur in others by chance. */
const MIN_SECRET_LENGTH = 4;
const MIN_PART_LENGTH = 6;

/**
 * Creates a function that takes the credentials of a request out of a text: those that the client
 * added, those in the caller's own headers, and parts of these, such as one cookie of several.
 */
export function createHider({ event, sender, credentials }: Call): Hide {
  const { headers } = event.request;
  const values = sender.sensitive.map((name) => headers[name] ?? "");
  const parts = values.flatMap((value) => value.split(/[\s;=,]+/));
  const longParts = parts.filter(({ length }) => length >= MIN_PART_LENGTH);
  const spellings = [...credentials.secrets, ...values, ...longParts]
    .flatMap(spell)
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    // Longer ones first, so that none is left in pieces.
    .sort((one, other) => other.length - one.length);
  return (text) =>
    spellings.reduce((hidden, each) => hidden.replaceAll(each, "[hidden]"), hideUserInfo(text));
}

/** How a text may stand in another one: as it is, in a URL, in JSON. */
function spell(text: string): string[] {
  return [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)];
}

/** How many causes of causes are copied. */
const MAX_CAUSES = 5;

type CodedError = Error & { readonly code?: unknown };

/**
 * A copy that holds no more than name, message, stack, code and cause: errors of HTTP clients often
 * carry the request that they failed to send. An error without a code gets that of its cause.
 */
export function copyError(
  error: unknown,
  hide: Hide,
  causes = MAX_CAUSES,
): Error & { code?: string } {
  const original: CodedError = error instanceof Error ? error : new Error(String(error));
  const { name, message, stack = "", cause } = original;
  const copied = cause && causes > 0 ? copyError(cause, hide, causes - 1) : undefined;
  const code = original.code ?? copied?.code;
  return Object.assign(
    new Error(hide(message), copied && { cause: copied }),
    { name, stack: hide(stack) },
    typeof code === "string" && { code: hide(code) },
  );
}
