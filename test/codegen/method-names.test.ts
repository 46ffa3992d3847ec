/** The names of methods and options: what the YAML says, its defaults, and its mistakes. */
import { describe, expect, it } from "vitest";
import type { VendorSdk } from "../../codegen/model/model.js";
import { CLIENT_OPTIONS } from "../../codegen/read/vendor/sdk.js";
import { readCalls } from "../../codegen/read/method-names.js";
import { readSchema } from "../../codegen/read-schema.js";
import type { ClientOptions } from "../../src/request/client/types.js";
import { nameMistakes } from "../cases/codegen/read/method-names.js";
import { miniatureWith } from "../cases/codegen/read/miniature.js";
import { reportOf } from "../cases/codegen/read/report-of.js";

describe("a name that cannot stand", () => {
  it.each(nameMistakes)("is reported exactly: $title", ({ files, report }) => {
    expect(reportOf(() => readSchema(miniatureWith(files)))).toEqual(report);
  });
});

const METHOD_CASES: readonly Case[] = [
  {
    title: "an operation",
    routes: {
      "GET /a": "repos/list-for-org",
      "DELETE /a": "repos/delete",
      "GET /b": "api-keys/get",
    },
    calls: ["repos.listForOrg", "repos.delete", "apiKeys.get"],
  },
  {
    title: "a method",
    routes: { "GET /a": { method: "chats.participants.add" }, "GET /b": { method: "ping" } },
    calls: ["chats.participants.add", "ping"],
  },
  {
    title: "an operation whose name a method has, or a former one",
    routes: {
      "GET /a": "repos/get",
      "GET /b": { method: "repos.get", was: "repos.read" },
      "PUT /c": "repos/read",
    },
    calls: ["repos.getA", "repos.get", "repos.putC"],
  },
  {
    title: "operations with one name in camelCase: the shorter URL has it",
    routes: { "GET /a/b": "x/list-b2", "GET /a": "x/list-b-2" },
    calls: ["x.getAB", "x.listB2"],
  },
  {
    title: "operations with one name and URLs of one length: none has it",
    routes: { "GET /a": "x/list-b2", "PUT /a": "x/list-b-2" },
    calls: ["x.getA", "x.putA"],
  },
  {
    title: "an operation whose group is a method, or whose name is a resource",
    routes: {
      "GET /a": { method: "repos" },
      "GET /b": { method: "users.list.all" },
      "GET /c": "users/list",
      "GET /d": "repos/get",
    },
    calls: ["repos", "users.list.all", "users.getC", "reposApi.get"],
  },
  {
    title: "reserved names",
    routes: {
      "GET /a": "x/then",
      "GET /b": "client/get",
      "GET /c": "constructor/get",
      "GET /d": "webhooks/unwrap",
      "GET /e": "x/client",
    },
    calls: ["x.getA", "clientApi.get", "constructorApi.get", "webhooks.getD", "x.client"],
  },
  {
    title: "groups that differ by case alone",
    routes: { "GET /a": "web-hooks/list", "GET /b": "webhooks/get", "GET /c": "webhooks/list" },
    calls: ["webhooks.getA", "webhooks.get", "webhooks.getC"],
  },
];

describe("the method of a route", () => {
  it.each(METHOD_CASES)("has the name of $title", (each) => {
    const names = readCase(each);
    expect(Object.keys(each.routes).map((key) => names.get(key))).toEqual(each.calls);
    const reversed = Object.fromEntries(Object.entries(each.routes).reverse());
    expect(readCase({ routes: reversed })).toEqual(names);
  });

  it("is in the model, with its former names", () => {
    const text = `GET /a:\n  operation: x/a\n  method: chats.list\n  was: chats.all\nGET /b:\n  operation: x/b\n  was: [a.b, b]\n`;
    const { routes } = readSchema(miniatureWith({ "routes.yaml": text }));
    expect(routes.map(({ call, formerCalls }) => [call, formerCalls])).toEqual([
      ["chats.list", ["chats.all"]],
      ["x.b", ["a.b", "b"]],
    ]);
  });
});

const BASE = `name: acme
title: Acme Partner API
baseUrl: https://api.acme.example
`;
const WEBHOOKS = `webhooks: { path: /hooks, event: { header: E }, delivery: { header: D }, signature: github`;

const SDK_CASES: readonly (readonly [title: string, lines: string, sdk: VendorSdk])[] = [
  [
    "nothing: a token",
    "",
    {
      name: "AcmePartnerAPI",
      arguments: "object",
      credentials: [{ option: "apiKey", env: "ACME_API_KEY", scheme: "bearer" }],
    },
  ],
  [
    "one scheme, and webhooks",
    `auth: { header: X-Key }\n${WEBHOOKS} }\n`,
    {
      name: "AcmePartnerAPI",
      arguments: "object",
      credentials: [{ option: "apiKey", env: "ACME_API_KEY", scheme: "header" }],
      webhookSecret: { option: "webhookSecret", env: "ACME_WEBHOOK_SECRET" },
    },
  ],
  [
    "several schemes, of which one has the name of an option",
    `auth: { X-API-Key: { header: X-Key }, fetch: { bearer: true }, webhookSecret: { query: q } }\n${WEBHOOKS} }\n`,
    {
      name: "AcmePartnerAPI",
      arguments: "object",
      credentials: [
        { option: "xApiKey", env: "ACME_X_API_KEY", scheme: "X-API-Key" },
        { option: "fetchKey", env: "ACME_FETCH_KEY", scheme: "fetch" },
        { option: "webhookSecret", env: "ACME_WEBHOOK_SECRET", scheme: "webhookSecret" },
      ],
      webhookSecret: { option: "webhookSecretKey", env: "ACME_WEBHOOK_SECRET_KEY" },
    },
  ],
  [
    "everything",
    `class: Linq
arguments: positional
surface: stainless
auth:
  basic: true
  option: username
  env: LINQ_ID
  description: Who calls.
  password: { option: secret }
environments: { production: https://api.acme.example, dev: http://localhost:3000 }
options:
  organizationId: { header: X-Org, env: TPC_ORGANIZATION_ID, description: Whose. }
  project: { query: Project }
${WEBHOOKS}, secret: { option: key, env: KEY } }
`,
    {
      name: "Linq",
      arguments: "positional",
      surface: "stainless",
      credentials: [
        {
          option: "username",
          env: "LINQ_ID",
          scheme: "basic",
          password: { option: "secret", env: "ACME_SECRET" },
        },
      ],
      sent: [
        { option: "organizationId", env: "TPC_ORGANIZATION_ID", in: "header", key: "x-org" },
        { option: "project", env: "ACME_PROJECT", in: "query", key: "Project" },
      ],
      environments: { production: "https://api.acme.example", dev: "http://localhost:3000" },
      webhookSecret: { option: "key", env: "KEY" },
      optionTexts: { username: "Who calls.", organizationId: "Whose." },
    },
  ],
];

describe("the class", () => {
  it.each(SDK_CASES)("is read from %s", (_, lines, sdk) => {
    const hasEvents = lines.includes("webhooks:");
    const withoutEvents = hasEvents
      ? {}
      : { "events.yaml": undefined, "payloads/ping.yaml": undefined };
    const files = miniatureWith({ "vendor.yaml": BASE + lines, ...withoutEvents });
    expect(readSchema(files).vendor.sdk).toEqual(sdk);
  });

  it.each([
    ["1Password", "Api1Password"],
    ["Überblick", "Uberblick"],
    ["日本", "Api"],
    ["the prompting company", "ThePromptingCompany"],
  ])("of %s is called %s", (title, name) => {
    const text = `name: acme\ntitle: ${title}\nbaseUrl: https://api.acme.example\n`;
    const withoutEvents = { "events.yaml": undefined, "payloads/ping.yaml": undefined };
    expect(
      readSchema(miniatureWith({ "vendor.yaml": text, ...withoutEvents })).vendor.sdk.name,
    ).toBe(name);
  });

  it("knows the options of every client", () => {
    type Option = keyof ClientOptions;
    const options: Readonly<Record<Exclude<Option, never>, true>> = {
      auth: true,
      baseUrl: true,
      concurrency: true,
      fetch: true,
      headers: true,
      maxRetryDelay: true,
      now: true,
      onRateLimit: true,
      onRequest: true,
      onResponse: true,
      onRetry: true,
      retry: true,
      signal: true,
      sleep: true,
      timeout: true,
      idempotency: true,
      onInvalid: true,
      schemas: true,
      validation: true,
    };
    expect([...CLIENT_OPTIONS]).toEqual(
      [...Object.keys(options), "defaults", "environment"].sort(),
    );
  });
});

function readCase({ routes }: Pick<Case, "routes">): Map<string, string> {
  const entries = Object.entries(routes).map(([key, entry]) => {
    const route = typeof entry === "string" ? { operation: entry } : { operation: "o/p", ...entry };
    return [key, route] as const;
  });
  const calls = readCalls(Object.fromEntries(entries));
  return new Map([...calls].map(([key, { call }]) => [key, call]));
}

/** Routes by their keys with `operation`, or `method` and `was`; the names by the keys. */
interface Case {
  readonly title: string;
  readonly routes: Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;
  readonly calls: readonly string[];
}
