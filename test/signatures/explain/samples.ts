/** Deliveries of each preset, and the ways in which they are changed on their way. */
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import { createAnyScheme } from "../../../src/receive/signatures/define.js";
import {
  explainRefusal,
  type RefusedDelivery,
} from "../../../src/receive/signatures/explain/explain-refusal.js";
import { createVerifier } from "../../../src/receive/signatures/verifier.js";
import { NOW, URL, type Sample } from "../../cases/signatures/deliveries.js";

export const keep = (headers: Record<string, string>) => headers;

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
    changeHeaders: keep,
    expected: undefined,
  };
}

export const toBytes = (body: string | Uint8Array) =>
  typeof body === "string" ? new TextEncoder().encode(body) : body;

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

export const explain = (parts: Parts) => explainRefusal(deliver(parts)).map(({ code }) => code);

export const signsUrl = ({ description: { content = "" } }: Sample) => /url\}/i.test(content);

export const urls =
  (sentUrl: string, url: string, headers: Record<string, string> = {}): Change =>
  (sample) =>
    signsUrl(sample)
      ? { sentUrl, url, changeHeaders: (sent) => ({ ...sent, ...headers }) }
      : undefined;

/** A delivery as it was sent and as it arrives; a case changes one of its parts. */
export interface Parts {
  description: SignatureDescription;
  /** What the service signs. */
  sentBody: string | Uint8Array;
  sentUrl: string;
  sentSecret: string | Uint8Array;
  sentAt: number;
  /** What arrives. */
  body: string | Uint8Array;
  url: string | undefined;
  secrets: readonly string[];
  otherSecrets: Readonly<Record<string, string>>;
  now: number;
  changeHeaders: (headers: Record<string, string>) => Record<string, string>;
  /** What is verified with, where that is not what was signed with. */
  expected: SignatureDescription | undefined;
}

/** A change of one part, with the code that it has to be found by; `undefined` where it does not apply. */
export type Change = (sample: Sample) => Partial<Parts> | undefined;
