/**
 * The services of `examples/vendors/`: the requests that their clients have to build, and deliveries
 * as such services send them. Signatures are made here with Node alone, by each service's own
 * documentation, and share no code with the project.
 */
import { createHmac } from "node:crypto";

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** All but `user-agent`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text as it is sent; the parts of a multipart body. */
  readonly body: string | readonly Part[];
}

export type Part = readonly [name: string, value: string, fileName?: string, type?: string];

export interface VendorExample {
  /** Of `examples/vendors/`. */
  readonly folder: string;
  readonly requests: readonly SentRequest[];
  readonly secret: string;
  /** The variable that the receiver asks for when it has no secret. */
  readonly ask: string;
  /** The body as the service writes it, with its spaces and line breaks. */
  readonly body: string;
  /** All headers of a delivery, with their names as the service writes them. `time` is in seconds. */
  readonly createHeaders: (body: string, secret: string, time: number) => Record<string, string>;
  /** The line that the handler prints. */
  readonly printed: string;
  /** The name of the header that no delivery comes without. */
  readonly signatureHeader: string;
  /** Set if the time is signed. */
  readonly isTimed: boolean;
  /** Bodies of deliveries that the client answers without a handler. */
  readonly challenges: readonly Challenge[];
  /** Headers of attackers, beside those that every scheme has to refuse. */
  readonly forgeries: readonly Forgery[];
  /** Statements that the compiler has to refuse, each on a line of its own. */
  readonly mistakes: readonly string[];
}

/** Makes other headers of those of an authentic delivery. */
export interface Forgery {
  readonly title: string;
  readonly code: string;
  readonly forge: (headers: Record<string, string>) => Record<string, string>;
}

/** Replaces text in one header. */
export function edit(
  name: string,
  pattern: RegExp,
  replacement: string,
): (headers: Record<string, string>) => Record<string, string> {
  return (headers) => ({ ...headers, [name]: (headers[name] ?? "").replace(pattern, replacement) });
}

export interface Challenge {
  readonly text: string;
  readonly answer: unknown;
}

export function signHmac(
  secret: string | Buffer,
  content: string,
  encoding: "hex" | "base64",
): string {
  return createHmac("sha256", secret).update(content).digest(encoding);
}

export const JSON_HEADERS = { accept: "application/json" };
export const JSON_BODY = { ...JSON_HEADERS, "content-type": "application/json; charset=utf-8" };

/** A signature of a secret that has been replaced: services send it beside the new one for a time. */
export const OLD_SECRET = "whsec_b2xkIHNlY3JldCBvZiB0aGUgZW5kcG9pbnQ=";
