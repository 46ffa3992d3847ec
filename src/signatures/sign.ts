import type { SignatureKey, SignatureScheme } from "./scheme.js";

export interface SignContext {
  /** The delivery's id; needed where the scheme signs it. */
  readonly id?: string | undefined;
  /** Milliseconds since 1970. Default: `Date.now()`. */
  readonly timestamp?: number | undefined;
  /** Where the delivery is sent to; needed where the scheme signs it. */
  readonly url?: string | undefined;
  /** Needed where the scheme signs it. */
  readonly method?: string | undefined;
  /** Other headers that the scheme signs, by lowercase name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Signs a delivery: returns the headers to send with it. It signs with all of the keys where the
 * header holds several signatures, as while a secret is replaced; elsewhere with the first one.
 * @throws TypeError when something is missing that the scheme signs.
 */
export function signPayload(
  scheme: SignatureScheme,
  keys: readonly SignatureKey[],
  body: string | Uint8Array,
  { id, timestamp: time = Date.now(), headers = {}, ...context }: SignContext = {},
): Record<string, string> {
  const { use, encoding, separator, prefix, start, unit = 1000 } = scheme;
  const timestamp = writeTimestamp(time, unit);
  const sent: Record<string, string> = {};
  if (scheme.timestamp?.startsWith("{") === false) sent[scheme.timestamp] = timestamp;
  if (scheme.id !== undefined && id) sent[scheme.id] = id;
  const all = { ...headers, ...sent };
  const read = (name: string) =>
    name === "{timestamp}" ? timestamp : scheme.read(name, all, body, context, scheme);
  const content = scheme.readContent(scheme.content, read, body);
  if (content === undefined) {
    throw new TypeError(
      "A part of the delivery is undefined; expected its `id` and signed headers.",
    );
  }
  const signing = separator === undefined ? keys.slice(0, 1) : keys;
  const signatures = signing.map((key) => use.sign(key, content, encoding));
  const joined = prefix + signatures.join(`${separator ?? ""}${prefix}`);
  const before = start?.replace("{timestamp}", timestamp) ?? "";
  return { [scheme.header]: before + joined, ...sent };
}

function writeTimestamp(time: number, unit: number): string {
  const whole = Math.floor(time / unit);
  // False for text and a `Date`, of which a number could be made.
  if (Number.isFinite(time) && Number.isSafeInteger(whole) && whole >= 0) return String(whole);
  throw new TypeError(`The timestamp is ${time}; expected milliseconds since 1970.`);
}
