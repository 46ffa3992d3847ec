/** Deliveries of each known service that go through a relay: a follower verifies them, with its own address or another. */
import { describe, expect, it } from "vitest";
import { createAnyScheme } from "../../../src/receive/signatures/define.js";
import { createVerifier } from "../../../src/receive/signatures/verifier.js";
import { readFields } from "../../../src/receive/webhooks/parts/fields.js";
import { readFormDelivery } from "../../../src/receive/webhooks/parts/forms.js";
import type { WebhookTypes } from "../../../src/receive/webhooks/types.js";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import { connectRelay } from "../../../src/relay/connect-relay.js";
import type { RelayOptions } from "../../../src/relay/options.js";
import { NOW, SAMPLES, type Sample } from "../../cases/signatures/deliveries.js";
import { cleanUp, send, startRelay, until } from "./setup.js";

describe.each(SAMPLES)("a delivery of the scheme $name", (sample) => {
  it("[D.4] [D.13] is verified behind the relay", async () => {
    const { url } = await startRelay();
    const { payloads, failures } = await follow(sample, { url });
    const address = `${url}/tenants/7?region=eu&x=%20y`;
    await sendSigned(sample, { url: address, signedUrl: address });
    await until(() => expect([payloads.length, failures]).toEqual([1, []]));
  });

  it.each(["https://hooks.example/of/me", "https://hooks.example/of/me/", "https://hooks.example"])(
    "[D.8] is verified with the public address %s, which is not the follower's",
    async (publicUrl) => {
      const { url } = await startRelay();
      const { payloads, failures } = await follow(sample, { url, publicUrl });
      const signedUrl = `${publicUrl.replace(/\/$/, "")}/a?b=c`;
      await sendSigned(sample, { url: `${url}/a?b=c`, signedUrl });
      await until(() => expect([payloads.length, failures]).toEqual([1, []]));
    },
  );
});

/** Follows a relay with the toolkit of a service, until the test has ended. */
async function follow(sample: Sample, options: RelayOptions) {
  const failures: string[] = [];
  const warn = (text: unknown) => failures.push(String(text));
  const Webhooks = bindToolkit(sample);
  const webhooks = new Webhooks({ secret: sample.secret, log: { warn, error: warn } });
  const payloads: unknown[] = [];
  webhooks.onAny(({ payload }) => payloads.push(payload));
  const relay = connectRelay(webhooks, options);
  cleanUp(() => relay.close());
  await relay.ready;
  return { payloads, failures };
}

/** The class of toolkits of a service whose only event is `sent`. */
function bindToolkit({ description, contentType }: Sample) {
  const catalog = { path: "/", event: { header: "x-event" }, eventNames: ["sent"] };
  const isForm = contentType === "application/x-www-form-urlencoded";
  return bindWebhooks<WebhookTypes, "headers">(catalog, {
    scheme: createAnyScheme(description),
    fields: readFields,
    ...(isForm && { body: readFormDelivery }),
  });
}

/** Sends a delivery as the service does, signed for the address that the service knows. */
function sendSigned(sample: Sample, { url, signedUrl }: { url: string; signedUrl: string }) {
  const verifier = createVerifier(createAnyScheme(sample.description), {
    secrets: [sample.secret],
  });
  const timestamp = Date.now();
  // Some services sign the time in the body, and the follower compares it with its own.
  const body = sample.body.replace(String(NOW), String(timestamp));
  const signature = verifier.sign(body, { id: "msg_1", timestamp, url: signedUrl, method: "POST" });
  const headers = { ...signature, "x-event": "sent", "content-type": sample.contentType };
  return send(url, { headers, body });
}
