/** A service that signs with HMAC, its toolkit, and tools that tests of receiving share. */
import { createHmac } from "node:crypto";
import type { WebhookError } from "../../src/receive/webhooks/webhook-error.js";
import type { Log } from "../../src/receive/webhooks/types.js";
import { bindWebhooks } from "../../src/receive/webhooks/webhooks.js";
import { describeHmacVendor } from "../cases/webhooks/hmac-vendor.js";

/** A service that does not exist. */
export const { catalog, headers, parts } = describeHmacVendor({
  path: "/hooks/inbox",
  headers: { event: "x-acme-event", delivery: "x-acme-delivery", signature: "x-acme-signature" },
  relay: {
    id: ["id"],
    event: ["event"],
    signature: ["signature"],
    body: ["body"],
    rawBody: ["raw"],
  },
  eventNames: ["note", "note.created", "ping"],
});

const Webhooks = bindWebhooks(catalog, parts);

export const secret = "a secret of the fixture";

/** Signed apart from the toolkit, so that a mistake there shows. */
export function signature(body: string | Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

export const payload = '{"action":"created","note":{"text":"grüß dich"}}';

/** As a handler gets it. */
export const parsedPayload: unknown = JSON.parse(payload);

export interface LogEntry {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly data: readonly unknown[];
}

/** A log that remembers. */
export function createRecorder() {
  const entries: LogEntry[] = [];
  const write =
    (level: LogEntry["level"]) =>
    (...data: readonly unknown[]) => {
      entries.push({ level, data });
    };
  const log = {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  };
  return { log, entries, text: () => entries.map((entry) => entry.data.map(String).join(" ")) };
}

/** A promise that is settled from outside. */
export function createGate() {
  let open!: () => void;
  let fail!: (reason: unknown) => void;
  const passed = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { passed, open, fail };
}

export interface ToolkitOptions {
  readonly handler?: (event: unknown) => unknown;
  readonly log?: Log;
}

/** The real toolkit over the fixture's catalog, with all that happens to it written down. */
export function createToolkit({ handler, log }: ToolkitOptions = {}) {
  const recorder = createRecorder();
  const received: unknown[] = [];
  const failures: WebhookError<unknown>[] = [];
  const webhooks = new Webhooks({ secret, log: log ?? recorder.log });
  webhooks.onAny((event) => {
    received.push(event);
    return handler?.(event);
  });
  webhooks.onError((error) => {
    failures.push(error);
  });
  return { webhooks, received, failures, recorder };
}
