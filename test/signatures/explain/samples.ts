/** Deliveries of the presets, after changes on their way, and what an explanation finds in them. */
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import { createAnyScheme } from "../../../src/receive/signatures/define.js";
import {
  explainRefusal,
  type RefusedDelivery,
} from "../../../src/receive/signatures/explain/explain-refusal.js";
import type { Variant } from "../../../src/receive/signatures/explain/findings.js";
import { createVerifier } from "../../../src/receive/signatures/verifier.js";
import { NOW, SAMPLES, URL, type Sample } from "../../cases/signatures/deliveries.js";

/** The codes of what an explanation finds in a delivery. */
export function explain(parts: Parts) {
  return explainRefusal(deliver(parts)).map(({ code }) => code);
}

/** Signs a delivery as `parts` say, and changes it on its way. */
export function deliver(parts: Parts): RefusedDelivery {
  const scheme = createAnyScheme(parts.description);
  const verifier = createVerifier(scheme, { secrets: [parts.sentSecret] });
  const sent = { url: parts.sentUrl, method: "POST", timestamp: parts.sentAt, id: "msg_1" };
  const headers = verifier.sign(parts.sentBody, sent);
  return {
    scheme: createAnyScheme(parts.expected ?? parts.description),
    secrets: parts.secrets,
    otherSecrets: parts.otherSecrets,
    body: toBytes(parts.body),
    headers: parts.changeHeaders(headers),
    url: parts.url,
    now: parts.now,
  };
}

/** A delivery of a sample that arrives as it was sent. */
export function createParts({ description, body, secret }: Sample): Parts {
  return {
    description,
    sentBody: body,
    sentUrl: URL,
    sentSecret: secret,
    sentAt: NOW,
    body,
    url: URL,
    secrets: [secret],
    otherSecrets: {},
    now: NOW,
    changeHeaders: (headers) => headers,
    expected: undefined,
  };
}

export function findSample(name: string): Sample {
  const sample = SAMPLES.find((candidate) => candidate.name === name);
  if (sample === undefined) throw new Error(`There is no sample of ${name}.`);
  return sample;
}

export function signsUrl({ description: { content = "" } }: Sample): boolean {
  return /url\}/i.test(content);
}

/** The values of the variants whose findings have one of the codes, as text. */
export function valuesOf(
  variants: Iterable<Variant<string | Uint8Array>>,
  ...codes: readonly string[]
): readonly string[] {
  return [...variants].flatMap(({ value, finding }) =>
    codes.includes(finding.code) ? [toText(value)] : [],
  );
}

export function toBytes(body: string | Uint8Array): Uint8Array {
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}

/** Bytes as characters of latin1, one for each; text as it is. */
export function toText(value: string | Uint8Array): string {
  return typeof value === "string" ? value : Buffer.from(value).toString("latin1");
}

/** A delivery as it was sent and as it arrives; a case changes one of its parts. */
export interface Parts {
  description: SignatureDescription;
  /** Signed by the service. */
  sentBody: string | Uint8Array;
  sentUrl: string;
  sentSecret: string | Uint8Array;
  sentAt: number;
  /** Known to the receiver. */
  body: string | Uint8Array;
  url: string | undefined;
  secrets: readonly string[];
  otherSecrets: Readonly<Record<string, string>>;
  now: number;
  changeHeaders: (headers: Record<string, string>) => Record<string, string>;
  /** The description that the receiver verifies by, if it is not that of the service. */
  expected: SignatureDescription | undefined;
}

/** Changes parts of the delivery of a sample; `undefined` where the change does not apply to it. */
export type Change = (sample: Sample) => Partial<Parts> | undefined;
