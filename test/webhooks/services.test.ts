/** Deliveries of services that sign, name and write them in other ways than the default one. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { bindWebhooks } from "../../src/receive/webhooks/webhooks.js";
import type { WebhookTypes } from "../../src/receive/webhooks/types.js";
import { createChallenges } from "../../src/receive/webhooks/parts/challenge.js";
import type { Challenge } from "../../src/catalog/webhooks.js";
import { createNameMatcher } from "../../src/receive/webhooks/parts/varying-names.js";
import {
  discord,
  services,
  shopify,
  slack,
  standardWebhooks,
  stripe,
  twilio,
  URL_SIGNED,
  type Service,
} from "../cases/webhooks/services.js";
import { implementations, type Implementation } from "../http/implementations.js";
import { closeServer, listenOn } from "../http/server.js";
import { codeOf } from "./setup.js";

const NOW = 1_700_000_000;

const servers: ReturnType<typeof createServer>[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map(closeServer));
});

/** A challenge that is answered only if the request has a token. */
const WITH_TOKEN: Challenge = {
  when: { query: "hub.mode", equals: "subscribe" },
  token: "hub.verify_token",
  answer: { text: "{hub.challenge}" },
};

describe.each(implementations)("deliveries over HTTP, $name", (implementation) => {
  it.each(services)("[C.22] [B.31] of $name are received", async (service) => {
    const { webhooks, events, lines } = setUp(service);
    const headers = service.headers(service.body, NOW);
    const answer = await send(implementation, webhooks, { headers, body: service.body });
    expect([answer.status, answer.text, lines]).toEqual([200, "ok\n", []]);
    expect(events).toEqual([service.event]);
  });

  it.each(services)("[C.7] of $name with another body are refused", async (service) => {
    const { webhooks, events } = setUp(service);
    const headers = service.headers(service.body, NOW);
    const body = service.body.replace(/[1a]/, "2");
    const answer = await send(implementation, webhooks, { headers, body });
    expect([answer.status, codeOf(answer.text)]).toEqual([400, "SIGNATURE_MISMATCH"]);
    expect(events).toEqual([]);
  });

  it.each(services)("[C.5] of $name without a signature are refused", async (service) => {
    const { webhooks } = setUp(service);
    const signed = service.headers(service.body, NOW);
    const rest = Object.entries(signed).filter(([name]) => name !== service.parts.scheme.header);
    const headers = Object.fromEntries(rest);
    const answer = await send(implementation, webhooks, { headers, body: service.body });
    expect([answer.status, codeOf(answer.text)]).toEqual([400, "SIGNATURE_MISSING"]);
    expect(answer.text).toContain(service.parts.scheme.header);
  });

  it.each([stripe, standardWebhooks, slack])(
    "[B.32] [C.7] of $name are refused outside the tolerance, once they are authentic",
    async (service) => {
      const { webhooks } = setUp(service, { now: NOW + 301 });
      const headers = service.headers(service.body, NOW);
      const late = await send(implementation, webhooks, { headers, body: service.body });
      expect([late.status, codeOf(late.text)]).toEqual([400, "TIMESTAMP_OUT_OF_TOLERANCE"]);
      const forged = await send(implementation, webhooks, { headers, body: `${service.body} ` });
      expect(codeOf(forged.text)).toBe("SIGNATURE_MISMATCH");
    },
  );

  it("[C.4] says which format is expected", async () => {
    const { webhooks } = setUp(twilio);
    const headers = { ...twilio.headers(twilio.body, NOW), "content-type": "application/json" };
    const answer = await send(implementation, webhooks, { headers, body: twilio.body });
    expect(answer.status).toBe(415);
    expect(answer.headers.get("accept")).toBe("application/x-www-form-urlencoded");
    expect(answer.text).toContain("application/x-www-form-urlencoded");
  });

  it("[C.5] refuses a repeated signature of a single value", async () => {
    const { webhooks } = setUp(shopify);
    const signed = shopify.headers(shopify.body, NOW);
    const header = shopify.parts.scheme.header;
    const headers = { ...signed, [header]: `${signed[header]}, ${signed[header]}` };
    const answer = await send(implementation, webhooks, { headers, body: shopify.body });
    expect([answer.status, codeOf(answer.text)]).toEqual([400, "HEADER_REPEATED"]);
  });

  it.each([
    ["no name", {}, /event name is missing where/],
    ["a name that is no text", { type: ["a"] }, /event name is missing where/],
    ["a reserved name", { type: "error" }, /event name is reserved for handlers/],
  ])("[B.31] refuses a delivery whose body has %s, and says so", async (_what, members, says) => {
    const { webhooks } = setUp(stripe);
    const body = JSON.stringify({ id: "evt_1", ...members });
    const answer = await send(implementation, webhooks, {
      headers: stripe.headers(body, NOW),
      body,
    });
    expect([answer.status, codeOf(answer.text)]).toEqual([400, "INVALID_EVENT_NAME"]);
    expect(answer.text).toMatch(says);
  });
});

describe.each(implementations)("challenges, $name", (implementation) => {
  it("[C.23] are answered without a handler, after their signature", async () => {
    const { webhooks, events } = setUp(slack);
    const body = '{"type":"url_verification","challenge":"é\\"1"}';
    const answer = await send(implementation, webhooks, {
      headers: slack.headers(body, NOW),
      body,
    });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { challenge: 'é"1' }]);
    expect(answer.headers.get("content-type")).toBe("application/json");
    const headers = slack.headers(slack.body, NOW);
    const forged = await send(implementation, webhooks, { headers, body });
    expect([forged.status, codeOf(forged.text)]).toEqual([400, "SIGNATURE_MISMATCH"]);
    expect(events).toEqual([]);
  });

  it("[C.23] may have an empty answer", async () => {
    const { webhooks } = setUp(discord);
    const body = '{"type":0}';
    const sent = { headers: discord.headers(body, NOW), body };
    const answer = await send(implementation, webhooks, sent);
    expect([answer.status, answer.text]).toEqual([204, ""]);
  });

  it("[C.23] can ask for an HMAC of a value", async () => {
    const challenge: Challenge = {
      when: { path: "event", equals: "endpoint.url_validation" },
      answer: { json: { plain: "{payload.plainToken}", hash: "{hmac:payload.plainToken}" } },
    };
    const { webhooks } = setUp(stripe, { challenge: [challenge] });
    const body = '{"event":"endpoint.url_validation","payload":{"plainToken":"q"}}';
    const answer = await send(implementation, webhooks, {
      headers: stripe.headers(body, NOW),
      body,
    });
    const hash = createHmac("sha256", stripe.secret).update("q").digest("hex");
    expect(JSON.parse(answer.text)).toEqual({ plain: "q", hash });
  });

  it.each([
    ["hub.mode=subscribe&hub.verify_token=t&hub.challenge=4<2", 200, "4<2"],
    ["hub.mode=subscribe&hub.verify_token=u&hub.challenge=42", 400, "SIGNATURE_MISMATCH"],
    ["hub.mode=subscribe&hub.challenge=42", 400, "SIGNATURE_MISMATCH"],
    ["hub.mode=other&hub.verify_token=t", 405, "METHOD_NOT_ALLOWED"],
  ])("[C.23] in a query are answered by their token: %s", async (query, status, expected) => {
    const options = { challengeToken: "t" };
    const { webhooks } = setUp(shopify, { challenge: [WITH_TOKEN], options });
    const target = `/hooks?${query}`;
    const answer = await send(implementation, webhooks, { method: "GET", target });
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.text).toBe(expected);
    else expect(codeOf(answer.text)).toBe(expected);
  });

  it("[C.23] in a header are given back", async () => {
    const challenge: Challenge = {
      when: { header: "X-Hook-Secret" },
      answer: { headers: { "X-Hook-Secret": "{X-Hook-Secret}" } },
    };
    const { webhooks } = setUp(shopify, { challenge: [challenge] });
    const headers = { "x-hook-secret": "s3" };
    const answer = await send(implementation, webhooks, { headers, body: "{}" });
    expect([answer.status, answer.headers.get("x-hook-secret")]).toEqual([200, "s3"]);
  });

  it.each([204, 205, 304])(
    "[C.23] are answered with a status without content: %i",
    async (status) => {
      const challenge: Challenge = {
        when: { header: "x-hook-secret" },
        answer: { status, text: "{x-hook-secret}" },
      };
      const { webhooks } = setUp(shopify, { challenge: [challenge] });
      const headers = { "x-hook-secret": "s3" };
      const answer = await send(implementation, webhooks, { headers, body: "{}" });
      expect([answer.status, answer.text]).toEqual([status, ""]);
      expect(answer.headers.get("content-type")).toBe(null);
      await webhooks.drain();
    },
  );

  it("[C.23] that are not signed are answered where the service says so", async () => {
    const challenge: Challenge = {
      when: { path: "challenge" },
      signed: false,
      answer: { json: { challenge: "{challenge}" } },
    };
    const { webhooks, events } = setUp(shopify, { challenge: [challenge] });
    const headers = { ...shopify.headers("{}", NOW), "x-shopify-hmac-sha256": "" };
    const asked = await send(implementation, webhooks, { headers, body: '{"challenge":"c"}' });
    expect([asked.status, JSON.parse(asked.text)]).toEqual([200, { challenge: "c" }]);
    const forged = await send(implementation, webhooks, { headers, body: "{}" });
    expect([forged.status, codeOf(forged.text)]).toEqual([400, "SIGNATURE_MISSING"]);
    expect(events).toEqual([]);
  });
});

describe("the toolkit of another service", () => {
  // A service with a public key alone cannot sign.
  const signing = services.filter((service) => service !== discord);

  it.each(signing)("[B.31] signs and verifies as $name does", (service) => {
    const { webhooks } = setUp(service);
    const context = { id: "msg_1", timestamp: NOW * 1000, url: URL_SIGNED, method: "POST" };
    const sent: unknown = webhooks.sign(service.body, context);
    const headers = service.headers(service.body, NOW);
    // A service that signs the body alone takes and returns the text of one header.
    const received = typeof sent === "string" ? headers[service.parts.scheme.header] : headers;
    const { url, method } = context;
    for (const signature of [sent, received]) {
      expect(webhooks.verify(service.body, signature as never, { url, method })).toBe(true);
      const other = `${service.body.slice(0, -1)}x`;
      expect(webhooks.verify(other, signature as never, { url, method })).toBe(false);
    }
  });

  it("[B.31] refuses to sign with a public key", () => {
    expect(() => setUp(discord).webhooks.sign(discord.body)).toThrow(TypeError);
  });

  it("[B.31] takes headers in any form and case", async () => {
    const { webhooks, events } = setUp(stripe);
    const headers = stripe.headers(stripe.body, NOW);
    const upper = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v]));
    for (const form of [headers, upper, new Headers(headers)]) {
      await webhooks.verifyAndReceive({ payload: stripe.body, headers: form });
    }
    expect(events).toEqual([stripe.event, stripe.event, stripe.event]);
    await expect(
      webhooks.verifyAndReceive({ payload: stripe.body, headers: undefined as never }),
    ).rejects.toThrow(TypeError);
  });

  it("[B.33] runs the handlers of the known name that the name of an event matches", async () => {
    const { webhooks, handledNames } = setUp(standardWebhooks);
    const exact: string[] = [];
    webhooks.on("calendar.write.successful", ({ name }) => exact.push(name));
    const { body } = standardWebhooks;
    await webhooks.verifyAndReceive({
      payload: body,
      headers: standardWebhooks.headers(body, NOW),
    });
    expect(handledNames).toEqual(["{dataType}.write.successful"]);
    expect(exact).toEqual(["calendar.write.successful"]);
  });

  it("[B.33] takes names as the service writes them, without a warning", async () => {
    const { webhooks, handledNames, lines } = setUp(shopify);
    const { body } = shopify;
    await webhooks.receive({ name: "orders/create", payload: JSON.parse(body) as object });
    expect(handledNames).toEqual(["orders/create"]);
    expect(lines).toEqual([]);
  });

  it("[B.33] hands a long payload whole to the handlers of a name with a placeholder", async () => {
    const eventNames = ["orders/{change}"];
    const parts = { ...shopify.parts, matchName: createNameMatcher(eventNames) };
    const Webhooks = bindWebhooks<WebhookTypes>({ ...shopify.catalog, eventNames }, parts);
    const webhooks = new Webhooks({ secret: shopify.secret });
    const payloads: unknown[] = [];
    webhooks.on("orders/{change}", ({ payload }) => payloads.push(payload));
    const payload = JSON.stringify({ note: "x".repeat(10_000) });
    const signature = webhooks.sign(payload);
    await webhooks.verifyAndReceive({ name: "orders/create", payload, signature });
    expect(payloads).toEqual([{ note: "x".repeat(10_000) }]);
  });

  it.each([
    [0, 0, true],
    [300, undefined, true],
    [301, undefined, false],
    [-301, undefined, false],
    [11, 10, false],
    [10, 10, true],
  ])("[B.32] judges a timestamp %i seconds old by the tolerance %s", (age, tolerance, expected) => {
    const { webhooks } = setUp(stripe, {
      now: NOW + age,
      ...(tolerance !== undefined && { tolerance }),
    });
    expect(webhooks.verify(stripe.body, stripe.headers(stripe.body, NOW))).toBe(expected);
  });

  it("[B.32] refuses options that the service cannot have", () => {
    const wrong = [{ tolerance: -1 }, { tolerance: "1" }, { now: 1 }];
    for (const options of wrong) expect(() => setUp(stripe, { options })).toThrow(TypeError);
    expect(() => setUp(twilio, { tolerance: 1 })).toThrow(TypeError);
    const challenge: readonly Challenge[] = [{ when: { query: "a" }, token: "b", answer: {} }];
    expect(() => setUp(shopify, { challenge })).toThrow("`challengeToken`");
  });
});

function setUp(service: Service, { now = NOW, tolerance, challenge, options = {} }: Setup = {}) {
  const parts = { ...service.parts, ...(challenge && { challenge: createChallenges(challenge) }) };
  const lines: string[] = [];
  const write = (...data: readonly unknown[]) => lines.push(data.join(" "));
  const webhooks = new (bindWebhooks<WebhookTypes, "headers">(service.catalog, parts))({
    secret: service.secret,
    now: () => now * 1000,
    log: { warn: write, error: write },
    ...(tolerance !== undefined && { tolerance }),
    ...options,
  });
  const events: unknown[] = [];
  webhooks.onAny((event) => events.push(event));
  const handledNames: string[] = [];
  for (const name of service.catalog.eventNames) webhooks.on(name, () => handledNames.push(name));
  return { webhooks, events, handledNames, lines };
}

/** Sends one request to a server of the implementation. */
async function send(
  implementation: Implementation,
  webhooks: ReturnType<typeof setUp>["webhooks"],
  { method = "POST", target = "/hooks?tenant=1", headers = {}, body }: Sent,
) {
  const options = { publicUrl: "http://127.0.0.1/hooks" };
  const handle = implementation.create(webhooks, options);
  const server = createServer((request, response) => void handle(request, response));
  servers.push(server);
  const url = `http://127.0.0.1:${await listenOn(server)}${target}`;
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

interface Setup {
  readonly now?: number;
  readonly tolerance?: number;
  readonly challenge?: readonly Challenge[];
  readonly options?: object;
}

interface Sent {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
