/** Every function that takes options refuses a misspelt one. */
import { describe, expect, it } from "vitest";
import { createSdk } from "../../src/request/sdk/sdk.js";
import { createStainless } from "../../src/stainless/stainless.js";
import { checkOptionNames } from "../../src/base/nearest.js";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import { openSqliteRelayStore } from "../../src/relay/server/sqlite-store.js";
import { createInboxSource, createMemorySource, createInspector } from "typewire-inspector";
import { createRelaySource } from "../../src/inspector/sources/relay-source.js";
import { createClient } from "typewire/client";
import { endpoint } from "typewire/endpoint";
import { warnUnknownRoutes } from "typewire/development";
import { createInbox, openMemoryStore } from "typewire/inbox";
import { createFastifyPlugin } from "typewire/middleware/fastify";
import { createLambdaHandler } from "typewire/middleware/lambda";
import { createNodeMiddleware } from "typewire/middleware/node";
import { createWebMiddleware } from "typewire/middleware/web";
import { connectRelay } from "typewire/relay";
import { createRelayServer, openMemoryRelayStore } from "typewire/relay/server";
import { Vendor } from "typewire/sdk";
import { createVerifier, github } from "typewire/signatures";
import { createDelivery } from "typewire/testing";
import { validateEventName, Webhooks } from "typewire/webhooks";

const webhooks = new Webhooks({ secret: "secret", log: {} });
const store = openMemoryStore();
const inbox = () => createInbox({ webhooks, store });
const catalog = {
  name: "Acme",
  arguments: "object" as const,
  resources: {},
  credentials: [{ option: "apiKey", env: "ACME_API_KEY", scheme: "key" }],
};
const Acme = createSdk(catalog, createClient);
const AcmeOfStainless = createStainless(catalog, createClient);

// prettier-ignore
const FUNCTIONS: readonly (readonly [name: string, misspelt: string, meant: string, run: Run])[] = [
  ["createClient", "baseURL", "baseUrl", (options) => createClient(options)],
  ["createClient", "retrys", "retry", (options) => createClient(options)],
  ["the class of a service", "ath", "auth", (options) => new Vendor(options)],
  ["the class of another service", "apiKy", "apiKey", (options) => new Acme(options)],
  ["the class of another service", "enviroment", "environment", (options) => new Acme(options)],
  ["a class that Stainless made", "maxRetrys", "maxRetries", (options) => new AcmeOfStainless(options)],
  ["a class that Stainless made", "apikey", "apiKey", (options) => new AcmeOfStainless(options)],
  ["warnUnknownRoutes", "logs", "log", (options) => warnUnknownRoutes(endpoint, [], options)],
  ["Webhooks", "secrt", "secret", (options) => new Webhooks(options)],
  ["Webhooks", "tolerence", "tolerance", (options) => new Webhooks(options)],
  ["validation of Webhooks", "onInvlid", "onInvalid",
    (validation) => new Webhooks({ secret: "secret", validation })],
  ["on", "onse", "once", (options) => webhooks.on("push", () => undefined, options)],
  ["drain", "signl", "signal", (options) => new Webhooks({ secret: "secret" }).drain(options)],
  ["validateEventName", "onUnknownEventNames", "onUnknownEventName",
    (options) => validateEventName("push", options)],
  ["createNodeMiddleware", "pth", "path", (options) => createNodeMiddleware(webhooks, options)],
  ["createWebMiddleware", "onUnhandledRequst", "onUnhandledRequest",
    (options) => createWebMiddleware(webhooks, options)],
  ["createLambdaHandler", "maxBodysize", "maxBodySize",
    (options) => createLambdaHandler(webhooks, options)],
  ["createLambdaHandler", "onUnhandeldRequest", "onUnhandledRequest",
    (options) => createLambdaHandler(webhooks, options)],
  ["createFastifyPlugin", "timeOut", "timeout", (options) => createFastifyPlugin(webhooks, options)],
  ["createVerifier", "tolerence", "tolerance", (options) => createVerifier(github, options)],
  ["createInbox", "concurency", "concurrency", (options) => createInbox(options)],
  ["retries of createInbox", "limits", "limit",
    (retries) => createInbox({ webhooks, store, retries })],
  ["list of an inbox", "sinse", "since", (options) => inbox().list(options)],
  ["drain of an inbox", "signl", "signal", (options) => inbox().drain(options)],
  ["openSqliteStore", "busytimeout", "busyTimeout", (options) => openSqliteStore("a.db", options)],
  ["openPostgresStore", "pgboss", "pgBoss", (options) => openPostgresStore("postgresql://a", options)],
  ["connectRelay", "uri", "url", (options) => connectRelay(webhooks, options)],
  ["createRelayServer", "chanels", "channels", (options) => createRelayServer(options)],
  ["openMemoryRelayStore", "keepfor", "keepFor", (options) => openMemoryRelayStore(options)],
  ["openSqliteRelayStore", "maxbytes", "maxBytes", (options) => openSqliteRelayStore("a.db", options)],
  ["createInspector", "authorise", "authorize",
    (options) => createInspector(createMemorySource(), options)],
  ["createMemorySource", "sampel", "sample", (options) => createMemorySource(options)],
  ["createInboxSource", "titel", "title", (options) => createInboxSource(inbox(), options)],
  ["createRelaySource", "readnames", "readNames",
    (options) => createRelaySource(createRelayServer(), "a", options)],
  ["createDelivery", "secrte", "secret", (options) => createDelivery("push", undefined, options)],
];

describe("[A.21] a misspelt option", () => {
  it.each(FUNCTIONS)("of %s is an error: %s", async (_name, misspelt, meant, run) => {
    const message = `Unknown option \`${misspelt}\`. Did you mean \`${meant}\`?`;
    // An async function, because some throw, and some reject.
    await expect(async () => run({ [misspelt]: undefined } as Misspelt)).rejects.toThrow(
      new TypeError(message),
    );
  });

  it.each<[given: object, known: string]>([
    [{ baseURL: "https://a.example" }, "baseUrl"],
    [{ mediatype: {} }, "mediaType"],
  ])("of endpoint.defaults is an error: %j", (options, known) => {
    const [name = ""] = Object.keys(options);
    const message = `Option "${name}" of "defaults" is unknown; expected "${known}".`;
    expect(() => endpoint.defaults(options)).toThrow(message);
  });

  it.each([{ base_url: 1 }, { Url: 1 }, { date: 1 }, { BaseUrl: 1 }, { requests: 1 }])(
    "of endpoint.defaults is not one that may be a parameter: %j",
    (options) => {
      expect(endpoint.defaults(options)("GET /user").url).toContain("=1");
    },
  );

  it("is not one that resembles no option, or is inherited", () => {
    const known = { secret: true, log: true };
    const options = Object.assign(Object.create({ secrt: 1 }) as object, {
      secret: "a",
      region: "b",
      logger: {},
      toString: 1,
      __proto__: null,
    });
    expect(() => checkOptionNames(options, known)).not.toThrow();
    const ofOtherToolkits = { secret: "a", octokit: {} };
    expect(() => new Webhooks(ofOtherToolkits)).not.toThrow();
    const ofOtherClients = { retry: 0, userAgent: "a", throttle: {} };
    expect(() => createClient(ofOtherClients)).not.toThrow();
    const ofOtherClasses = { retry: 0, apiKey: "a", httpAgent: {} };
    expect(() => new Acme(ofOtherClasses)).not.toThrow();
  });
});

type Misspelt = never; // a misspelt name is an error of types, too

/** Gets options with a misspelt name. */
type Run = (options: Misspelt) => unknown;
