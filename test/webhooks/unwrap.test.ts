/** Deliveries that a program opens itself. The same faults as in `acme.webhooks.unwrap` are in `test/sdk`. */
import { describe, expect, expectTypeOf, it } from "vitest";
import type { IssuesOpenedPayload } from "typewire-webhook-types/payloads";
import { unwrap, WebhookError } from "../../generated/webhooks.js";
import { createDelivery } from "../../generated/testing.js";
import { bindUnwrap } from "../../src/receive/webhooks/unwrap.js";
import { errorOf } from "../client/error-of.js";
import { services, URL_SIGNED } from "../cases/webhooks/services.js";

const secret = "a secret";

describe("unwrap", () => {
  it("[B.36] verifies and parses, and its name narrows the event", async () => {
    const { id, body, headers, payload } = await createDelivery("issues.opened", {}, { secret });
    const event = await unwrap(secret, body, headers);
    expect(event).toEqual({ id, name: "issues", payload });
    if (event.name === "issues" && event.payload.action === "opened")
      expectTypeOf(event.payload).toEqualTypeOf<IssuesOpenedPayload>();
    expectTypeOf(event).not.toBeAny();
  });

  it("[B.36] takes what a `Request` has", async () => {
    const request = (await createDelivery("push", {}, { secret })).toRequest();
    const event = await unwrap(["a new one", secret], await request.text(), request.headers);
    expect(event.name).toBe("push");
  });

  it("[B.36] [B.35] finds the secret of a delivery", async () => {
    const { body, headers } = await createDelivery("push", {}, { secret });
    const url = "https://receiver.example/hooks/one";
    const tenants = new Map<string | undefined, string>([[url, secret]]);
    const bySecret = (of: string) =>
      unwrap((delivery) => tenants.get(delivery.url), body, headers, { url: of });
    expect((await bySecret(url)).name).toBe("push");
    expect(await errorOf(bySecret(`${url}/none`))).toMatchObject({ code: "SECRET_NOT_FOUND" });
    const cause = new Error("no connection");
    const failing = unwrap(() => Promise.reject(cause), body, headers);
    expect(await errorOf(failing)).toMatchObject({
      code: "SECRET_LOOKUP_FAILED",
      status: 500,
      cause,
    });
  });

  it.each<[string, string, object, string]>([
    ["another secret", "another", {}, "SIGNATURE_MISMATCH"],
    ["no signature", secret, { "x-hub-signature-256": undefined }, "SIGNATURE_MISSING"],
    ["no id", secret, { "x-vendor-delivery": undefined }, "HEADER_MISSING"],
  ])("[B.36] [H.9] rejects with %s", async (_, givenSecret, changes, code) => {
    const { body, headers } = await createDelivery("push", {}, { secret });
    const error = await errorOf(unwrap(givenSecret, body, { ...headers, ...changes }));
    expect(error).toBeInstanceOf(WebhookError);
    expect(error).toMatchObject({ code, event: { payload: undefined } });
  });

  it("[B.36] [H.9] rejects with a TypeError for a missing secret, and never throws", async () => {
    const { body, headers } = await createDelivery("push", {}, { secret });
    for (const none of [undefined, "", []])
      await expect(unwrap(none as string, body, headers)).rejects.toThrow(TypeError); // as JavaScript would
  });

  it.each(services)("[B.36] [B.31] opens a delivery of $name", async (service) => {
    const open = bindUnwrap(service.catalog, service.parts);
    const headers = service.headers(service.body, Math.floor(Date.now() / 1000));
    const request = { url: URL_SIGNED };
    for (const secretOrLookup of [service.secret, () => Promise.resolve(service.secret)])
      expect(await open(secretOrLookup, service.body, headers, request)).toEqual(service.event);
  });
});
