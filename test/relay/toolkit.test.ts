/** A relay with the toolkit itself, in place of the stand-in. */
import { expect, it } from "vitest";
import { connectRelay } from "../../src/relay/connect-relay.js";
import type { WebhookTypes } from "../../src/receive/webhooks/types.js";
import { bindWebhooks } from "../../src/receive/webhooks/webhooks.js";
import { startServer } from "./setup.js";
import { catalog, createRecordingLog, parts, secret } from "./stand-in.js";
import { createEvent, createMessage, streamOf } from "./stream-server.js";

it("[D.4] [D.5] feeds the real toolkit", async () => {
  const server = await startServer();
  const messages = [
    createMessage("one", { body: { action: "opened", text: "é😀" } }),
    createMessage("forged", { "x-hub-signature": `sha256=${"0".repeat(64)}` }),
    createMessage("malformed", { "x-hub-signature": "sha1=1" }),
    createMessage("unsigned", { "x-hub-signature": "" }),
    createMessage("not-an-object", { body: "[1]" }),
    createMessage("failing", { "x-acme-event": "push" }),
    createMessage("last", { body: { action: "opened" } }),
  ];
  server.answer(streamOf(messages.map((message) => createEvent(message)).join("")));

  const recording = createRecordingLog();
  const webhooks = new (bindWebhooks<WebhookTypes>(catalog, parts))({
    secret,
    log: recording.log,
  });
  const handled: string[] = [];
  const failed: string[] = [];
  webhooks.on("issues.opened", ({ id }) => handled.push(id));
  webhooks.on("push", () => Promise.reject(new Error("broken handler")));
  webhooks.onError(({ event, code }) => failed.push(`${event.id} ${code}`));

  const relay = connectRelay(webhooks, { url: server.url });
  await expect.poll(() => handled).toEqual(["one", "last"]);
  await relay.close();
  expect(failed).toEqual([
    "forged SIGNATURE_MISMATCH",
    "malformed SIGNATURE_MALFORMED",
    "unsigned SIGNATURE_MISSING",
    "not-an-object INVALID_PAYLOAD",
    "failing HANDLER_FAILED",
  ]);
  expect(recording.text()).toMatch(
    /error .*failing \(push\): HANDLER_FAILED Error: broken handler/,
  );
});
