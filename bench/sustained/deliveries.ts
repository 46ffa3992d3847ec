/** The recorded deliveries of a code host, as a receiver gets them. */
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { createRequire } from "node:module";
import { webhookHeaders as names } from "../../generated/constants.js";

export const secret = "a secret of thirty-two characters";
export const path = "/hooks";

export interface Recording {
  readonly id: string;
  readonly name: string;
  readonly payload: Uint8Array;
  readonly signature: string;
}

/** The recorded delivery nearest to a size, or all recorded deliveries in turn. */
export type PayloadKind = "27 KB" | "329 in turn";

/** Read at run time, because a compiler would infer the type of all this JSON at each check. */
const examples = createRequire(import.meta.url)("@octokit/webhooks-examples") as readonly {
  readonly name: string;
  readonly examples: readonly unknown[];
}[];

/** 329 payloads, about 10 KB each. */
export const recordings: readonly Recording[] = examples.flatMap(({ name, examples: payloads }) =>
  payloads.map((value, index) => {
    const payload = Buffer.from(JSON.stringify(value));
    return { id: `${name}-${index}`, name, payload, signature: sign(payload) };
  }),
);

export function sign(payload: string | Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(payload).digest("hex")}`;
}

export function readRecordings(kind: PayloadKind): readonly Recording[] {
  if (kind === "329 in turn") return recordings;
  const distance = ({ payload }: Recording): number => Math.abs(payload.length - 27_000);
  return [recordings.reduce((best, each) => (distance(each) < distance(best) ? each : best))];
}

/** The bytes of a delivery on a kept connection. They include the headers that the peer expects. */
export function toHttpRequest({ id, name, payload, signature }: Recording): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "user-agent: Deliveries/1.0",
    "accept: */*",
    "content-type: application/json",
    `${names.event}: ${name}`,
    `${names.delivery}: ${id}`,
    `x-github-event: ${name}`,
    `x-github-delivery: ${id}`,
    `${names.signature}: ${signature}`,
    `content-length: ${payload.length}`,
    "\r\n",
  ];
  return Buffer.concat([Buffer.from(lines.join("\r\n")), payload]);
}
