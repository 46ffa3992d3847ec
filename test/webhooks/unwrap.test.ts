/** `unwrap`, with which a program opens deliveries itself. `test/sdk` has the faults of `acme.webhooks.unwrap`. */
import { describe, expect, expectTypeOf, it } from "vitest";
import type { IssuesOpenedPayload } from "typewire-webhook-types/payloads";
import { unwrap, WebhookError } from "../../generated/webhooks.js";
import { createDelivery } from "../../generated/testing.js";
import { HMAC_SHA256 } from "../../src/receive/signatures/algorithms.js";
import { createSignatureKey } from "../../src/receive/signatures/scheme.js";
import { defineScheme } from "../../src/receive/signatures/define.js";
import { hubspotV3 } from "../../src/receive/signatures/schemes.js";
import { createVerifier } from "../../src/receive/signatures/verifier.js";
import { createReader } from "../../src/receive/webhooks/delivery.js";
import { readFields } from "../../src/receive/webhooks/parts/fields.js";
import { bindUnwrap } from "../../src/receive/webhooks/unwrap.js";
import { acmeCatalog, acmeParts, SECRET } from "../cases/webhooks/acme.js";
import { errorOf } from "../client/error-of.js";
import { services, URL_SIGNED } from "../cases/webhooks/services.js";

const secret = "a secret";

describe("unwrap of the default vendor", () => {
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
    const unwrapAt = (address: string) =>
      unwrap((delivery) => tenants.get(delivery.url), body, headers, { url: address });
    expect((await unwrapAt(url)).name).toBe("push");
    expect(await errorOf(unwrapAt(`${url}/none`))).toMatchObject({ code: "SECRET_NOT_FOUND" });
    const cause = new Error("no connection");
    const failing = unwrap(() => Promise.reject(cause), body, headers);
    expect(await errorOf(failing)).toMatchObject({
      code: "SECRET_LOOKUP_FAILED",
      status: 500,
      cause,
    });
  });

  it.each<[title: string, wrongSecret: string, changes: object, code: string]>([
    ["another secret", "another", {}, "SIGNATURE_MISMATCH"],
    ["no signature", secret, { "x-hub-signature-256": undefined }, "SIGNATURE_MISSING"],
    ["no id", secret, { "x-vendor-delivery": undefined }, "HEADER_MISSING"],
  ])("[B.36] [H.9] rejects with %s", async (_, wrongSecret, changes, code) => {
    const { body, headers } = await createDelivery("push", {}, { secret });
    const error = await errorOf(unwrap(wrongSecret, body, { ...headers, ...changes }));
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

describe("unwrap of a service", () => {
  const body = '{"a":1}';
  const unwrapAcme = bindUnwrap<object>(acmeCatalog, acmeParts);
  const keys = [createSignatureKey(acmeParts.scheme, SECRET)] as const;
  const signature = createReader(acmeParts.scheme).sign(keys, body) as string;
  const headers = {
    "x-acme-event": "push",
    "x-acme-delivery": "1",
    "x-acme-signature": signature,
  };

  it.each<[changes: object, error: object]>([
    [
      { "x-acme-event": undefined },
      {
        code: "HEADER_MISSING",
        event: { id: "1", name: "" },
        message: "x-acme-event: The header is missing or empty.",
      },
    ],
    [
      { "x-acme-delivery": undefined },
      {
        code: "HEADER_MISSING",
        event: { id: "", name: "" },
        message: "x-acme-delivery: The header is missing or empty.",
      },
    ],
    [
      { "x-acme-delivery": "1, 2" },
      {
        code: "HEADER_REPEATED",
        event: { id: "1, 2", name: "" },
        message: "x-acme-delivery: The header must be given once.",
      },
    ],
    [
      { "x-acme-event": "issues.opened" },
      {
        code: "INVALID_EVENT_NAME",
        event: { id: "1", name: "issues.opened" },
        message:
          "x-acme-event: The event name holds an action: give the event alone, because the action is read from the payload.",
      },
    ],
    [
      { "x-acme-signature": `sha256=${"0".repeat(64)}` },
      {
        code: "SIGNATURE_MISMATCH",
        event: { id: "1", name: "push" },
        message: "The signature does not match the body and the secret.",
      },
    ],
    [
      { "x-acme-signature": "x" },
      {
        code: "SIGNATURE_MALFORMED",
        event: { id: "1", name: "push" },
        message: "The signature is not in the format of the service.",
      },
    ],
  ])("[B.36] of headers with %j says what is wrong", async (changes, expected) => {
    const error = await errorOf(unwrapAcme(SECRET, body, { ...headers, ...changes }));
    const { code, event, message } = error;
    expect({ code, event, message }).toEqual({
      ...expected,
      event: { ...(expected as { event: object }).event, payload: undefined },
    });
  });

  it("[B.36] takes records, `Headers` and names in any case", async () => {
    const event = { id: "1", name: "push", payload: { a: 1 } };
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const form of [headers, upper, new Headers(headers)])
      expect(await unwrapAcme([SECRET, "another"], body, form)).toEqual(event);
  });

  it("[B.36] parses a long body, too", async () => {
    const payload = { text: "x".repeat(5_000) };
    const text = JSON.stringify(payload);
    const ofLong = createReader(acmeParts.scheme).sign(keys, text) as string;
    const event = await unwrapAcme(SECRET, text, { ...headers, "x-acme-signature": ofLong });
    expect(event).toEqual({ id: "1", name: "push", payload });
  });

  it("[B.36] [B.31] takes POST for the method that is signed, unless it is another", async () => {
    const catalog = { path: "/", event: { body: "type" }, eventNames: [] };
    const open = bindUnwrap<object>(catalog, { scheme: hubspotV3, fields: readFields });
    const verifier = createVerifier(hubspotV3, { secrets: [SECRET] });
    const url = "https://receiver.example/hooks";
    const text = '{"type":"a"}';
    for (const method of ["POST", "PUT"]) {
      const signed = verifier.sign(text, { url, method });
      const event = { id: "", name: "a", payload: { type: "a" } };
      expect(await open(SECRET, text, signed, { url, method })).toEqual(event);
      const byDefault = open(SECRET, text, signed, { url });
      if (method === "POST") expect(await byDefault).toEqual(event);
      else expect(await errorOf(byDefault)).toMatchObject({ code: "SIGNATURE_MISMATCH" });
    }
  });

  it("[B.36] refuses a value that is no headers", async () => {
    const error = await errorOf(unwrapAcme(SECRET, body, "text" as never));
    expect(error).toEqual(
      new TypeError(
        "The headers of the delivery is a string; expected a Headers object or a record.",
      ),
    );
  });

  it("[B.36] [B.35] says that there is no secret, or that its lookup failed", async () => {
    const event = { id: "1", name: "push", payload: undefined };
    const missing = await errorOf(unwrapAcme(() => undefined, body, headers));
    expect(missing).toMatchObject({
      code: "SECRET_NOT_FOUND",
      event,
      message: "There is no secret for the delivery.",
    });
    const cause = new Error("x");
    const failed = await errorOf(unwrapAcme(() => Promise.reject(cause), body, headers));
    expect(failed).toMatchObject({
      code: "SECRET_LOOKUP_FAILED",
      status: 500,
      event,
      cause,
      message: "The secret could not be looked up.",
    });
  });

  it("[B.36] [C.23] refuses a challenge, which a toolkit answers", async () => {
    const scheme = defineScheme({ header: "x-acme-signature", algorithm: HMAC_SHA256 });
    const answer = { status: 200, headers: {}, body: "" };
    const open = bindUnwrap<object>(acmeCatalog, {
      scheme,
      fields: (...binding) => ({
        ...readFields(...binding),
        open: () => ({ kind: "challenge", answer }),
      }),
    });
    const error = await errorOf(
      open(SECRET, body, { ...headers, "x-acme-signature": "0".repeat(64) }),
    );
    expect(error).toMatchObject({ code: "INVALID_PAYLOAD", event: { payload: undefined } });
  });
});
