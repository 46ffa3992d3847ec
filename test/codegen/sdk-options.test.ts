/** The class that `vendor.yaml` describes: its name, credentials and other options. */
import { describe, expect, it } from "vitest";
import type { VendorSdk } from "../../codegen/model/model.js";
import { readSchema } from "../../codegen/read-schema.js";
import { CLIENT_OPTIONS } from "../../codegen/read/vendor/taken-options.js";
import type { ClientOptions } from "../../src/request/client/types.js";
import { classMistakes } from "../cases/codegen/read/class.js";
import { miniatureWith } from "../cases/codegen/read/miniature.js";
import { reportOf } from "../cases/codegen/read/report-of.js";

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
    expect(readSdk(`${BASE}${lines}`)).toEqual(sdk);
  });

  it.each([
    ["1Password", "Api1Password"],
    ["Überblick", "Uberblick"],
    ["日本", "Api"],
    ["the prompting company", "ThePromptingCompany"],
  ])("of %s is called %s", (title, name) => {
    const text = `name: acme\ntitle: ${title}\nbaseUrl: https://api.acme.example\n`;
    expect(readSdk(text).name).toBe(name);
  });

  it.each(classMistakes)("reports exactly what it cannot have: $title", ({ files, report }) => {
    expect(reportOf(() => readSchema(miniatureWith(files)))).toEqual(report);
  });

  it("knows the options of every client", () => {
    // The compiler asks for an option that is missing here.
    const options: Readonly<Record<keyof ClientOptions, true>> = {
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

/** Reads a vendor. One without webhooks has no events. */
function readSdk(vendor: string): VendorSdk {
  const withoutEvents = { "events.yaml": undefined, "payloads/ping.yaml": undefined };
  const others = vendor.includes("webhooks:") ? {} : withoutEvents;
  return readSchema(miniatureWith({ "vendor.yaml": vendor, ...others })).vendor.sdk;
}
