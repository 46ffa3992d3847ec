/** Attacks on signed deliveries, which every scheme must refuse. */
import { createHmac } from "node:crypto";
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import type { SignatureRefusal } from "../../../src/receive/signatures/types.js";
import {
  besideOthers,
  type Delivery,
  splitHeader,
  toUnit,
  withHeader,
  withHeaderText,
  withMark,
  withoutHeader,
  withSignature,
  withTimestamp,
} from "./alter-delivery.js";
import { NOW, type Sample } from "./deliveries.js";

const MALFORMED = "SIGNATURE_MALFORMED";
const MISMATCH = "SIGNATURE_MISMATCH";
const MISSING = "SIGNATURE_MISSING";
const OUT_OF_TOLERANCE = "TIMESTAMP_OUT_OF_TOLERANCE";

const ON_SIGNATURE: readonly Attack[] = [
  {
    name: "a doubled signature",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) => withSignature(sample, sign(), (signature) => signature + signature),
  },
  {
    name: "a truncated signature",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) => withSignature(sample, sign(), (signature) => signature.slice(0, -1)),
  },
  {
    name: "an empty signature",
    refusals: [MISSING],
    attack: (sample, sign) => withHeaderText(sample, sign(), () => ""),
  },
  {
    name: "white space within",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) =>
      withSignature(
        sample,
        sign(),
        (signature) => `${signature.slice(0, -6)} ${signature.slice(-6)}`,
      ),
  },
  {
    name: "uppercase hex",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) =>
      sample.description.encoding === "base64"
        ? undefined
        : withSignature(sample, sign(), (signature) => signature.toUpperCase()),
  },
  {
    name: "base64 with bits beyond the last byte",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) =>
      sample.description.encoding === "base64" && sample.description.algorithm.startsWith("hmac")
        ? withSignature(sample, sign(), addBits)
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
  ...(["sha1", "sha256", "sha512"] as const).map((hash): Attack => ({
    name: `a digest by ${hash} where it is another algorithm's`,
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) => {
      const { algorithm, encoding = "hex" } = sample.description;
      if (algorithm === `hmac-${hash}`) return undefined;
      const digest = createHmac(hash, sample.secret).update(sample.body).digest(encoding);
      return withSignature(sample, sign(), () => digest);
    },
  })),
  {
    name: "another secret",
    refusals: [MISMATCH],
    attack: (sample, sign) => sign({ secret: sample.otherSecret }),
  },
];

/** Attacks on the header that holds the signature. */
const ON_HEADER: readonly Attack[] = [
  {
    name: "no signature",
    refusals: [MISSING],
    attack: ({ description }, sign) => withoutHeader(sign(), description.header),
  },
  {
    name: "only another vendor's headers",
    refusals: [MISSING],
    attack: (sample, sign) =>
      withoutHeader(besideOthers(sample, sign()), sample.description.header),
  },
  {
    name: "half a signature",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) =>
      withHeaderText(sample, sign(), (text) => text.slice(0, Math.ceil(text.length / 2))),
  },
  {
    name: "the header in the wrong order",
    refusals: [MALFORMED],
    attack: (sample, sign) => {
      const sent = sign();
      const { before, mark, signature } = splitHeader(sample, sent);
      if (before !== "" || mark === "") return undefined;
      return withHeaderText(sample, sent, () => signature + mark);
    },
  },
  {
    name: "another version's signature",
    refusals: [MALFORMED],
    attack: (sample, sign) =>
      withMark(sample, sign(), (mark) =>
        mark.replace(/\d+/, (version) => String(Number(version) + 1)),
      ),
  },
  {
    name: "a version with more behind it",
    refusals: [MALFORMED],
    attack: (sample, sign) =>
      withMark(sample, sign(), (mark) => mark.replace(/\d+/, (version) => `${version}a`)),
  },
  {
    name: "a comma list of bad and good where the header holds no such list",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) => {
      if (sample.description.format?.includes("},")) return undefined;
      const good = sign();
      const { before, mark, signature } = splitHeader(sample, good);
      const bad = splitHeader(sample, sign({ secret: sample.otherSecret })).signature;
      return withHeaderText(sample, good, () => `${before}${mark}${bad},${mark}${signature}`);
    },
  },
  {
    name: "a header that was sent twice, bad and good, where it holds one signature",
    refusals: [MALFORMED, MISMATCH],
    attack: (sample, sign) => {
      const { format, header } = sample.description;
      if (format?.includes("{timestamp}")) return undefined;
      const good = sign();
      const bad = sign({ secret: sample.otherSecret });
      return withHeader(good, header, [String(bad.headers[header]), String(good.headers[header])]);
    },
  },
  {
    name: "a header of 1 MB",
    refusals: [MALFORMED],
    attack: (sample, sign) => withHeaderText(sample, sign(), (text) => text.padEnd(1_000_000, "a")),
  },
  {
    name: "a header of 1 MB of separators",
    refusals: [MALFORMED],
    attack: (sample, sign) =>
      withHeaderText(sample, sign(), (text) => text + ", ;".repeat(350_000)),
  },
];

const ON_TIMESTAMP: readonly Attack[] = [
  {
    name: "a timestamp before the tolerance",
    refusals: [OUT_OF_TOLERANCE],
    attack: (sample, sign) => signAt(sample, sign, NOW - toleranceOf(sample) - 1000),
  },
  {
    name: "a timestamp after the tolerance",
    refusals: [OUT_OF_TOLERANCE],
    attack: (sample, sign) => signAt(sample, sign, NOW + toleranceOf(sample) + 1000),
  },
  {
    name: "a timestamp out of tolerance, not signed",
    refusals: [MISMATCH],
    attack: (sample, sign) => {
      const late = signAt(sample, sign, NOW - toleranceOf(sample) - 1000);
      return late && { ...late, body: late.body.replace("event", "Event") };
    },
  },
  {
    name: "a timestamp that was changed",
    refusals: [MISMATCH],
    attack: (sample, sign) =>
      withTimestamp(sample, sign(), String(toUnit(sample.description, NOW) + 1)),
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
    refusals: [OUT_OF_TOLERANCE],
    attack: ({ description, body }, sign) =>
      description.timestamp?.body
        ? sign({ body: body.replace(String(NOW), `1${"0".repeat(400)}`) })
        : undefined,
  },
  {
    name: "no timestamp in the signed body",
    refusals: [OUT_OF_TOLERANCE],
    attack: ({ description }, sign) =>
      description.timestamp?.body ? sign({ body: '{"webhookTimestamp":null}' }) : undefined,
  },
  {
    name: "no timestamp",
    refusals: [MALFORMED],
    attack: ({ description: { timestamp } }, sign) =>
      timestamp?.header ? withoutHeader(sign(), timestamp.header) : undefined,
  },
];

/** Attacks on all else that is signed. */
const ON_CONTENT: readonly Attack[] = [
  {
    name: "what is signed in the wrong order",
    refusals: [MISMATCH],
    attack: ({ description: { content = "{body}" } }, sign) => {
      const pieces = content.split(/(\{[^}]+\})/).filter((piece) => piece !== "");
      if (pieces.length < 2) return undefined;
      // `{anyPortUrl}` can only stand first.
      const reversed = pieces.reverse().join("").replace("{anyPortUrl}", "{url}");
      return sign({ description: { content: reversed } });
    },
  },
  {
    name: "no id",
    refusals: [MALFORMED],
    attack: ({ description: { id } }, sign) => (id ? withoutHeader(sign(), id.header) : undefined),
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
];

export const ATTACKS = [...ON_SIGNATURE, ...ON_HEADER, ...ON_TIMESTAMP, ...ON_CONTENT];

/** Of a token, the secret itself is sent. */
function isToken({ description }: Sample): boolean {
  return description.algorithm === "token";
}

/** Replaces the last digit of base64, before `=`, by the next one: it differs in bits that no byte holds. */
function addBits(signature: string): string {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const last = signature.charAt(signature.length - 2);
  return `${signature.slice(0, -2)}${digits.charAt(digits.indexOf(last) + 1)}=`;
}

/** Signs at another time; `undefined` if the scheme has no tolerance. */
function signAt({ description, body }: Sample, sign: Sign, time: number): Delivery | undefined {
  if (description.tolerance === undefined) return undefined;
  const sentBody = description.timestamp?.body ? body.replace(String(NOW), String(time)) : body;
  return sign({ body: sentBody, timestamp: time });
}

/** In milliseconds. */
function toleranceOf({ description }: Sample): number {
  return (description.tolerance ?? 0) * 1000;
}

// ---- Types

export interface Attack {
  readonly name: string;
  /** `undefined` where the scheme has nothing that could be attacked so. */
  readonly attack: (sample: Sample, sign: Sign) => Delivery | undefined;
  /** Several where it depends on the scheme which rule is broken first. */
  readonly refusals: readonly SignatureRefusal[];
}

/** Signs as the service does, or as it would under another description, secret or time. */
export type Sign = (changes?: {
  readonly description?: Partial<SignatureDescription>;
  readonly secret?: string;
  readonly body?: string;
  readonly timestamp?: number;
}) => Delivery;
