import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { createRequire } from "node:module";

export const secret = "a secret of thirty-two characters";

/** A delivery as a receiver gets it. */
export interface Recording {
  readonly id: string;
  readonly name: string;
  readonly payload: Uint8Array;
  readonly signature: string;
}

/** Read at run time: the type of all that JSON would be worked out at each check. */
const examples = createRequire(import.meta.url)("@octokit/webhooks-examples") as readonly {
  readonly name: string;
  readonly examples: readonly unknown[];
}[];

/** What has been recorded of a hosting service: 329 payloads, about 10 KB each. */
export const recordings: readonly Recording[] = examples.flatMap(({ name, examples: payloads }) =>
  payloads.map((payload, index) => record(name, index, payload)),
);

export function sign(payload: string | Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(payload).digest("hex")}`;
}

function record(name: string, index: number, value: unknown): Recording {
  const payload = Buffer.from(JSON.stringify(value));
  return { id: `${name}-${index}`, name, payload, signature: sign(payload) };
}
