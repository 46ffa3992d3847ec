/** The option `validation` of `Webhooks`: reports, refusals, and no cost when it is absent. */
import { describe, expect, it } from "vitest";
import type { WebhookAggregateError } from "../../src/receive/webhooks/webhook-error.js";
import { createWebMiddleware } from "../../src/receive/middleware/web.js";
import type { PayloadError, PayloadVerdict } from "../../src/receive/webhooks/options.js";
import { acmeCatalog, acmeHeaders, AcmeWebhooks, SECRET } from "../cases/webhooks/acme.js";
import { observeUnhandled } from "../webhooks/unhandled.js";

/** The issue that the validator finds. */
const wrong: PayloadError = {
  path: "/issue/title",
  keyword: "type",
  message: "is not of type string",
};

const delivery = { id: "41", name: "issues", payload: { action: "opened", issue: { title: 7 } } };

const invalid: PayloadVerdict = { valid: false, errors: [wrong] };

describe("validation", () => {
  it("[B.28] asks once for the name and the payload of a delivery, and passes on a valid one", async () => {
    const { webhooks, calls, validated, log } = setUp({ valid: true });
    await webhooks.receive(delivery);
    expect(validated).toEqual([["issues", delivery.payload]]);
    expect(calls).toEqual([delivery, delivery]);
    expect(log).toEqual([]);
  });

  it("[B.28] validates nothing that is not verified", async () => {
    const { webhooks, validated } = setUp({ valid: true });
    const signature = `sha256=${"0".repeat(64)}`;
    const forged = { ...delivery, payload: "{}", signature };
    await expect(webhooks.verifyAndReceive(forged)).rejects.toMatchObject({
      code: "SIGNATURE_MISMATCH",
    });
    expect(validated).toEqual([]);
  });

  it("[B.28] validates the whole of a long payload that no handler gets", async () => {
    const validated: unknown[] = [];
    const validate = (_name: string, payload: unknown) => {
      validated.push(payload);
      return Promise.resolve({ valid: true } as const);
    };
    const webhooks = new AcmeWebhooks({ secret: SECRET, validation: { validate } });
    const payload = JSON.stringify({ text: "x".repeat(5_000) });
    await webhooks.verifyAndReceive({ name: "push", payload, signature: webhooks.sign(payload) });
    expect(validated).toEqual([JSON.parse(payload)]);
  });

  it("[B.28] lets an event pass that the catalog does not know", async () => {
    const { webhooks, calls, validated } = setUp(invalid, "throw");
    await webhooks.receive({ id: "1", name: "newborn", payload: { anything: true } });
    expect(validated).toEqual([]);
    expect(calls).toHaveLength(1);
  });

  it.each([undefined, "warn"] as const)(
    "[B.28] reports by default and runs the handlers: %s",
    async (onInvalid) => {
      const { webhooks, calls, log, failures } = setUp(invalid, onInvalid);
      await webhooks.receive(delivery);
      expect(log).toEqual([
        [
          "warn",
          'The payload of delivery "41" of "issues" does not match the schema: "/issue/title" (type); errors: 1.',
        ],
      ]);
      expect(calls).toEqual([delivery, delivery]);
      expect(failures).toEqual([]);
    },
  );

  it("[B.28] names at most five places, within a kilobyte", async () => {
    const errors = Array.from({ length: 100 }, (_, index) => ({
      ...wrong,
      path: `/${String(index).repeat(1000)}`,
    }));
    const { webhooks, log } = setUp({ valid: false, errors });
    await webhooks.receive(delivery);
    const [[, message] = []] = log;
    expect(message).toMatch(/; errors: 100\.$/);
    expect(String(message).length).toBeLessThan(1000);
  });

  it("[B.28] names the first five places, and counts the others", async () => {
    const errors = ["/a", "/b/0", "", "/é", "/c", "/d"].map((path) => ({ ...wrong, path }));
    const { webhooks, log } = setUp({ valid: false, errors });
    await webhooks.receive(delivery);
    expect(log).toEqual([
      [
        "warn",
        'The payload of delivery "41" of "issues" does not match the schema: "/a" (type), "/b/0" (type), "" (type), "/\\u00e9" (type), "/c" (type); errors: 6.',
      ],
    ]);
  });

  it("[B.28] refuses: one failure, no handler", async () => {
    const { webhooks, calls, log, failures } = setUp(invalid, "throw");
    const error = await webhooks.receive(delivery).catch((reason: unknown) => reason);
    const expected = { code: "INVALID_PAYLOAD", status: 400, event: delivery };
    expect(error).toMatchObject({ ...expected, name: "AggregateError" });
    expect((error as WebhookAggregateError).errors).toEqual(failures);
    expect(failures).toEqual([expect.objectContaining(expected)]);
    expect(failures[0]).toMatchObject({ cause: [wrong] });
    expect(calls).toEqual([]);
    expect(log).toEqual([]);
  });

  it("[B.28] never writes a value of the payload", async () => {
    const secretive = { action: "opened", issue: { title: { token: "hunter2" } } };
    for (const onInvalid of ["warn", "throw"] as const) {
      const { webhooks, log, failures } = setUp(invalid, onInvalid);
      await webhooks.receive({ ...delivery, payload: secretive }).catch(() => undefined);
      const messages = [...log.flat(), ...failures.map((error) => (error as Error).message)];
      expect(messages.join()).toContain("/issue/title");
      expect(messages.join()).not.toContain("hunter2");
    }
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("No validators");
      },
    ],
    ["rejects", () => Promise.reject(new Error("No validators"))],
  ])("[B.28] runs the handlers and logs when a reporting validator %s", async (_, verdict) => {
    const { webhooks, calls, log } = setUp(verdict);
    const unhandled = await observeUnhandled(() => webhooks.receive(delivery));
    expect(calls).toHaveLength(2);
    expect(log).toEqual([
      ["error", expect.stringContaining('delivery "41"'), new Error("No validators")],
    ]);
    expect(unhandled).toEqual([]);
  });

  it("[B.28] runs no handler when a refusing validator fails itself: the sender may try again", async () => {
    const { webhooks, calls, failures } = setUp(
      () => Promise.reject(new Error("No validators")),
      "throw",
    );
    await expect(webhooks.receive(delivery)).rejects.toMatchObject({
      code: "HANDLER_FAILED",
      status: 500,
      errors: [new Error("No validators")],
    });
    expect(calls).toEqual([]);
    expect(failures).toHaveLength(1);
  });

  it.each([
    ["nothing", undefined],
    ["a boolean", false],
    ["no errors", { valid: false }],
  ])("[B.28] counts as failed itself when the validator resolves with %s", async (_, verdict) => {
    const resolve = () => Promise.resolve(verdict as never);
    const refusing = setUp(resolve, "throw");
    await expect(refusing.webhooks.receive(delivery)).rejects.toMatchObject({
      name: "AggregateError",
      code: "HANDLER_FAILED",
    });
    expect([refusing.calls, refusing.failures]).toEqual([[], [expect.any(Error)]]);
    const reporting = setUp(resolve, "warn");
    await reporting.webhooks.receive(delivery);
    expect(reporting.calls).toHaveLength(2);
    expect(reporting.log).toEqual([["error", expect.any(String), expect.any(TypeError)]]);
  });

  it.each([
    [{}, "validation.validate"],
    [null, "validation.validate"],
    [{ validate: "yes" }, "validation.validate"],
    [{ validate: () => undefined, onInvalid: "refuse" }, "throw, warn, ignore"],
  ])("[B.28] is refused at construction when it is %j", (validation, message) => {
    const construct = () => new AcmeWebhooks({ secret: SECRET, validation: validation as never });
    expect(construct).toThrow(TypeError);
    expect(construct).toThrow(message);
  });

  it("[B.28] ignores an invalid payload: no line, no failure", async () => {
    const { webhooks, calls, validated, log, failures } = setUp(invalid, "ignore");
    await webhooks.receive(delivery);
    expect(calls).toEqual([delivery, delivery]);
    expect(validated).toHaveLength(1);
    expect([log, failures]).toEqual([[], []]);
  });

  it("[B.28] costs no tick when it is absent", () => {
    const calls: unknown[] = [];
    const webhooks = new AcmeWebhooks({ secret: SECRET });
    webhooks.on("issues", (event) => calls.push(event));
    void webhooks.receive(delivery);
    expect(calls).toEqual([delivery]);
  });

  it.each([
    ["warn", 200, 2],
    ["throw", 400, 0],
  ] as const)("[B.28] over HTTP: %s answers %i", async (onInvalid, status, count) => {
    const { webhooks, calls } = setUp(invalid, onInvalid);
    const body = JSON.stringify(delivery.payload);
    const { path } = acmeCatalog;
    const response = await createWebMiddleware(webhooks)(
      new Request(`http://localhost${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          [acmeHeaders.event]: "issues",
          [acmeHeaders.delivery]: "41",
          [acmeHeaders.signature]: webhooks.sign(body),
        },
        body,
      }),
    );
    expect(response.status).toBe(status);
    expect(calls).toHaveLength(count);
    if (status === 400) expect(await response.json()).toMatchObject({ code: "INVALID_PAYLOAD" });
  });
});

/** Receives with the option, and collects all that handlers, the validator and the log get. */
function setUp(
  verdict: PayloadVerdict | (() => PromiseLike<PayloadVerdict>),
  onInvalid?: "throw" | "warn" | "ignore",
) {
  const calls: unknown[] = [];
  const validated: unknown[] = [];
  const log: unknown[][] = [];
  const failures: unknown[] = [];
  const webhooks = new AcmeWebhooks({
    secret: SECRET,
    log: {
      warn: (...data) => log.push(["warn", ...data]),
      error: (...data) => log.push(["error", ...data]),
    },
    validation: {
      validate: async (name, payload) => {
        validated.push([name, payload]);
        return typeof verdict === "function" ? verdict() : verdict;
      },
      onInvalid,
    },
  });
  webhooks.on("issues.opened", (event) => calls.push(event));
  webhooks.onAny((event) => calls.push(event));
  webhooks.onError((error) => failures.push(error));
  return { webhooks, calls, validated, log, failures };
}
