/** Attacks on signed deliveries, which every scheme must refuse. */
import { createHmac } from "node:crypto";
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import type { SignatureRefusal } from "../../../src/receive/signatures/types.js";
import { NOW, SAMPLES } from "./deliveries.js";
import type { Sample } from "./deliveries.js";

const MALFORMED = "SIGNATURE_MALFORMED";
const MISMATCH = "SIGNATURE_MISMATCH";

/** The signature at the end of the header, and the same with what marks its version. */
const LAST = /[\w+/]{20,}=*$|^It's .*/;
const ITEM = /([a-z]+\d+[=,]|)(?:[\w+/]{20,}=*$|It's .*)/;

/** The mark of a version; a signature that is random may hold the same letters. */
const VERSION = /(?<![\w+/])(v|h|sha)(\d+)(?=[,=])/;

const isToken = ({ description }: Sample) => description.algorithm === "token";

export const ATTACKS: readonly Attack[] = [
  {
    name: "what is signed in the wrong order",
    refusals: [MISMATCH],
    attack: ({ description: { content = "" } }, sign) => {
      const pieces = content.split(/(?=\{)/);
      // `{anyPortUrl}` can only stand first.
      const reversed = reverse(content).replace("{anyPortUrl}", "{url}");
      return pieces.length < 2 ? undefined : sign({ description: { content: reversed } });
    },
  },
  {
    name: "the header in the wrong order",
    refusals: [MALFORMED],
    attack: (sample, sign) => {
      const prefix = /^[a-z0-9]+[=,](?=\{signature\}$)/.exec(sample.description.format ?? "")?.[0];
      if (prefix === undefined) return undefined;
      return withSignature(sample, sign(), (text) => text.slice(prefix.length) + prefix);
    },
  },
  {
    name: "a doubled signature",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) => withSignature(sample, sign(), (text) => text.replace(LAST, "$&$&")),
  },
  {
    name: "a truncated signature",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) => withSignature(sample, sign(), (text) => text.slice(0, -1)),
  },
  {
    name: "half a signature",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) =>
      withSignature(sample, sign(), (text) => text.slice(0, Math.ceil(text.length / 2))),
  },
  {
    name: "another version's signature",
    refusals: [MALFORMED],
    attack: (sample, sign) => {
      const change = (text: string) =>
        text.replace(
          VERSION,
          (_, word: string, version: string) => `${word}${Number(version) + 1}`,
        );
      const sent = sign();
      const changed = withSignature(sample, sent, change);
      return signatureOf(sample, changed) === signatureOf(sample, sent) ? undefined : changed;
    },
  },
  {
    name: "a version with more behind it",
    refusals: [MALFORMED],
    attack: (sample, sign) => {
      const sent = sign();
      const changed = withSignature(sample, sent, (text) => text.replace(VERSION, "$&a"));
      return signatureOf(sample, changed) === signatureOf(sample, sent) ? undefined : changed;
    },
  },
  {
    name: "a comma list of bad and good where the header holds no such list",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) => {
      if (/\},/.test(sample.description.format ?? "")) return undefined;
      const bad = LAST.exec(signatureOf(sample, sign({ secret: sample.otherSecret })))?.[0] ?? "";
      return withSignature(sample, sign(), (text) => text.replace(ITEM, `$1${bad},$&`));
    },
  },
  {
    name: "a header that was sent twice, bad and good, where it holds one signature",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) => {
      if (sample.description.format?.includes("{timestamp}")) return undefined;
      const sent = sign();
      const bad = signatureOf(sample, sign({ secret: sample.otherSecret }));
      return withHeader(sent, sample.description.header, [bad, signatureOf(sample, sent)]);
    },
  },
  {
    name: "a timestamp before the tolerance",
    refusals: ["TIMESTAMP_OUT_OF_TOLERANCE"],
    attack: (sample, sign) => at(sample, sign, NOW - tolerance(sample) - 1000),
  },
  {
    name: "a timestamp after the tolerance",
    refusals: ["TIMESTAMP_OUT_OF_TOLERANCE"],
    attack: (sample, sign) => at(sample, sign, NOW + tolerance(sample) + 1000),
  },
  {
    name: "a timestamp out of tolerance, not signed",
    refusals: [MISMATCH],
    attack: (sample, sign) => {
      const late = at(sample, sign, NOW - tolerance(sample) - 1000);
      return late && { ...late, body: late.body.replace("event", "Event") };
    },
  },
  {
    name: "a timestamp that was changed",
    refusals: [MISMATCH],
    attack: (sample, sign) => {
      const isInSeconds = sample.description.timestamp?.unit !== "milliseconds";
      return withTimestamp(sample, sign(), String(isInSeconds ? NOW / 1000 + 1 : NOW + 1));
    },
  },
  ...["", "x", "-1", "1e9", "0x10", " 1763769600", "1763769600.5", "٠١٢٣", "NaN"].map(
    (text): Attack => ({
      name: `the timestamp ${JSON.stringify(text)}`,
      refusals: [MALFORMED, MISMATCH], // of a body that was signed, the time is not read before that
      attack: (sample, sign) => withTimestamp(sample, sign(), text),
    }),
  ),
  {
    name: "a timestamp of 10^400",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) => withTimestamp(sample, sign(), `1${"0".repeat(400)}`),
  },
  {
    name: "a signed timestamp of 10^400 in the body",
    refusals: ["TIMESTAMP_OUT_OF_TOLERANCE"],
    attack: ({ description, body }, sign) =>
      description.timestamp?.body
        ? sign({ body: body.replace(String(NOW), `1${"0".repeat(400)}`) })
        : undefined,
  },
  {
    name: "no timestamp in the signed body",
    refusals: ["TIMESTAMP_OUT_OF_TOLERANCE"],
    attack: ({ description }, sign) =>
      description.timestamp?.body ? sign({ body: '{"webhookTimestamp":null}' }) : undefined,
  },
  {
    name: "a header of 1 MB",
    refusals: [MALFORMED],
    attack: (sample, sign) => withSignature(sample, sign(), (text) => text.padEnd(1_000_000, "a")),
  },
  {
    name: "a header of 1 MB of separators",
    refusals: [MALFORMED],
    attack: (sample, sign) => withSignature(sample, sign(), (text) => text + ", ;".repeat(350_000)),
  },
  ...(["sha1", "sha256", "sha512"] as const).map((hash): Attack => ({
    name: `a digest by ${hash} where it is another algorithm's`,
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) => {
      const { algorithm, encoding = "hex", content = "{body}" } = sample.description;
      if (algorithm === `hmac-${hash}`) return undefined;
      const hmac = createHmac(hash, sample.secret).update(content && sample.body);
      const digest = hmac.digest(encoding);
      return withSignature(sample, sign(), (text) => text.replace(LAST, digest));
    },
  })),
  {
    name: "only another vendor's headers",
    refusals: ["SIGNATURE_MISSING"],
    attack: (sample, sign) => without(besideOthers(sample, sign()), sample.description.header),
  },
  {
    name: "no signature",
    refusals: ["SIGNATURE_MISSING"],
    attack: ({ description }, sign) => without(sign(), description.header),
  },
  {
    name: "an empty signature",
    refusals: ["SIGNATURE_MISSING"],
    attack: ({ description }, sign) => withHeader(sign(), description.header, ""),
  },
  {
    name: "no timestamp",
    refusals: [MALFORMED],
    attack: ({ description: { timestamp } }, sign) =>
      timestamp?.header ? without(sign(), timestamp.header) : undefined,
  },
  {
    name: "no id",
    refusals: [MALFORMED],
    attack: ({ description: { id } }, sign) => (id ? without(sign(), id.header) : undefined),
  },
  {
    name: "another id",
    refusals: [MISMATCH],
    attack: ({ description: { id } }, sign) =>
      id ? withHeader(sign(), id.header, "m") : undefined,
  },
  {
    name: "another body",
    refusals: [MISMATCH],
    attack: (sample, sign) => (isToken(sample) ? undefined : { ...sign(), body: sample.otherBody }),
  },
  {
    name: "another URL",
    refusals: [MISMATCH],
    attack: ({ description: { content = "" } }, sign) =>
      /url/i.test(content)
        ? { ...sign(), url: "https://receiver.example/hooks?tenant=2" }
        : undefined,
  },
  {
    name: "another method",
    refusals: [MISMATCH],
    attack: ({ description: { content = "" } }, sign) =>
      content.includes("{method}") ? { ...sign(), method: "PUT" } : undefined,
  },
  {
    name: "another secret",
    refusals: [MISMATCH],
    attack: (sample, sign) => sign({ secret: sample.otherSecret }),
  },
  {
    name: "uppercase hex",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) =>
      sample.description.encoding === "base64"
        ? undefined
        : withSignature(sample, sign(), (text) => text.replace(/[\w ']{10,}$/, upper)),
  },
  {
    name: "base64 with bits beyond the last byte",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) =>
      sample.description.encoding === "base64" && sample.description.algorithm.startsWith("hmac")
        ? withSignature(sample, sign(), (text) => text.replace(/.=$/, nextBits))
        : undefined,
  },
  {
    name: "a signature in the other encoding",
    refusals: [MALFORMED],
    attack: (sample, sign) => {
      const encoding = sample.description.encoding === "base64" ? "hex" : "base64";
      return isToken(sample) ? undefined : sign({ description: { encoding } });
    },
  },
  {
    name: "white space within",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) =>
      withSignature(sample, sign(), (text) => text.replace(/.{6}$/, (end) => ` ${end}`)),
  },
];

/** All headers of all other presets, as somebody else would have signed them. */
export function besideOthers(sample: Sample, sent: Delivery): Delivery {
  const names = SAMPLES.filter(({ name }) => name !== sample.name).flatMap(({ description }) => [
    description.header,
    description.timestamp?.header ?? description.header,
    description.id?.header ?? description.header,
  ]);
  const forgedHeaders = names.map((name) => [name, `t=${NOW / 1000},v1=${"0".repeat(64)}`]);
  return { ...sent, headers: { ...Object.fromEntries(forgedHeaders), ...sent.headers } };
}

function reverse(content: string): string {
  return content
    .split(/(\{[^}]+\})/)
    .reverse()
    .join("");
}

function withSignature(sample: Sample, sent: Delivery, change: (text: string) => string): Delivery {
  return withHeader(sent, sample.description.header, change(signatureOf(sample, sent)));
}

/** The value of the signature's header as the sender wrote it. */
function signatureOf({ description }: Sample, { headers }: Delivery): string {
  return String(headers[description.header]);
}

function withHeader(sent: Delivery, name: string, value: string | readonly string[]): Delivery {
  return { ...sent, headers: { ...sent.headers, [name]: value } };
}

function at(sample: Sample, sign: Sign, time: number): Delivery | undefined {
  const { tolerance, timestamp } = sample.description;
  if (tolerance === undefined) return undefined;
  const body = timestamp?.body ? sample.body.replace(String(NOW), String(time)) : sample.body;
  return sign({ body, timestamp: time });
}

function tolerance({ description }: Sample): number {
  return (description.tolerance ?? 0) * 1000;
}

/** The timestamp as it is sent, in the scheme's own unit, replaced. */
function withTimestamp(sample: Sample, sent: Delivery, digits: string): Delivery | undefined {
  const { format = "", timestamp = {} } = sample.description;
  if (timestamp.header) return withHeader(sent, timestamp.header, digits);
  if (timestamp.body) return { ...sent, body: sent.body.replace(String(NOW), digits) };
  if (!format.includes("{timestamp}")) return undefined;
  return withSignature(sample, sent, (text) => text.replace(/\d{10,}/, digits));
}

function without(sent: Delivery, name: string): Delivery {
  const headers = Object.entries(sent.headers).filter(([key]) => key !== name);
  return { ...sent, headers: Object.fromEntries(headers) };
}

function upper(text: string): string {
  return text.toUpperCase();
}

/** The digit after the last one: it differs in bits that no byte holds. */
function nextBits(end: string): string {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return `${digits.charAt(digits.indexOf(end.charAt(0)) + 1)}=`;
}

/** A delivery on its way, as somebody in between may change it. */
export interface Delivery {
  readonly body: string;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly url: string;
  readonly method: string;
}

/** Signs as the service does, or as it would under another description, secret or time. */
export type Sign = (changes?: {
  readonly description?: Partial<SignatureDescription>;
  readonly secret?: string;
  readonly body?: string;
  readonly timestamp?: number;
}) => Delivery;

export interface Attack {
  readonly name: string;
  /** `undefined` where the scheme has nothing that could be attacked so. */
  readonly attack: (sample: Sample, sign: Sign) => Delivery | undefined;
  /** Several where it depends on the scheme which rule is broken first. */
  readonly refusals: readonly SignatureRefusal[];
}
