/** Sends deliveries over HTTP as the service does: signed bytes, three headers. */
import { webhookHeaders } from "../../generated/constants.js";
import { sign } from "../../src/entries/methods.js";
import type { RecordedDelivery } from "./recorded-deliveries.js";

export interface Sender {
  /** Resolves with the answer's status and body. */
  send(id: string, delivery: RecordedDelivery, headers?: HeaderChanges): Promise<Answer>;
}

/** Headers in place of those of a good delivery, by lowercase name. */
export type HeaderChanges = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export function createSender(url: string, secret: string): Sender {
  return {
    async send(id, { name, payload }, changes) {
      const body = JSON.stringify(payload);
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          [webhookHeaders.event]: name,
          [webhookHeaders.delivery]: id,
          [webhookHeaders.signature]: sign(secret, body),
          ...changes,
        },
        body,
      });
      return { status: response.status, body: await response.text() };
    },
  };
}
