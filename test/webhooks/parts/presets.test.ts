/** `createWebhooks`: toolkits for services that have a preset of their signature, and no schema folder. */
import { createServer } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { until } from "../../until.js";
import { createInbox } from "../../../src/inbox/inbox.js";
import { openMemoryStore } from "../../../src/inbox/memory/memory-store.js";
import { HMAC_SHA256 } from "../../../src/receive/signatures/algorithms.js";
import { defineScheme } from "../../../src/receive/signatures/define.js";
import { PRESETS } from "../../../src/receive/signatures/plan/presets.js";
import * as schemes from "../../../src/receive/signatures/schemes.js";
import type { SignatureScheme } from "../../../src/receive/signatures/types.js";
import { createWebhooks } from "../../../src/receive/webhooks/parts/preset.js";
import { findReceiver, type WebhooksInstance } from "../../../src/receive/webhooks/receiver.js";
import { createSecret, deliveries, type PresetDelivery } from "../../cases/webhooks/presets.js";
import { implementations, type Implementation } from "../../http/implementations.js";
import { closeServer, listenOn } from "../../http/server.js";
import { codeOf } from "../setup.js";

const NOW = 1_700_000_000_000;
const PUBLIC_URL = "https://receiver.example/hooks";

const servers: ReturnType<typeof createServer>[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map(closeServer));
});

it("[E.12] has a delivery of each preset in its table", () => {
  const tried = new Set(deliveries.map(({ scheme }) => scheme));
  const untried = Object.values(schemes).filter((scheme) => !tried.has(scheme));
  expect(untried).toEqual([]);
  expect(Object.keys(schemes)).toHaveLength(Object.keys(PRESETS).length);
});

describe.each(implementations)("deliveries over HTTP, $name", (implementation) => {
  it.each(deliveries)("[B.37] [E.12] receives those of $title", async (delivery) => {
    const { webhooks, events, lines } = setUp(delivery.scheme);
    const names: string[] = [];
    webhooks.on(delivery.event.name, ({ name }) => names.push(name));
    const { status, text } = await post(
      implementation,
      webhooks,
      sign(webhooks, delivery),
      delivery.body,
    );
    expect([status, text, lines]).toEqual([200, "ok\n", []]);
    const { id = "", name, payload } = delivery.event;
    expect(events).toEqual([{ id, name, payload: payload ?? JSON.parse(delivery.body) }]);
    expect(names).toEqual([name]);
  });

  it.each(deliveries.filter(({ scheme }) => scheme !== schemes.gitlabToken))(
    "[B.37] refuses those of $title that were changed",
    async (delivery) => {
      const { webhooks, events } = setUp(delivery.scheme);
      const body = delivery.body.replace(/[a-z](?!.*[a-z])/, "q");
      const headers = sign(webhooks, { ...delivery, body: `${delivery.body} ` });
      const { status, text } = await post(implementation, webhooks, headers, body);
      expect([status, codeOf(text), events]).toEqual([400, "SIGNATURE_MISMATCH", []]);
    },
  );

  it.each([
    ["slack", '{"type":"url_verification","challenge":"3eZ"}', 200, '{"challenge":"3eZ"}'],
    ["discord", '{"version":1,"type":0}', 204, ""],
    [
      "zoom",
      '{"event":"endpoint.url_validation","payload":{"plainToken":"q"}}',
      200,
      expect.stringMatching(/^\{"plainToken":"q","encryptedToken":"[0-9a-f]{64}"\}$/),
    ],
  ] as const)("[B.37] [C.23] answers the challenge of %s", async (name, body, status, text) => {
    const { webhooks, events } = setUp(schemes[name]);
    const headers = sign(webhooks, { type: "application/json", body });
    const answer = await post(implementation, webhooks, headers, body);
    expect([answer.status, answer.text, events]).toEqual([status, text, []]);
  });

  it.each([
    ["stripe", "application/x-www-form-urlencoded", "payload=%7B%7D", "application/json"],
    ["twilio", "text/plain", "a=1", "application/x-www-form-urlencoded"],
    ["github", "text/plain", "{}", "application/json"],
  ] as const)(
    "[C.27] refuses another content type for %s: %s",
    async (name, type, body, expected) => {
      const { webhooks, events } = setUp(schemes[name]);
      const headers = { "x-github-event": "push", ...sign(webhooks, { type, body }) };
      const answer = await post(implementation, webhooks, headers, body);
      expect([answer.status, answer.headers.get("accept"), events]).toEqual([415, expected, []]);
    },
  );

  it.each([
    ["github", "payload={}&payload={}"],
    ["github", "other=%7B%7D"],
    ["github", "payload=%5B%5D"],
    ["github", "payload=x"],
    ["github", "[]"],
    ["slack", "payload=%7B%7D&payload=%7B%7D&command=/x"],
    ["slack", "[]"],
    ["twilio", "{"],
    ["twilio", "[1"],
    ["sendgrid", "1"],
    ["sendgrid", "null"],
  ] as const)(
    "[C.27] refuses the body of %s that is signed and malformed: %s",
    async (name, body) => {
      const { webhooks, events } = setUp(schemes[name]);
      const type = name === "sendgrid" ? "application/json" : "application/x-www-form-urlencoded";
      const headers = { "x-github-event": "push", ...sign(webhooks, { type, body }) };
      const { status, text } = await post(implementation, webhooks, headers, body);
      expect([status, codeOf(text), events]).toEqual([400, "INVALID_PAYLOAD", []]);
    },
  );

  it("[B.37] [E.12] refuses a delivery without a name, and one with two names or two ids", async () => {
    const { webhooks } = setUp(schemes.github);
    const signed = sign(webhooks, { type: "application/json", body: "{}" });
    const send = (headers: Readonly<Record<string, string>>) =>
      post(implementation, webhooks, { ...signed, ...headers }, "{}");
    const withoutName = await send({});
    expect([withoutName.status, codeOf(withoutName.text)]).toEqual([400, "HEADER_MISSING"]);
    const repeatedName = await send({ "x-github-event": "a, b" });
    expect([repeatedName.status, codeOf(repeatedName.text)]).toEqual([400, "HEADER_REPEATED"]);
    const repeatedId = await send({ "x-github-event": "push", "x-github-delivery": "1, 2" });
    expect([repeatedId.status, codeOf(repeatedId.text)]).toEqual([400, "HEADER_REPEATED"]);
  });
});

describe("createWebhooks", () => {
  it("[B.37] runs handlers of a name, of its action and of any event", async () => {
    const { webhooks, lines } = setUp(schemes.github);
    const calls: string[] = [];
    webhooks.on("issues", () => calls.push("issues"));
    webhooks.on("issues.opened", () => calls.push("issues.opened"));
    webhooks.on("issues.closed", () => calls.push("issues.closed"));
    webhooks.on(["no such event", "another"], () => calls.push("none"));
    await webhooks.receive({ name: "issues", payload: { action: "opened" } });
    expect(calls).toEqual(["issues.opened", "issues"]);
    expect(lines).toEqual([]); // no name is unknown
    await expect(webhooks.receive({ name: "issues.opened", payload: {} })).rejects.toMatchObject({
      code: "INVALID_EVENT_NAME",
    });
  });

  it("[B.37] gives dots no meaning where the service has no actions", async () => {
    const { webhooks } = setUp(schemes.stripe);
    const handler = vi.fn();
    webhooks.on("invoice", handler);
    webhooks.on("invoice.paid", handler);
    await webhooks.receive({ name: "invoice.paid", payload: { action: "paid" } });
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it("[B.37] validates, transforms, and reports errors to `onError`", async () => {
    const validate = vi.fn((name: string) =>
      Promise.resolve(
        name === "good"
          ? ({ valid: true, payload: {} } as const)
          : { valid: false as const, errors: [] },
      ),
    );
    const { webhooks } = setUp(schemes.stripe, {
      validation: { validate, onInvalid: "throw" },
      transform: () => "transformed",
    });
    const outcomes: unknown[] = [];
    webhooks.on("good", (event) => outcomes.push(event));
    webhooks.onError(({ code: reason }) => outcomes.push(reason));
    await webhooks.receive({ name: "good", payload: {} });
    await expect(webhooks.receive({ name: "bad", payload: {} })).rejects.toThrow("INVALID_PAYLOAD");
    expect(outcomes).toEqual(["transformed", "INVALID_PAYLOAD"]);
  });

  it("[B.37] signs and verifies by headers, also where the signature is one text", () => {
    const { webhooks } = setUp(schemes.github);
    const headers = webhooks.sign("{}");
    expect(Object.keys(headers)).toEqual(["x-hub-signature-256"]);
    expect(webhooks.verify("{}", headers)).toBe(true);
    expect(webhooks.verify("{ }", headers)).toBe(false);
  });

  it("[B.37] looks secrets up", async () => {
    const secret = vi.fn(() => "a secret");
    const webhooks = createWebhooks(schemes.shopify, { secret });
    const events: unknown[] = [];
    webhooks.on("orders/create", ({ payload }) => events.push(payload));
    const signed = createWebhooks(schemes.shopify, { secret: "a secret" }).sign("{}");
    const headers = { ...signed, "x-shopify-topic": "orders/create" };
    await webhooks.verifyAndReceive({ payload: "{}", headers });
    expect(events).toEqual([{}]);
    expect(secret).toHaveBeenCalledTimes(1);
  });

  it("[B.37] takes places that differ, and a scheme of one's own", async () => {
    const acme = defineScheme({ header: "acme-signature", algorithm: HMAC_SHA256 });
    const webhooks = createWebhooks(acme, {
      secret: "a secret",
      event: { header: "Acme-Event" },
      id: { body: "meta.id" },
      action: "meta.kind",
    });
    const events: unknown[] = [];
    webhooks.on("ticket.opened", (event) => events.push(event));
    const payload = '{"meta":{"id":7,"kind":"opened"}}';
    const headers = { ...webhooks.sign(payload), "acme-event": "ticket" };
    await webhooks.verifyAndReceive({ payload, headers });
    expect(events).toEqual([{ id: "7", name: "ticket", payload: JSON.parse(payload) as unknown }]);
  });

  it.each<[what: string, scheme: SignatureScheme, options: object, catalog: object, parts: object]>(
    [
      [
        "a preset",
        schemes.github,
        {},
        {
          event: { header: "x-github-event" },
          delivery: { header: "x-github-delivery", optional: true },
          action: "action",
        },
        { hasBody: true, hasChallenge: false },
      ],
      [
        "a preset with challenges, and places that differ",
        schemes.zoom,
        { event: { body: "kind" }, id: { header: "X-Id" }, action: "step" },
        { event: { body: "kind" }, delivery: { header: "x-id" }, action: "step" },
        { hasBody: false, hasChallenge: true },
      ],
      [
        "a scheme of one's own",
        defineScheme({ header: "acme", algorithm: HMAC_SHA256 }),
        { event: { header: "Acme-Event" } },
        { event: { header: "acme-event" } },
        { hasBody: false, hasChallenge: false },
      ],
    ],
  )("[B.37] has the places and the parts of %s", (_, scheme, options, catalog, parts) => {
    const webhooks = createWebhooks(scheme, { secret: createSecret(scheme), ...options });
    const receiver = findReceiver(webhooks);
    expect(receiver.catalog).toEqual({ path: "/webhooks", eventNames: [], ...catalog });
    expect({
      hasBody: receiver.parts.body !== undefined,
      hasChallenge: receiver.parts.challenge !== undefined,
    }).toEqual(parts);
    expect(receiver.parts.scheme).toBe(scheme);
  });

  it.each([
    [
      [defineScheme({ header: "a", algorithm: HMAC_SHA256 }), { secret: "s" }],
      '`event` is undefined; expected the place of an event\'s name, which the scheme does not know: `{ header: "acme-event" }` or `{ body: "data.type" }`.',
    ],
    [
      ["stripe", { secret: "s" }],
      "The first argument is a string; expected a scheme, which `typewire-runtime/signatures` exports by the name of its service.",
    ],
    [[schemes.stripe], "The second argument is undefined; expected an object with a `secret`."],
    [[schemes.stripe, { secrets: ["s"] }], "Unknown option `secrets`. Did you mean `secret`?"],
    [
      [schemes.stripe, { secret: "s", event: "type" }],
      '`event` is a string; expected `{ header: "acme-event" }` or `{ body: "data.type" }`.',
    ],
    [
      [schemes.stripe, { secret: "s", id: { header: "a b" } }],
      '`id` is an object; expected `{ header: "acme-event" }` or `{ body: "data.type" }`.',
    ],
    ...[
      {},
      [],
      { header: "a", body: "b" },
      { header: "" },
      { body: "" },
      { header: "a\n" },
      { header: 1 },
      Object.create({ header: "a" }) as object,
    ].map(
      (event) =>
        [
          [schemes.stripe, { secret: "s", event }],
          `\`event\` is ${Array.isArray(event) ? "an array" : "an object"}; expected \`{ header: "acme-event" }\` or \`{ body: "data.type" }\`.`,
        ] as const,
    ),
    [
      [schemes.stripe, { secret: "s", action: "" }],
      "`action` is an empty string; expected a dotted path into the body, such as `action`.",
    ],
    [
      [schemes.stripe, { secret: "s", action: 1 }],
      "`action` is a number; expected a dotted path into the body, such as `action`.",
    ],
  ] as const)("[B.37] refuses wrong arguments: %#", (parameters, message) => {
    expect(() => createWebhooks(...(parameters as unknown as [SignatureScheme, never]))).toThrow(
      new TypeError(message),
    );
  });

  it.each(
    deliveries.filter(({ scheme }) =>
      [schemes.slack, schemes.twilio, schemes.sendgrid].includes(scheme),
    ),
  )("[B.37] has an inbox, which hands out $title", async (delivery) => {
    const { webhooks, events } = setUp(delivery.scheme);
    const inbox = createInbox({ webhooks, store: openMemoryStore() });
    await inbox.start();
    const headers = sign(webhooks, delivery);
    const [node] = implementations;
    if (node === undefined) throw new Error("There is no middleware.");
    expect(await post(node, inbox, headers, delivery.body)).toMatchObject({ status: 202 });
    await until(() => expect(events).toHaveLength(1));
    await inbox.drain();
    const { name, payload = JSON.parse(delivery.body) as unknown } = delivery.event;
    expect(events).toMatchObject([{ name, payload, attempt: 1 }]);
  });
});

describe("a polluted prototype", () => {
  afterEach(() => {
    for (const key of ["action", "form", "lists", "default", "others", "optional", "challenges"])
      Reflect.deleteProperty(Object.prototype, key);
  });

  it("[B.37] changes neither names nor bodies", async () => {
    const polluted = {
      action: "type",
      form: { fields: true },
      lists: true,
      default: "evil",
      others: ["evil"],
      optional: true,
    };
    for (const [key, value] of Object.entries(polluted))
      Object.defineProperty(Object.prototype, key, { value, configurable: true });
    const { webhooks, events } = setUp(schemes.stripe);
    const receive = (payload: string) =>
      webhooks.verifyAndReceive({ payload, headers: webhooks.sign(payload) });
    await expect(receive('{"evil":"x"}')).rejects.toThrow("INVALID_EVENT_NAME");
    await expect(receive("[]")).rejects.toThrow("INVALID_PAYLOAD");
    await receive('{"type":"a.b"}');
    expect(events).toMatchObject([{ name: "a.b" }]);
  });
});

/** A toolkit for a scheme, with the events and the lines of the log that it has got. */
function setUp(scheme: SignatureScheme, options: object = {}) {
  const lines: string[] = [];
  const write = (...data: readonly unknown[]) => lines.push(data.join(" "));
  const log = { warn: write, error: write };
  const secret = createSecret(scheme);
  const isTimed = scheme.tolerance !== undefined;
  const webhooks = createWebhooks(scheme, {
    secret,
    log,
    ...(isTimed && { now: () => NOW }),
    ...options,
  });
  const events: unknown[] = [];
  webhooks.onAny((event) => events.push(event));
  return { webhooks, events, lines, secret };
}

/** Sends a delivery to a server with the middleware. */
async function post(
  implementation: Implementation,
  webhooks: WebhooksInstance,
  headers: Readonly<Record<string, string>>,
  body: string,
) {
  const handle = implementation.create(webhooks, { publicUrl: PUBLIC_URL });
  const server = createServer((request, response) => void handle(request, response));
  servers.push(server);
  const url = `http://127.0.0.1:${await listenOn(server)}/webhooks`;
  const response = await fetch(url, { method: "POST", headers, body });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** The headers of a delivery that its service has signed. */
function sign(
  webhooks: ReturnType<typeof setUp>["webhooks"],
  { type, body, headers = {} }: Pick<PresetDelivery, "type" | "body" | "headers">,
) {
  const context = { id: "msg_1", url: PUBLIC_URL, method: "POST" };
  return { "content-type": type, ...headers, ...webhooks.sign(body, context) };
}
