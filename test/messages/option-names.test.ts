/** Every function that takes options refuses a misspelt one. */
import { describe, expect, it } from "vitest";
import { createSdk } from "../../src/request/sdk/sdk.js";
import { createStainless } from "../../src/stainless/stainless.js";
import { checkOptionNames } from "../../src/base/option-names.js";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import { openSqliteRelayStore } from "../../src/relay/server/sqlite-store.js";
import { createInboxSource, createMemorySource, createInspector } from "typewire-inspector";
import { createRelaySource } from "../../src/inspector/relay-source.js";
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

type Given = never; // a misspelt name is an error of types, too

/** Gets options with a misspelt name. */
type Run = (options: Given) => unknown;

// prettier-ignore
const FUNCTIONS: readonly (readonly [name: string, misspelt: string, meant: string, run: Run])[] = [
  ["createClient", "baseURL", "baseUrl", (given) => createClient(given)],
  ["createClient", "retrys", "retry", (given) => createClient(given)],
  ["the class of a service", "ath", "auth", (given) => new Vendor(given)],
  ["the class of another service", "apiKy", "apiKey", (given) => new Acme(given)],
  ["the class of another service", "enviroment", "environment", (given) => new Acme(given)],
  ["a class that Stainless made", "maxRetrys", "maxRetries", (given) => new AcmeOfStainless(given)],
  ["a class that Stainless made", "apikey", "apiKey", (given) => new AcmeOfStainless(given)],
  ["warnUnknownRoutes", "logs", "log", (given) => warnUnknownRoutes(endpoint, [], given)],
  ["Webhooks", "secrt", "secret", (given) => new Webhooks(given)],
  ["Webhooks", "tolerence", "tolerance", (given) => new Webhooks(given)],
  ["validation of Webhooks", "onInvlid", "onInvalid",
    (validation) => new Webhooks({ secret: "secret", validation })],
  ["on", "onse", "once", (given) => webhooks.on("push", () => undefined, given)],
  ["drain", "signl", "signal", (given) => new Webhooks({ secret: "secret" }).drain(given)],
  ["validateEventName", "onUnknownEventNames", "onUnknownEventName",
    (given) => validateEventName("push", given)],
  ["createNodeMiddleware", "pth", "path", (given) => createNodeMiddleware(webhooks, given)],
  ["createWebMiddleware", "onUnhandledRequst", "onUnhandledRequest",
    (given) => createWebMiddleware(webhooks, given)],
  ["createLambdaHandler", "maxBodysize", "maxBodySize",
    (given) => createLambdaHandler(webhooks, given)],
  ["createLambdaHandler", "onUnhandeldRequest", "onUnhandledRequest",
    (given) => createLambdaHandler(webhooks, given)],
  ["createFastifyPlugin", "timeOut", "timeout", (given) => createFastifyPlugin(webhooks, given)],
  ["createVerifier", "tolerence", "tolerance", (given) => createVerifier(github, given)],
  ["createInbox", "concurency", "concurrency", (given) => createInbox(given)],
  ["retries of createInbox", "limits", "limit",
    (retries) => createInbox({ webhooks, store, retries })],
  ["list of an inbox", "sinse", "since", (given) => inbox().list(given)],
  ["drain of an inbox", "signl", "signal", (given) => inbox().drain(given)],
  ["openSqliteStore", "busytimeout", "busyTimeout", (given) => openSqliteStore("a.db", given)],
  ["openPostgresStore", "pgboss", "pgBoss", (given) => openPostgresStore("postgresql://a", given)],
  ["connectRelay", "uri", "url", (given) => connectRelay(webhooks, given)],
  ["createRelayServer", "chanels", "channels", (given) => createRelayServer(given)],
  ["openMemoryRelayStore", "keepfor", "keepFor", (given) => openMemoryRelayStore(given)],
  ["openSqliteRelayStore", "maxbytes", "maxBytes", (given) => openSqliteRelayStore("a.db", given)],
  ["createInspector", "authorise", "authorize",
    (given) => createInspector(createMemorySource(), given)],
  ["createMemorySource", "sampel", "sample", (given) => createMemorySource(given)],
  ["createInboxSource", "titel", "title", (given) => createInboxSource(inbox(), given)],
  ["createRelaySource", "readnames", "readNames",
    (given) => createRelaySource(createRelayServer(), "a", given)],
  ["createDelivery", "secrte", "secret", (given) => createDelivery("push", undefined, given)],
];

describe("[A.21] a misspelt option", () => {
  it.each(FUNCTIONS)("of %s is an error: %s", async (_name, misspelt, meant, run) => {
    const message = `Unknown option \`${misspelt}\`. Did you mean \`${meant}\`?`;
    // An async function, because some throw, and some reject.
    await expect(async () => run({ [misspelt]: undefined } as Given)).rejects.toThrow(
      new TypeError(message),
    );
  });

  it.each<[given: object, known: string]>([
    [{ baseURL: "https://a.example" }, "baseUrl"],
    [{ mediatype: {} }, "mediaType"],
  ])("of endpoint.defaults is an error: %j", (given, known) => {
    const [name = ""] = Object.keys(given);
    const message = `Option "${name}" of "defaults" is unknown; expected "${known}".`;
    expect(() => endpoint.defaults(given)).toThrow(message);
  });

  it.each([{ base_url: 1 }, { Url: 1 }, { date: 1 }, { BaseUrl: 1 }, { requests: 1 }])(
    "of endpoint.defaults is not one that may be a parameter: %j",
    (given) => {
      expect(endpoint.defaults(given)("GET /user").url).toContain("=1");
    },
  );

  it("is not one that resembles no option, or is inherited", () => {
    const known = { secret: true, log: true };
    const given = Object.assign(Object.create({ secrt: 1 }) as object, {
      ...{ secret: "a", region: "b", logger: {}, toString: 1, __proto__: null },
    });
    expect(() => checkOptionNames(given, known)).not.toThrow();
    expect(() => new Webhooks({ secret: "a", ...{ octokit: {} } })).not.toThrow();
    expect(() => createClient({ retry: 0, ...{ userAgent: "a", throttle: {} } })).not.toThrow();
    expect(() => new Acme({ retry: 0, ...{ apiKey: "a", httpAgent: {} } })).not.toThrow();
  });
});
