/** Deliveries that are opened without a toolkit, beside the answers of the middleware to the same. */
import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sign } from "../../generated/methods.js";
import type { WebhookTypes } from "../../src/receive/webhooks/types.js";
import { Vendor } from "../../generated/sdk.js";
import { createSdk } from "../../src/request/sdk/sdk.js";
import type { Unwrap } from "../../src/request/sdk/types.js";
import { createUnwrap } from "../../src/receive/webhooks/unwrap.js";
import { WebhookError } from "../../src/receive/webhooks/webhook-error.js";
import { bindWebhooks } from "../../src/receive/webhooks/webhooks.js";
import {
  services,
  shopify,
  stripe,
  twilio,
  URL_SIGNED,
  type Service,
} from "../cases/webhooks/services.js";
import { errorOf } from "../client/error-of.js";
import { createService } from "../client/service.js";
import { implementations } from "../http/implementations.js";
import { closeServer, listenOn } from "../http/server.js";

const NOW = 1_700_000_000;

/** Changes of a delivery, for which each service refuses it. */
const CHANGES: readonly (readonly [
  title: string,
  change: Change,
  body?: (text: string) => string,
])[] = [
  ["another body", (headers) => headers, (text) => text.replace(/[1a]/, "2")],
  ["no signature", (headers, { parts }) => without(parts.scheme.header)(headers)],
  ["a malformed signature", (headers, { parts }) => replaced(parts.scheme.header, "é!")(headers)],
  ["an old timestamp", (_, { headers, body }) => headers(body, NOW - 10_000)],
];
const FAULTS = services.flatMap((service) =>
  CHANGES.map(([title, change, body = (text: string) => text]) => ({
    title,
    service,
    change,
    body,
  })),
);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW * 1000, toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("[H.9] unwrap", () => {
  it.each(services)("opens a delivery of $name", async (service) => {
    const headers = service.headers(service.body, NOW);
    expect(await open(service, headers, service.body)).toEqual(service.event);
  });

  it("loads its code again after a failure, and once after that", async () => {
    const create = vi
      .fn<(secret: string) => Promise<Unwrap>>()
      .mockRejectedValueOnce(new TypeError("Failed to fetch"))
      .mockResolvedValue(async () => "an event");
    const catalog = { name: "Acme", arguments: "object", resources: {} } as const;
    const connect = (clientOptions: object) => createService({}, clientOptions);
    const Acme = createSdk<Acme, object>(catalog, connect, { unwrap: create });
    const { webhooks } = new Acme({ webhookSecret: "a secret" });
    expect(await errorOf(webhooks.unwrap("{}", {}))).toMatchObject({ message: "Failed to fetch" });
    expect(await webhooks.unwrap("{}", {})).toBe("an event");
    expect(await webhooks.unwrap("{}", {})).toBe("an event");
    expect(create).toHaveBeenCalledTimes(2);
  });

  it("is a method of the package's own class", async () => {
    const { webhooks } = new Vendor({ webhookSecret: "a secret" });
    const headers = { "x-vendor-event": "issues", "x-vendor-delivery": "1" };
    const openWith = (secret: string) => {
      const signature = sign(secret, '{"action":"opened"}');
      return webhooks.unwrap('{"action":"opened"}', {
        ...headers,
        "x-hub-signature-256": signature,
      });
    };
    const event = { id: "1", name: "issues", payload: { action: "opened" } };
    expect(await openWith("a secret")).toEqual(event);
    expect(await errorOf(openWith("another"))).toBeInstanceOf(WebhookError);
  });

  it.each<
    [
      title: string,
      headers: (record: Readonly<Record<string, string>>) => object,
      body: (text: string) => string | Uint8Array | ArrayBuffer,
    ]
  >([
    ["a Headers object", (record) => new Headers(record), (text) => text],
    [
      "the headers of Node",
      (record) => ({ ...record, "set-cookie": ["a", "b"] }),
      (text) => Buffer.from(text),
    ],
    [
      "names in capitals",
      (record) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => [name.toUpperCase(), value]),
        ),
      (text) => new TextEncoder().encode(text),
    ],
    [
      "an object with get",
      (record) => ({ get: (name: string) => record[name] ?? null }),
      (text) => new TextEncoder().encode(text).buffer,
    ],
  ])("takes %s", async (_, toHeaders, toBody) => {
    for (const service of [shopify, stripe]) {
      const headers = toHeaders(service.headers(service.body, NOW));
      const event = await createAcme(service).webhooks.unwrap(
        toBody(service.body),
        headers as never,
      );
      expect(event).toEqual(service.event);
    }
  });

  it("needs the address where the service signs it", async () => {
    const headers = twilio.headers(twilio.body, NOW);
    const { unwrap } = createAcme(twilio).webhooks;
    expect(await unwrap(twilio.body, headers, { url: URL_SIGNED })).toEqual(twilio.event);
    expect(await errorOf(unwrap(twilio.body, headers))).toBeInstanceOf(Error);
  });

  it.each(FAULTS)("refuses $service.name with $title as the middleware does", async (fault) => {
    const { service, change } = fault;
    const body = fault.body(service.body);
    const headers = change(service.headers(service.body, NOW), service) as Record<string, string>;
    const code = await answer(service, headers, body);
    const opened = await open(service, headers, body).catch((error: unknown) => error);
    if (code === undefined) expect(opened).toEqual(service.event);
    else {
      expect(opened).toBeInstanceOf(WebhookError);
      expect((opened as WebhookError).code).toBe(code);
    }
  });

  it.each<
    [title: string, service: Service, change: Change, body: string | undefined, code: string]
  >([
    ["no event", shopify, without("x-shopify-topic"), undefined, "HEADER_MISSING"],
    ["two events", shopify, replaced("x-shopify-topic", "a,b"), undefined, "HEADER_REPEATED"],
    [
      "a reserved event",
      shopify,
      replaced("x-shopify-topic", "error"),
      undefined,
      "INVALID_EVENT_NAME",
    ],
    ["no id", shopify, without("x-shopify-webhook-id"), undefined, "HEADER_MISSING"],
    ["no JSON", shopify, (_, { headers }) => headers("[", NOW), "[", "INVALID_PAYLOAD"],
    [
      "no event in its body",
      stripe,
      (_, { headers }) => headers("{}", NOW),
      "{}",
      "INVALID_EVENT_NAME",
    ],
  ])("refuses %s", async (_, service, change, body = service.body, code) => {
    const headers = change(service.headers(service.body, NOW), service);
    const error = await errorOf(open(service, headers, body));
    expect(error).toMatchObject({ name: "WebhookError", code, status: 400 });
    expect(error["event"]).toMatchObject({ payload: undefined });
    expect(await answer(service, headers as Record<string, string>, body)).toBe(code);
  });

  it("refuses a body that was parsed", async () => {
    const headers = shopify.headers(shopify.body, NOW);
    const parsed = JSON.parse(shopify.body) as string; // as untyped callers pass it
    expect(await errorOf(open(shopify, headers, parsed))).toMatchObject({
      code: "PAYLOAD_NOT_RAW",
    });
  });

  it("answers no challenges", async () => {
    const slack = findService("slack");
    const body = '{"type":"url_verification","challenge":"a"}';
    const error = await errorOf(open(slack, slack.headers(body, NOW), body));
    expect(error).toMatchObject({ code: "INVALID_EVENT_NAME" });
  });

  it.each([undefined, null, "a=b"])("rejects for headers that are %s", async (headers) => {
    const { unwrap } = createAcme(shopify).webhooks;
    const error = await errorOf(unwrap(shopify.body, headers as never));
    expect(error).toBeInstanceOf(TypeError);
  });
});

describe("[H.9] the secret", () => {
  const headers = shopify.headers(shopify.body, NOW);

  it.each<[title: string, options: object, variable: string]>([
    ["an option", { webhookSecret: shopify.secret }, "other"],
    ["several", { webhookSecret: ["old", shopify.secret] }, ""],
    ["an environment variable", {}, shopify.secret],
  ])("may be %s", async (_, options, variable) => {
    vi.stubEnv("ACME_WEBHOOK_SECRET", variable);
    const { unwrap } = createAcme(shopify, options).webhooks;
    expect(await unwrap(shopify.body, headers)).toEqual(shopify.event);
    expect(await unwrap(shopify.body, headers)).toEqual(shopify.event);
  });

  it.each<[title: string, env: string, hint: string]>([
    [
      "with its variable",
      "ACME_WEBHOOK_SECRET",
      " The environment variable ACME_WEBHOOK_SECRET may hold it.",
    ],
    ["without a variable, if it has none", "", ""],
  ])("is asked for when a delivery comes, %s", async (_title, env, hint) => {
    const { unwrap } = createAcme(shopify, {}, env).webhooks;
    const error = await errorOf(unwrap(shopify.body, headers));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(
      `Option "webhookSecret" is undefined; expected the secret that the service shows.${hint}`,
    );
  });

  it.each([[[]], [7], ["whsec_!"]])(
    "that the service does not have rejects: %j",
    async (webhookSecret) => {
      const standard = findService("standard webhooks");
      const { unwrap } = createAcme(standard, { webhookSecret }).webhooks;
      expect(await errorOf(unwrap("{}", {}))).toBeInstanceOf(TypeError);
    },
  );

  it("is not shown", () => {
    const acme = createAcme(shopify, { webhookSecret: "t0p-secret" });
    expect(JSON.stringify([acme, acme.webhooks])).not.toContain("t0p-secret");
  });

  it("is passed to code that is loaded for the first delivery", async () => {
    const catalog = { name: "Acme", arguments: "object", resources: {} } as const;
    const load = vi.fn((secret: string) =>
      Promise.resolve(createUnwrap(shopify.catalog, shopify.parts)(secret)),
    );
    const Acme = createSdk<Acme, object>(catalog, (options: object) => createService({}, options), {
      unwrap: load,
    });
    const { unwrap } = new Acme({ webhookSecret: shopify.secret }).webhooks;
    expect(load).not.toHaveBeenCalled();
    await unwrap(shopify.body, headers);
    await unwrap(shopify.body, headers);
    expect(load).toHaveBeenCalledTimes(1);
  });
});

/** Opens a delivery by the class of a service. */
function open(service: Service, headers: object, body: string) {
  return createAcme(service).webhooks.unwrap(body, headers as never, { url: URL_SIGNED });
}

function without(name: string) {
  return (headers: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
}

function replaced(name: string, value: string) {
  return (headers: object) => ({
    ...headers,
    [name]: value,
  });
}

function findService(name: string): Service {
  const service = services.find((each) => each.name === name);
  if (service === undefined) throw new Error(`There is no service ${name}.`);
  return service;
}

/** An instance of a class for one service. */
function createAcme(
  service: Service,
  options: object = { webhookSecret: service.secret },
  env = "ACME_WEBHOOK_SECRET",
): Acme {
  const catalog = {
    name: "Acme",
    arguments: "object",
    webhookSecret: { option: "webhookSecret", env },
    resources: { webhooks: "/hooks\n GET list" },
  } as const;
  const unwrap = createUnwrap(service.catalog, service.parts);
  const create = (clientOptions: object) => createService({}, clientOptions);
  return new (createSdk<Acme, object>(catalog, create, { unwrap }))(options);
}

/** The code with which the web middleware refuses a request; `undefined` if it takes it. */
async function answer(
  service: Service,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<string | undefined> {
  const create = bindWebhooks<WebhookTypes, "headers">(service.catalog, service.parts);
  const webhooks = new create({
    secret: service.secret,
    log: { warn: () => undefined, error: () => undefined },
  });
  const [implementation] = implementations;
  const handle = implementation?.create(webhooks, { publicUrl: "http://127.0.0.1/hooks" });
  const server = createServer((request, response) => void handle?.(request, response));
  try {
    const url = `http://127.0.0.1:${await listenOn(server)}/hooks?tenant=1`;
    const sent = Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      Buffer.from(value).toString("latin1"),
    ]);
    const response = await fetch(url, { method: "POST", headers: sent, body });
    const text = await response.text();
    return response.ok ? undefined : (JSON.parse(text) as { code: string }).code;
  } finally {
    await closeServer(server);
  }
}

interface Acme {
  readonly webhooks: { readonly unwrap: Unwrap; list(): Promise<unknown> };
}

type Change = (headers: Readonly<Record<string, string>>, service: Service) => object;
