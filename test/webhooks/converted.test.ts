/** Values in payloads, such as dates and large integers: a converter of a client makes them before handlers get them. */
import { describe, expect, it } from "vitest";
import type { PayloadValues } from "../../src/catalog/values.js";
import { keepWhole } from "../../src/receive/webhooks/event-names.js";
import { createNameMatcher } from "../../src/receive/webhooks/parts/varying-names.js";
import { findReceiver } from "../../src/receive/webhooks/receiver.js";
import type { WebhookTypes } from "../../src/receive/webhooks/types.js";
import { bindUnwrap, createOpener } from "../../src/receive/webhooks/unwrap.js";
import { bindWebhooks } from "../../src/receive/webhooks/webhooks.js";
import { readFormDelivery } from "../../src/receive/webhooks/parts/forms.js";
import { errorOf } from "../client/error-of.js";
import { acmeCatalog, acmeHeaders, acmeParts, SECRET } from "../cases/webhooks/acme.js";

const body = '{"action":"opened","id":12345678901234567890}';
const payload = JSON.parse(body) as object;
const converted = { converted: true };

describe("values in a payload", () => {
  it("[J.5] are converted from the text of a body, by its name and its action", async () => {
    for (const convert of [() => converted, () => Promise.resolve(converted)]) {
      const { calls, events, deliver } = setUp(convert);
      await deliver("issues", body);
      expect(calls).toEqual([{ name: "issues", action: "opened", json: payload, text: body }]);
      // The converted payload has no action, so that the handler of the action gets nothing.
      const event = { id: "1", name: "issues", payload: converted };
      expect(events).toEqual([{ handler: "any", event }]);
    }
  });

  it("[J.5] are handed to the handlers of the action that stays", async () => {
    const { events, deliver } = setUp((_name, _action, json) => ({ ...json, id: 7n }));
    await deliver("issues", body);
    const event = { id: "1", name: "issues", payload: { action: "opened", id: 7n } };
    expect(events).toEqual([
      { handler: "action", event },
      { handler: "any", event },
    ]);
  });

  it("[J.5] are converted by the known name that a name matches", async () => {
    const eventNames = ["{kind}.updated"];
    const matchName = createNameMatcher(eventNames);
    const { calls, parts } = setUp();
    const catalog = { ...acmeCatalog, eventNames };
    const matching = { ...parts, matchName, splitName: keepWhole };
    const Webhooks = bindWebhooks<WebhookTypes>(catalog, matching);
    const webhooks = new Webhooks({ secret: SECRET });
    await webhooks.receive({ name: "label.updated", payload });
    const call = { name: "{kind}.updated", action: "opened", json: payload };
    expect(calls).toEqual([{ ...call, text: undefined }]);
    const headers = headersOf(webhooks.sign(body), "label.updated");
    const open = createOpener(catalog, matching)(SECRET);
    expect(open(body, headers).name).toBe("label.updated");
    expect(calls[1]).toEqual({ ...call, text: body });
  });

  it("[J.5] have no text where a payload was parsed, or is no JSON", async () => {
    const parsed = setUp();
    await parsed.webhooks.receive({ name: "issues", payload });
    const noText = { text: undefined };
    expect(parsed.calls).toEqual([{ name: "issues", action: "opened", json: payload, ...noText }]);
    const form = setUp(undefined, { isForm: true });
    await form.deliver("push", "a=1");
    expect(form.calls).toEqual([{ name: "push", action: undefined, json: { a: "1" }, ...noText }]);
  });

  it("[J.5] are left as they are in an event that is not known", async () => {
    const { calls, events, deliver } = setUp();
    await deliver("unheard", body);
    expect(calls).toEqual([]);
    expect(events).toEqual([{ handler: "any", event: { id: "1", name: "unheard", payload } }]);
  });

  it("[J.5] [B.28] are converted after the validation, which sees the JSON", async () => {
    const order: unknown[] = [];
    const validate = (name: string, json: unknown) => {
      order.push(["validates", name, json]);
      return Promise.resolve({ valid: true } as const);
    };
    const convert = () => {
      order.push("converts");
      return converted;
    };
    const { deliver, calls } = setUp(convert, { options: { validation: { validate } } });
    await deliver("issues", body);
    expect(order).toEqual([["validates", "issues", payload], "converts"]);
    expect(calls).toHaveLength(1);
  });

  it.each<[what: string, error: Error, code: string, text: string]>([
    [
      "invalid values",
      invalid(),
      "INVALID_PAYLOAD",
      'The payload of delivery "1" of "issues" has an invalid value: "/id" is no integer.',
    ],
    [
      "an invalid value without a place",
      invalid({ detail: "is wrong" }),
      "INVALID_PAYLOAD",
      'The payload of delivery "1" of "issues" has an invalid value: "" is wrong.',
    ],
    ["an error of the converter", new Error("broken"), "HANDLER_FAILED", "broken"],
  ])("[J.5] fail the delivery: %s", async (_, error, code, text) => {
    for (const convert of [fail(error), () => Promise.reject(error)]) {
      const { events, failures, deliver } = setUp(convert);
      const failure = await errorOf(deliver("issues", body));
      const event = { id: "1", name: "issues", payload };
      expect(failure).toMatchObject({ code, event });
      const [reported] = failure["errors"] as Error[];
      if (code === "HANDLER_FAILED") expect(reported).toBe(error);
      else expect(reported).toMatchObject({ code, message: text, cause: error, event });
      expect(failures).toEqual([{ code, message: text }]);
      expect(events).toEqual([]);
    }
  });

  it("[J.5] [G.5] are converted for an inbox by themselves", async () => {
    const event = { id: "1", name: "issues", payload };
    const { webhooks, calls } = setUp();
    const { handlers } = findReceiver(webhooks);
    const bytes = new TextEncoder().encode(body);
    expect(await handlers?.convert?.(event, bytes)).toEqual({ ...event, payload: converted });
    expect(calls).toEqual([{ name: "issues", action: "opened", json: payload, text: body }]);
    const plain = new (bindWebhooks<WebhookTypes>(acmeCatalog, acmeParts))({ secret: SECRET });
    expect(findReceiver(plain).handlers?.convert?.(event, bytes)).toBeUndefined();
  });
});

describe("values in a delivery that a program opens", () => {
  it.each([() => converted, () => Promise.resolve(converted)])(
    "[B.36] [J.5] are converted: %#",
    async (convert) => {
      const { parts, webhooks, calls } = setUp(convert);
      const headers = headersOf(webhooks.sign(body));
      const event = await bindUnwrap<object>(acmeCatalog, parts)(SECRET, body, headers);
      expect(event).toEqual({ id: "1", name: "issues", payload: converted });
      expect(calls).toEqual([{ name: "issues", action: "opened", json: payload, text: body }]);
    },
  );

  it("[B.36] [J.5] are converted in an event that is not known, by its own name", async () => {
    const { parts, webhooks, calls } = setUp();
    const headers = headersOf(webhooks.sign(body), "unheard");
    const open = createOpener(acmeCatalog, parts)(SECRET);
    expect(open(body, headers)).toEqual({ id: "1", name: "unheard", payload: converted });
    expect(calls).toEqual([{ name: "unheard", action: "opened", json: payload, text: body }]);
  });

  it("[B.36] [J.5] are explained if they are invalid", async () => {
    for (const convert of [fail(invalid()), () => Promise.reject(invalid())]) {
      const { parts, webhooks } = setUp(convert);
      const headers = headersOf(webhooks.sign(body));
      const error = await errorOf(bindUnwrap(acmeCatalog, parts)(SECRET, body, headers));
      expect(error).toMatchObject({
        name: "WebhookError",
        code: "INVALID_PAYLOAD",
        cause: invalid(),
        event: { id: "1", name: "issues", payload: undefined },
        message: expect.stringContaining('invalid value: "/id" is no integer.') as unknown,
      });
    }
    const { parts, webhooks } = setUp(fail(new Error("broken")));
    const headers = headersOf(webhooks.sign(body));
    const error = await errorOf(bindUnwrap(acmeCatalog, parts)(SECRET, body, headers));
    expect(error).toEqual(new Error("broken"));
  });
});

/**
 * A toolkit whose converter is `convert`, with the arguments of its calls, the events that handlers get, and the failures
 * that are reported.
 */
function setUp(convert: Convert = () => converted, { options, isForm = false }: Setup = {}) {
  const calls: object[] = [];
  const values: PayloadValues = {
    convert: (name, action, json, text) => {
      calls.push({ name, action, json, text });
      return convert(name, action, json, text);
    },
    stringify: JSON.stringify,
  };
  const parts = { ...acmeParts, ...(isForm && { body: readFormDelivery }), values: () => values };
  const webhooks = new (bindWebhooks<WebhookTypes>(acmeCatalog, parts))({
    secret: SECRET,
    ...options,
  });
  const events: object[] = [];
  const failures: object[] = [];
  webhooks.on("issues.opened", (event) => events.push({ handler: "action", event }));
  webhooks.onAny((event) => events.push({ handler: "any", event }));
  webhooks.onError(({ code, message }) => failures.push({ code, message }));
  const deliver = (name: string, text: string) =>
    webhooks.verifyAndReceive({ id: "1", name, payload: text, signature: webhooks.sign(text) });
  return { webhooks, parts, calls, events, failures, deliver };
}

/** The error of a converter for a value that is not of its format. */
function invalid(facts: object = { path: "/id", detail: "is no integer" }) {
  return Object.assign(new Error("x"), { code: "INVALID_VALUE" }, facts);
}

function fail(error: Error): Convert {
  return () => {
    throw error;
  };
}

function headersOf(signature: string, name = "issues") {
  return {
    [acmeHeaders.event]: name,
    [acmeHeaders.delivery]: "1",
    [acmeHeaders.signature]: signature,
  };
}

type Convert = PayloadValues["convert"];

interface Setup {
  /** Options of the toolkit. */
  readonly options?: object;
  /** True if bodies are forms, which have no text of JSON. */
  readonly isForm?: boolean;
}
