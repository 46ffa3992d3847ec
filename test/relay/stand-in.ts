/** A service, a log and a receiver for tests of the relay. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { WebhookAggregateError } from "../../src/receive/webhooks/webhook-error.js";
import { isReservedName, splitAtDot } from "../../src/receive/webhooks/event-names.js";
import { createSafeLog } from "../../src/receive/webhooks/log.js";
import type { SignedDelivery } from "../../src/receive/webhooks/types.js";
import { createReader } from "../../src/receive/webhooks/delivery.js";
import { Admission } from "../../src/receive/webhooks/admission.js";
import { type DeliveryReceiver, RECEIVER } from "../../src/receive/webhooks/receiver.js";
import { describeHmacVendor } from "../cases/webhooks/hmac-vendor.js";

export const secret = "a relay's secret";

export const { catalog, parts } = describeHmacVendor({
  path: "/hooks",
  headers: { event: "x-acme-event", delivery: "x-acme-delivery", signature: "x-hub-signature-256" },
  relay: {
    id: ["x-request-id", "x-acme-delivery"],
    event: ["x-acme-event"],
    signature: ["x-hub-signature-256", "x-hub-signature"],
    body: ["body"],
    rawBody: ["rawBody"],
  },
  eventNames: ["push", "issues", "issues.opened"],
});

/** What the relay reads messages by. */
export const source = {
  catalog,
  parts,
  isReserved: (name: string) => isReservedName(name, splitAtDot),
};

export function sign(payload: string | Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(payload).digest("hex")}`;
}

export function createRecordingLog() {
  const lines: LogLine[] = [];
  const at =
    (level: string) =>
    (...data: readonly unknown[]): void => {
      lines.push({ level, text: data.map(String).join(" ") });
    };
  return {
    lines,
    text: () => lines.map(({ level, text }) => `${level} ${text}`).join("\n"),
    log: createSafeLog({
      debug: at("debug"),
      info: at("info"),
      warn: at("warn"),
      error: at("error"),
    }),
  };
}

/** A stand-in for the part of the toolkit that the relay uses, with one handler. */
export function createReceiver(
  recording: Recording,
  handle: (delivery: SignedDelivery) => unknown = () => undefined,
) {
  const received: SignedDelivery[] = [];
  const receiver: DeliveryReceiver & { [RECEIVER](): DeliveryReceiver } = {
    [RECEIVER]: () => receiver,
    ...source,
    reader: createReader(source.parts.scheme),
    log: recording.log,
    looksUpSecrets: false,
    admission: new Admission(),
    async verifyAndReceive(untyped) {
      const delivery = untyped as SignedDelivery; // as the relay makes it for this vendor
      const event = { id: delivery.id ?? "", name: delivery.name, payload: undefined };
      if (!isAuthentic(delivery)) {
        throw new WebhookAggregateError("SIGNATURE_MISMATCH", "refused", event, [new Error("no")]);
      }
      received.push(delivery);
      try {
        await handle(delivery);
      } catch (error) {
        throw new WebhookAggregateError("HANDLER_FAILED", "failed", event, [error]);
      }
    },
  };
  return { receiver, received };
}

function isAuthentic({ payload, signature }: SignedDelivery): boolean {
  if (typeof payload !== "string" && !(payload instanceof Uint8Array)) return false;
  const expected = Buffer.from(sign(payload));
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

export interface LogLine {
  readonly level: string;
  readonly text: string;
}

export type Recording = ReturnType<typeof createRecordingLog>;
