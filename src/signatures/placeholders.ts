import { isEqualText, sha256 } from "#signature-platform";
import { ALGORITHMS } from "./algorithms.js";
import type { SignatureDescription, SignedDelivery } from "./description.js";
import type { PlaceholderReader, SchemeParts } from "./scheme.js";

/** `{url}`. */
export function readUrl({ url }: SignedDelivery): string {
  return expectPassed(url, "url");
}

/** `{method}`, in capitals. */
export function readMethod({ method }: SignedDelivery): string {
  return expectPassed(method, "method").toUpperCase();
}

/** Readers of each `{header:<name>}` in the content. */
export function createHeaderPlaceholders(content = ""): Record<string, PlaceholderReader> {
  const found = [...content.matchAll(/\{(header:([^{}]+))\}/g)];
  return Object.fromEntries(
    found.map(([, placeholder = "", name = ""]): [string, PlaceholderReader] => {
      const lowercase = name.toLowerCase();
      return [placeholder, ({ header }) => header(lowercase)];
    }),
  );
}

function expectPassed(value: string | undefined, name: string): string {
  if (value !== undefined) return value;
  throw new TypeError(
    `The delivery's \`${name}\` is undefined; expected a string, because the scheme signs it.`,
  );
}

/**
 * `{form}`: the body's form parameters, sorted, each name followed by its value (Twilio).
 * For other bodies, Twilio puts a digest into the query of the URL (`bodySHA256`) and signs only the
 * URL: the result is then empty, or `undefined` if the digest is not that of the body.
 */
export function readForm({ body, url = "" }: SignedDelivery): string | undefined {
  const digest = /[?&]bodySHA256=([^&#]*)/.exec(url)?.[1];
  if (digest !== undefined) return isEqualText(sha256(body), digest) ? "" : undefined;
  const values = new Map<string, Set<string>>();
  for (const [name, value] of new URLSearchParams(toText(body))) {
    values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  const names = [...values.keys()].sort();
  return names.map((name) => joinValues(name, values.get(name) ?? new Set())).join("");
}

/** A value that is sent twice is signed once. */
function joinValues(name: string, values: ReadonlySet<string>): string {
  return [...values]
    .sort()
    .map((value) => name + value)
    .join("");
}

/** HubSpot decodes these before it signs; everything else is signed as written. */
const DECODED = /%(?:21|24|27|28|29|2A|2C|2F|3A|3B|3F|40)/gi;

/** `{decodedUrl}`: the URL with some characters percent-decoded (HubSpot). */
export function readDecodedUrl({ url }: SignedDelivery): string {
  const text = expectPassed(url, "url");
  return text.includes("%") ? text.replace(DECODED, decodeURIComponent) : text;
}

/** Reads a number, or its digits, from a JSON body, by a dotted path. */
export function readJsonTimestamp(body: string | Uint8Array, path: string): string | undefined {
  try {
    let value: unknown = JSON.parse(toText(body));
    for (const key of path.split(".")) value = readOwn(value, key);
    return typeof value === "number" || typeof value === "string" ? String(value) : undefined;
  } catch {
    return undefined; // no JSON, so no timestamp either
  }
}

function readOwn(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

function toText(body: string | Uint8Array): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}

/**
 * The code for any description, for tools that read descriptions at run time.
 * It brings every algorithm into a bundle.
 */
export function partsOf({ algorithm, content }: SignatureDescription): SchemeParts {
  return {
    use: ALGORITHMS[algorithm],
    placeholders: {
      url: readUrl,
      method: readMethod,
      form: readForm,
      decodedUrl: readDecodedUrl,
      ...createHeaderPlaceholders(content),
    },
    readTimestamp: readJsonTimestamp,
  };
}
