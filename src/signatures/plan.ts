import type {
  AlgorithmName,
  SecretDescription,
  SignatureDescription,
  SignatureEncoding,
} from "./description.js";

/**
 * A description made ready for use. It is still plain data, so that a generator can write it into a
 * client, which then parses nothing at run time.
 */
export interface SignaturePlan {
  readonly algorithm: AlgorithmName;
  /** Header names are lowercase. */
  readonly header: string;
  readonly encoding: SignatureEncoding;
  /** What separates the items of the header; left out where it holds one signature alone. */
  readonly separator?: string;
  /** Matches an item of the header, and captures its signature or its timestamp, by those names. */
  readonly item: RegExp;
  /** The header with `{signature}` and `{timestamp}`, to be written. */
  readonly format: string;
  /** What stands before each signature. */
  readonly prefix: string;
  /** What is signed: text, and at odd indexes the names of placeholders. */
  readonly content: readonly string[];
  readonly idHeader?: string;
  readonly timestampHeader?: string;
  /** A dotted path into the JSON body. */
  readonly timestampPath?: string;
  /** In milliseconds. */
  readonly timestampUnit: 1 | 1000;
  /** In milliseconds; left out without a timestamp. */
  readonly tolerance?: number;
  readonly secret?: SecretDescription;
}

/** Which signatures are well formed, as regular expressions. Those in DER vary in length. */
const SIGNATURES: Readonly<Record<AlgorithmName, Readonly<Record<SignatureEncoding, string>>>> = {
  "hmac-sha256": { hex: "[0-9a-f]{64}", base64: "[A-Za-z0-9+/]{43}=" },
  "hmac-sha1": { hex: "[0-9a-f]{40}", base64: "[A-Za-z0-9+/]{27}=" },
  "hmac-sha512": { hex: "[0-9a-f]{128}", base64: "[A-Za-z0-9+/]{86}==" },
  ed25519: { hex: "[0-9a-f]{128}", base64: "[A-Za-z0-9+/]{86}==" },
  "ecdsa-p256-sha256": {
    hex: "(?:[0-9a-f]{2}){8,72}",
    base64: "(?:[A-Za-z0-9+/]{4}){2,24}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?",
  },
  token: { hex: ".+", base64: ".+" },
};

/** @throws TypeError for a description that contradicts itself. */
export function planSignatures(description: SignatureDescription): SignaturePlan {
  const { algorithm, encoding = "hex", content = "{body}", id, timestamp, secret } = description;
  const { format, separator, prefix } = readFormat(description);
  const tolerance = readTolerance(description, format);
  return {
    algorithm,
    header: description.header.toLowerCase(),
    encoding,
    ...(separator !== undefined && { separator }),
    item: createItemPattern(format, separator, SIGNATURES[algorithm][encoding]),
    format,
    prefix,
    content: content.split(/\{([^{}]+)\}/),
    ...(id && { idHeader: id.header.toLowerCase() }),
    ...(timestamp?.header &&
      !format.includes("{timestamp}") && { timestampHeader: timestamp.header.toLowerCase() }),
    ...(timestamp?.body && { timestampPath: timestamp.body }),
    timestampUnit: timestamp?.unit === "milliseconds" ? 1 : 1000,
    ...(tolerance !== undefined && { tolerance: tolerance * 1000 }),
    ...(secret && { secret }),
  };
}

function readFormat({ format = "{signature}", separator }: SignatureDescription) {
  const [before = "", after, ...more] = format.split("{signature}");
  const isKnown = !/[{}]/.test(before.replace("{timestamp}", ""));
  if (after !== "" || more.length > 0 || !isKnown) {
    throw wrong("format", format, "`{timestamp}` at most once, and one `{signature}` at its end");
  }
  const divider = separator ?? /\}\s*(\W)/.exec(before)?.[1];
  const items = divider === undefined ? [before] : before.split(divider);
  const prefix = (items.at(-1) ?? "").trim();
  return { format, separator: divider, prefix };
}

function readTolerance({ tolerance, timestamp = {} }: SignatureDescription, format: string) {
  const { header, body } = timestamp;
  const isInHeaders = header !== undefined || format.includes("{timestamp}");
  if (isInHeaders && body !== undefined)
    throw wrong("timestamp", "twice there", "either in headers or in the body");
  const isGiven = tolerance !== undefined && tolerance >= 0;
  if (isGiven === (isInHeaders || body !== undefined)) return tolerance;
  const expected = "a number of seconds with a timestamp, and none without";
  throw wrong("tolerance", String(tolerance), expected);
}

function createItemPattern(format: string, separator: string | undefined, signature: string) {
  const templates = separator === undefined ? [format] : format.split(separator);
  const items = templates.map((template) => template.trim().replace(/[^\w{}]/g, "\\$&"));
  const pattern = items
    .join("|")
    .replace("{signature}", `(?<signature>${signature})`)
    .replace("{timestamp}", "(?<timestamp>\\S+)");
  // White space around the items of a list means nothing (RFC 9110, section 5.6.1).
  return new RegExp(separator === undefined ? `^${pattern}$` : `^[ \\t]*(?:${pattern})[ \\t]*$`);
}

function wrong(key: string, got: string, expected: string): TypeError {
  return new TypeError(`The scheme's \`${key}\` is ${got}; expected ${expected}.`);
}
