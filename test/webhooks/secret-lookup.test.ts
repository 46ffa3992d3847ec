/** Secrets that are looked up for each delivery. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createInbox } from "../../src/inbox/inbox.js";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import { createNodeMiddleware } from "../../src/receive/middleware/node.js";
import type { MiddlewareOptions } from "../../src/receive/middleware/options.js";
import { createWebMiddleware } from "../../src/receive/middleware/web.js";
import type { WebhooksInstance } from "../../src/receive/webhooks/receiver.js";
import type { Challenge } from "../../src/catalog/webhooks.js";
import { createChallenges } from "../../src/receive/webhooks/parts/challenge.js";
import type { WebhookTypes } from "../../src/receive/webhooks/types.js";
import type { SecretLookup, UnverifiedDelivery } from "../../src/receive/webhooks/options.js";
import { bindWebhooks } from "../../src/receive/webhooks/webhooks.js";
import { sign } from "../../generated/methods.js";
import { acmeCatalog, acmeHeaders, acmeParts, AcmeWebhooks } from "../cases/webhooks/acme.js";
import { services, URL_SIGNED } from "../cases/webhooks/services.js";
import { closeServer, listenOn } from "../http/server.js";
import { createGate, createRecorder } from "../http/toolkit.js";

const TENANTS = new Map<string | null, string>([
  ["one", "the secret of one"],
  ["two", "the secret of two"],
]);

const body = '{"action":"opened"}';

/** Looks up the secret of the tenant that the query names. */
const lookUpByUrl: SecretLookup = ({ url = "" }) =>
  TENANTS.get(new URL(url).searchParams.get("tenant"));

/** A challenge in a request that is no delivery, and one in a payload. */
const CRC: Challenge = {
  when: { query: "crc_token" },
  answer: { json: { response: "{hmac:crc_token}" } },
};
const PING: Challenge = {
  when: { path: "type", equals: "ping" },
  answer: { json: { is: "{hmac:type}" } },
};

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

describe.each<[string, Send]>([
  ["the Node middleware", sendToNode],
  ["the web middleware", sendToWeb],
])("a function `secret` behind %s", (_, send) => {
  it.each([
    ["?tenant=one", "one", 200],
    ["?tenant=two", "two", 200],
    ["?tenant=one", "two", 400],
    ["?tenant=three", "one", 400],
    ["", "one", 400],
  ])("[B.35] finds the tenant of %j, signed by %s: %i", async (query, signer, status) => {
    const { webhooks, run } = create((delivery) => Promise.resolve(lookUpByUrl(delivery)));
    expect((await send(webhooks, query, headersOf(signer))).status).toBe(status);
    expect(run).toHaveBeenCalledTimes(status === 200 ? 1 : 0);
  });

  it("[B.35] gets the delivery as it came", async () => {
    const look = vi.fn<(delivery: UnverifiedDelivery) => string>(() => "the secret of one");
    const { webhooks } = create(look);
    await send(webhooks, "?tenant=one", headersOf("one"));
    const [delivery] = look.mock.calls[0] ?? [];
    expect(look).toHaveBeenCalledOnce();
    expect(delivery).toMatchObject({ id: "1", name: "issues" });
    expect(delivery?.url).toMatch(/^https?:\/\/[^/]+\/acme\/hooks\?tenant=one$/);
    expect(Buffer.from(delivery?.payload as Uint8Array).toString()).toBe(body);
    expect([delivery?.headers.get("X-Tenant"), delivery?.headers.get("x-none")]).toEqual([
      "one",
      null,
    ]);
  });

  it("[B.35] answers an unknown tenant as it answers a wrong signature, and logs the code", async () => {
    const { webhooks, failed, recorder } = create(lookUpByUrl);
    const unknown = await send(webhooks, "?tenant=three", headersOf("one"));
    const wrong = await send(webhooks, "?tenant=one", headersOf("two"));
    expect(await unknown.text()).toBe(await wrong.text());
    expect(unknown.status).toBe(wrong.status);
    expect(recorder.text()[0]).toContain("SECRET_NOT_FOUND");
    expect(failed.mock.calls[0]).toMatchObject([{ code: "SECRET_NOT_FOUND", status: 400 }]);
  });

  it("[B.35] answers 500 to a lookup that throws, with nothing of the error", async () => {
    const { webhooks, run, failed, recorder } = create(() => {
      throw new Error("no connection; the secret is hunter2");
    });
    const answer = await send(webhooks, "?tenant=one", headersOf("one"));
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(text).toContain('"code":"SECRET_LOOKUP_FAILED"');
    expect(text).not.toContain("hunter2");
    const cause = expect.objectContaining({
      message: "no connection; the secret is hunter2",
    }) as unknown;
    expect(failed.mock.calls[0]).toMatchObject([{ code: "SECRET_LOOKUP_FAILED", cause }]);
    expect(recorder.entries.map(({ level }) => level)).toEqual(["error"]);
    expect(run).not.toHaveBeenCalled();
  });

  it("[B.35] [C.8] answers 500, never 202, to a lookup that takes too long, and drops the delivery", async () => {
    const gate = createGate();
    const { webhooks, run } = create(() => gate.passed.then(() => "the secret of one"));
    const answer = await send(webhooks, "", headersOf("one"), { timeout: 30 });
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain("SECRET_LOOKUP_FAILED");
    gate.open();
    await webhooks.drain();
    expect(run).not.toHaveBeenCalled();
  });

  it("[B.35] [C.14] counts the time of the lookup and of handlers together: 202 once it is verified", async () => {
    const gate = createGate();
    const { webhooks, run } = create(() => Promise.resolve("the secret of one"));
    run.mockImplementation(() => gate.passed);
    expect((await send(webhooks, "", headersOf("one"), { timeout: 50 })).status).toBe(202);
    gate.open();
  });

  it.each([
    ["a malformed signature", { [acmeHeaders.signature]: "sha256=zz" }],
    ["no event name", { [acmeHeaders.event]: "" }],
    ["another content type", { "content-type": "text/plain" }],
  ])("[B.35] [C.7] is not called for %s", async (_title, changes) => {
    const look = vi.fn(() => "the secret of one");
    const { webhooks } = create(look);
    expect((await send(webhooks, "", headersOf("one", changes))).status).toBeGreaterThanOrEqual(
      400,
    );
    expect(look).not.toHaveBeenCalled();
  });

  it("[B.35] [B.27] is waited for by drain()", async () => {
    const [started, gate] = [createGate(), createGate()];
    const { webhooks, run } = create(async () => {
      started.open();
      await gate.passed;
      return "the secret of one";
    });
    const sent = send(webhooks, "", headersOf("one"));
    await started.passed;
    const drained = webhooks.drain();
    gate.open();
    expect((await sent).status).toBe(200);
    await drained;
    expect(run).toHaveBeenCalledOnce();
  });

  it("[B.35] works for an inbox", async () => {
    const { webhooks, run } = create(lookUpByUrl);
    const inbox = createInbox({ webhooks, store: openMemoryStore() });
    await inbox.start();
    expect((await send(inbox, "?tenant=two", headersOf("two"))).status).toBe(202);
    expect((await send(inbox, "?tenant=one", headersOf("two"))).status).toBe(400);
    await inbox.drain();
    expect(run).toHaveBeenCalledOnce();
  });
});

describe("a function `secret`", () => {
  it.each<[string, SecretLookup]>([
    ["one secret", () => "the secret of one"],
    ["bytes", () => new TextEncoder().encode("the secret of one")],
    ["a list", () => ["a new one", "the secret of one"]],
    ["a promise", () => Promise.resolve(["the secret of one"])],
    ["that of a header", ({ headers }) => TENANTS.get(headers.get("x-TENANT"))],
  ])("[B.35] [B.16] may return %s", async (_, secret) => {
    const { webhooks, run } = create(secret);
    await receive(webhooks, "one");
    expect(run).toHaveBeenCalledOnce();
  });

  it.each<[result: unknown, code: string]>([
    [undefined, "SECRET_NOT_FOUND"],
    [null, "SECRET_NOT_FOUND"],
    [[], "SECRET_NOT_FOUND"],
    ["", "SECRET_LOOKUP_FAILED"],
    [[undefined], "SECRET_LOOKUP_FAILED"],
    [7, "SECRET_LOOKUP_FAILED"],
    [{}, "SECRET_LOOKUP_FAILED"],
  ])("[B.35] [B.6] that returns %j fails the delivery with %s", async (result, code) => {
    const { webhooks, run, failed } = create(() => result as string); // as JavaScript would return it
    await expect(receive(webhooks, "one")).rejects.toMatchObject({ code });
    expect(failed.mock.calls).toMatchObject([[{ code }]]);
    expect(run).not.toHaveBeenCalled();
  });

  it("[B.35] [B.3] is not called for a payload that is not raw", async () => {
    const look = vi.fn(() => "the secret of one");
    const { webhooks } = create(look);
    const delivery = { name: "issues", payload: {} as string, signature: sign("s", "{}") }; // as JavaScript would
    await expect(webhooks.verifyAndReceive(delivery)).rejects.toMatchObject({
      code: "PAYLOAD_NOT_RAW",
    });
    expect(look).not.toHaveBeenCalled();
  });

  it.each([
    ["no signature", ""],
    ["a malformed one", "sha256=zz"],
  ])("[B.35] [C.7] is not called for %s", async (_, signature) => {
    const look = vi.fn(() => "the secret of one");
    const { webhooks } = create(look);
    const delivery = { name: "issues", payload: body, signature };
    await expect(webhooks.verifyAndReceive(delivery)).rejects.toThrow("SIGNATURE_M");
    expect(look).not.toHaveBeenCalled();
  });

  it("[B.35] [B.14] [B.15] cannot sign, or verify by itself", () => {
    const { webhooks } = create(() => "the secret of one");
    expect(() => webhooks.sign("{}")).toThrow("`secret` is a function; expected a secret");
    expect(() => webhooks.verify("{}", sign("s", "{}"))).toThrow(TypeError);
  });

  it("[B.35] [B.11] excludes additional secrets", () => {
    const secret = () => "the secret of one";
    expect(() => new AcmeWebhooks({ secret, additionalSecrets: ["old"] })).toThrow(TypeError);
    expect(new AcmeWebhooks({ secret, additionalSecrets: [] })).toBeInstanceOf(AcmeWebhooks);
  });

  it.each(services)("[B.35] [B.31] works for $name", async (service) => {
    const look = vi.fn<SecretLookup>(() => Promise.resolve(service.secret));
    const webhooks = new (bindWebhooks<WebhookTypes, "headers">(service.catalog, service.parts))({
      secret: look,
    });
    const run = vi.fn();
    webhooks.onAny(run);
    const headers = service.headers(service.body, Math.floor(Date.now() / 1000));
    const options = { path: "*", publicUrl: URL_SIGNED };
    const request = new Request("https://receiver.example/any", {
      method: "POST",
      headers,
      body: service.body,
    });
    expect((await createWebMiddleware(webhooks, options)(request)).status).toBe(200);
    expect(run).toHaveBeenCalledExactlyOnceWith(service.event);
    expect(look.mock.calls[0]?.[0].headers.get("Content-Type")).toBe(headers["content-type"]);
  });

  it.each<[string, Challenge]>([
    ["in a request that is no delivery", CRC],
    ["that is not signed", { ...PING, signed: false }],
  ])("[B.35] [C.23] excludes a challenge with an HMAC %s", (_, challenge) => {
    expect(() => createWithChallenge(challenge)).toThrow(
      "`secret` is a function; expected a secret, because",
    );
  });

  it("[B.35] [C.23] may have a challenge in a signed payload, with its HMAC", async () => {
    const answer = await createWithChallenge(PING).verifyAndReceive(signPing());
    const hash = createHmac("sha256", "the secret of one").update("ping").digest("hex");
    expect(answer?.body).toBe(`{"is":"${hash}"}`);
  });

  it("[B.35] [C.23] may have a challenge in a request, without an HMAC", async () => {
    const challenge = { ...CRC, answer: { text: "{crc_token}" } };
    const answer = await createWithChallenge(challenge).verifyAndReceive(signPing());
    expect(answer?.body).toBeUndefined();
  });
});

/** Headers of a delivery that one of the tenants' services has signed. */
function headersOf(tenant: string, changes: Readonly<Record<string, string>> = {}) {
  return {
    "content-type": "application/json",
    [acmeHeaders.event]: "issues",
    [acmeHeaders.delivery]: "1",
    [acmeHeaders.signature]: sign(TENANTS.get(tenant) ?? tenant, body),
    "X-Tenant": tenant,
    ...changes,
  };
}

function create(secret: SecretLookup) {
  const recorder = createRecorder();
  const webhooks = new AcmeWebhooks({ secret, log: recorder.log });
  const [run, failed] = [vi.fn(), vi.fn()];
  webhooks.on("issues", run);
  webhooks.onError(failed);
  return { webhooks, run, failed, recorder };
}

function createWithChallenge(challenge: Challenge) {
  const parts = { ...acmeParts, challenge: createChallenges([challenge]) };
  const Webhooks = bindWebhooks<WebhookTypes, "signed">(acmeCatalog, parts);
  return new Webhooks({ secret: () => "the secret of one" });
}

function signPing() {
  const payload = '{"type":"ping"}';
  return { name: "issues", payload, signature: sign("the secret of one", payload) };
}

async function sendToNode(...[webhooks, query, headers, options]: Parameters<Send>) {
  const middleware = createNodeMiddleware(webhooks, options);
  const server = createServer((request, response) => void middleware(request, response));
  cleanups.push(() => closeServer(server));
  const url = `http://127.0.0.1:${await listenOn(server)}/acme/hooks${query}`;
  return fetch(url, { method: "POST", headers, body });
}

function sendToWeb(...[webhooks, query, headers, options]: Parameters<Send>) {
  const middleware = createWebMiddleware(webhooks, options);
  const url = `https://receiver.example/acme/hooks${query}`;
  return middleware(new Request(url, { method: "POST", headers, body }));
}

function receive(webhooks: InstanceType<typeof AcmeWebhooks>, tenant: string) {
  return webhooks.verifyAndReceive({
    id: "1",
    name: "issues",
    payload: body,
    headers: headersOf(tenant),
    signature: headersOf(tenant)[acmeHeaders.signature] ?? "",
  });
}

/** A way to send a delivery to a middleware; resolves to the answer. */
type Send = (
  webhooks: WebhooksInstance,
  query: string,
  headers: Readonly<Record<string, string>>,
  options?: MiddlewareOptions,
) => Promise<Response>;
