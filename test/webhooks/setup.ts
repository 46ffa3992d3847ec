/** Toolkits of the service Acme, deliveries for them, and their failures. */
import type { Mock } from "vitest";
import { WebhookAggregateError } from "../../src/receive/webhooks/webhook-error.js";
import type { Log } from "../../src/receive/webhooks/types.js";
import { sign } from "../../generated/methods.js";
import { AcmeWebhooks, SECRET } from "../cases/webhooks/acme.js";

/** An event that a toolkit receives without a signature. */
export const opened = { id: "1", name: "issues", payload: { action: "opened" } } as const;

export function createWebhooks(options: { additionalSecrets?: readonly string[]; log?: Log } = {}) {
  return new AcmeWebhooks({ secret: SECRET, ...options });
}

/** A payload with its signature. */
export function signed(payload: string | Uint8Array) {
  return { payload, signature: sign(SECRET, payload) };
}

/** The error that `receive` rejects with; throws if it does not. */
export async function failureOf(received: Promise<void>): Promise<WebhookAggregateError> {
  const outcome: unknown = await received.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof WebhookAggregateError) return outcome;
  throw new Error("expected a WebhookAggregateError", { cause: outcome });
}

/** First argument of the first call of a mock. */
export function firstArgument(mock: Mock): unknown {
  return mock.mock.calls[0]?.[0];
}

/** The code in the body of an answer that refuses a request. */
export function codeOf(text: string): unknown {
  return (JSON.parse(text) as { code: unknown }).code;
}
