/** `verifyAndReceive`: the signature, then the payload, then the handlers. */
import { createHmac } from "node:crypto";
import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { WebhookError } from "../../src/receive/webhooks/webhook-error.js";
import { sign } from "../../generated/methods.js";
import { SECRET } from "../cases/webhooks/acme.js";
import { malformedSignatures } from "../cases/webhooks/signatures.js";
import { failureOf, firstArgument, createWebhooks, signed } from "./setup.js";

afterEach(() => vi.restoreAllMocks());

const text = '{"action":"opened","title":"déjà 🎉"}';
const signature = sign(SECRET, text);
const parsed: unknown = JSON.parse(text);

/** The signature of an empty body, which `sign` refuses to make. */
const emptySignature = `sha256=${createHmac("sha256", SECRET).digest("hex")}`;

const refusedDeliveries: readonly (readonly [
  title: string,
  changes: object,
  code: string,
  status: number,
])[] = [
  ["no signature", { signature: undefined }, "SIGNATURE_MISSING", 400],
  ["null as the signature", { signature: null }, "SIGNATURE_MISSING", 400],
  ["an empty signature", { signature: "" }, "SIGNATURE_MISSING", 400],
  ["a signature of another type", { signature: [signature] }, "SIGNATURE_MISSING", 400],
  ["no signature and no payload", { signature: "", payload: "" }, "SIGNATURE_MISSING", 400],
  ["a malformed signature", { signature: "sha256=0" }, "SIGNATURE_MALFORMED", 400],
  [
    "a malformed signature before the body",
    { signature: "x", payload: "" },
    "SIGNATURE_MALFORMED",
    400,
  ],
  ["a parsed payload", { payload: parsed }, "PAYLOAD_NOT_RAW", 500],
  ["no payload", { payload: undefined }, "PAYLOAD_NOT_RAW", 500],
  ["a payload of another type", { payload: [123, 125] }, "PAYLOAD_NOT_RAW", 500],
  ["an empty payload", { payload: "" }, "SIGNATURE_MISMATCH", 400],
  ["an empty buffer", { payload: new ArrayBuffer(0) }, "SIGNATURE_MISMATCH", 400],
  ["an empty payload, signed", { payload: "", signature: emptySignature }, "INVALID_PAYLOAD", 400],
  ["another payload", { payload: `${text} ` }, "SIGNATURE_MISMATCH", 400],
  ["another secret", { signature: sign("x", text) }, "SIGNATURE_MISMATCH", 400],
  ["no JSON, unsigned", { payload: "x" }, "SIGNATURE_MISMATCH", 400],
  ["no JSON, signed", signed("x"), "INVALID_PAYLOAD", 400],
  ["a JSON array, signed", signed("[]"), "INVALID_PAYLOAD", 400],
  ["null, signed", signed("null"), "INVALID_PAYLOAD", 400],
  ["a byte order mark, signed", signed("\ufeff{}"), "INVALID_PAYLOAD", 400],
  [
    "bytes that are not UTF-8, signed",
    signed(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
    "INVALID_PAYLOAD",
    400,
  ],
];

describe("verifyAndReceive", () => {
  it("[B.16] [B.3] verifies the raw body, then receives", async () => {
    const webhooks = createWebhooks();
    const run = vi.fn();
    webhooks.on("issues.opened", run);
    const bytes = new TextEncoder().encode(text);
    for (const payload of [text, bytes, bytes.buffer, Buffer.from(bytes)]) {
      await webhooks.verifyAndReceive({ id: "1", name: "issues", payload, signature });
    }
    const event = { id: "1", name: "issues", payload: parsed };
    expect(run.mock.calls).toEqual([[event], [event], [event], [event]]);
  });

  it.each(refusedDeliveries)(
    "[B.16] [B.23] [B.6] [B.7] refuses %s",
    async (_, changes, code, status) => {
      const webhooks = createWebhooks();
      const [run, failed] = [vi.fn(), vi.fn()];
      webhooks.on(["issues", "issues.opened"], run);
      webhooks.onAny(run);
      webhooks.onError(failed);
      const delivery = { id: "1", name: "issues", payload: text, signature, ...changes };
      const error = await failureOf(webhooks.verifyAndReceive(delivery));
      const event = { id: "1", name: "issues", payload: undefined };
      expect(error).toMatchObject({ code, status, event });
      expect(failed).toHaveBeenCalledOnce();
      const report = firstArgument(failed);
      expect(report).toBeInstanceOf(WebhookError);
      expect(report).toMatchObject({ code, status, event });
      expect(error.errors).toEqual([report]);
      expect(run).not.toHaveBeenCalled();
    },
  );

  it.each(malformedSignatures)("[B.1] [B.7] calls %s malformed", async (_, malformed) => {
    const delivery = { name: "issues", payload: "Hello, World!", signature: malformed };
    const error = await failureOf(createWebhooks().verifyAndReceive(delivery));
    expect(error.code).toBe("SIGNATURE_MALFORMED");
  });

  it("[B.7] tells nothing of secrets, signatures or payloads", async () => {
    for (const [, changes] of refusedDeliveries) {
      const delivery = { name: "issues", payload: text, signature, ...changes };
      const error = await failureOf(createWebhooks().verifyAndReceive(delivery));
      const shown = inspect(error, { depth: 9, showHidden: true });
      for (const hidden of [SECRET, signature.slice(7), "déjà", "sha256=0"]) {
        expect(shown).not.toContain(hidden);
      }
    }
  });

  it("[B.7] says how to get the raw body", async () => {
    const delivery = { name: "issues", payload: parsed as string, signature }; // as JavaScript would pass it
    const error = await failureOf(createWebhooks().verifyAndReceive(delivery));
    expect(String(error.errors[0])).toContain("await request.text()");
  });

  it("[B.3] parses nothing before the signature is good", async () => {
    const parse = vi.spyOn(JSON, "parse");
    const delivery = { name: "issues", payload: text, signature: sign("x", text) };
    await failureOf(createWebhooks().verifyAndReceive(delivery));
    expect(parse).not.toHaveBeenCalled();
  });

  it("[B.6] takes the same path when a handler fails", async () => {
    const webhooks = createWebhooks();
    const failed = vi.fn();
    webhooks.onError(failed);
    webhooks.on("issues", () => Promise.reject(Object.assign(new Error("x"), { status: 200 })));
    const delivery = { id: "1", name: "issues", payload: text, signature };
    const error = await failureOf(webhooks.verifyAndReceive(delivery));
    expect(error).toMatchObject({ code: "HANDLER_FAILED", status: 500 });
    expect(error.event.payload).toEqual(parsed);
    expect(failed).toHaveBeenCalledOnce();
  });

  it.each<[unknown]>([[undefined], [null], ["x"], [{}], [{ name: "" }], [{ name: "a", id: 1 }]])(
    "[B.16] rejects %j with a TypeError, and never throws",
    async (delivery) => {
      const webhooks = createWebhooks();
      const failed = vi.fn();
      webhooks.onError(failed);
      const received = webhooks.verifyAndReceive(
        delivery as { name: ""; payload: ""; signature: "" },
      ); // as JavaScript would pass it
      await expect(received).rejects.toThrow(TypeError);
      expect(failed).not.toHaveBeenCalled();
    },
  );
});
