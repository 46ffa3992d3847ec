/** Constants, catalogs, entries, and the reference pages. */
import { describe, expect, it } from "vitest";
import { acme, action, event, parameter, route } from "../cases/codegen/emit/miniature.js";
import { emitted } from "./emitted.js";

describe("constants.ts", () => {
  it("holds the vendor, header names in lowercase", async () => {
    const text = await emitted("constants.ts", {});
    expect(text).toContain('export const vendorName = "acme";\n');
    expect(text).toContain('export const baseUrl = "https://api.acme.example";\n');
    expect(text).toContain('export const accept = "application/vnd.acme.v1+json";\n');
    expect(text).toContain('export const mediaTypePrefix = "application/vnd.acme";\n');
    expect(text).toContain('export const webhookPath = "/hooks/acme";\n');
    expect(text)
      .toContain(`export const webhookHeaders = { event: "acme-event", delivery: "acme-delivery", signature: "acme-signature" } as const;
`);
  });
});

describe("catalogs", () => {
  it("bind constants, names and exceptions", async () => {
    expect(await emitted("webhook-catalog.ts", {})).toContain(`export const webhookCatalog = {
  path: webhookPath,
  event: { header: "acme-event" },
  delivery: { header: "acme-delivery" },
  action: "action",
  relay: webhookRelay,
  eventNames: emitterEventNames,
} as const;
`);
    expect(await emitted("endpoint-catalog.ts", {})).toContain(`export const endpointCatalog = {
  baseUrl,
  accept,
  mediaTypePrefix,
  get routes() {
    return expandRouteExceptions();
  },
} as const;
`);
  });
});

describe("the client's own name", () => {
  it("begins the user-agent, as a product of the header's grammar", async () => {
    const vendor = { ...acme, agent: { name: "@acme/sdk", version: "1.2.0" } };
    const constants = await emitted("constants.ts", { vendor });
    expect(constants).toContain('export const userAgent = "acme-sdk/1.2.0";\n');
    expect(await emitted("endpoint-catalog.ts", { vendor })).toContain("  userAgent,\n");
  });
});

describe("the entries", () => {
  const vendor = { ...acme, runtime: "typewire-runtime" };

  it("bind the runtime that the YAML names", async () => {
    const endpoint = await emitted("endpoint.ts", { vendor });
    expect(endpoint).toContain('from "typewire-runtime/endpoint";\n');
    expect(endpoint).toContain("export const endpoint: Endpoint<Routes> =");
    const webhooks = await emitted("webhooks.ts", { vendor });
    expect(webhooks).toContain('from "typewire-runtime/webhooks";\n');
    expect(webhooks).toContain("export const Webhooks: WebhooksConstructor<WebhookTypes> =");
  });

  it("offer no payload types in an import from the root, but in one from webhooks", async () => {
    const typesOf = 'export type * from "./payloads.js";\n';
    expect(await emitted("webhooks.ts", { vendor })).toContain(typesOf);
    const root = await emitted("index.ts", { vendor });
    expect(root).not.toContain("export type *");
    expect(root).not.toContain("payloads.js");
    expect(root).toMatch(/^export \{[^*}]*\bWebhooks\b[^*}]*\} from "\.\/webhooks\.js";$/m);
    expect(root).toMatch(/^export \{ anyRoute, endpoint, [^*]* \} from "\.\/endpoint\.js";$/m);
  });

  it("are not made where the YAML names none", async () => {
    await expect(emitted("index.ts", {})).rejects.toThrow("index.ts was not generated");
  });
});

describe("reference pages", () => {
  it("escape what they quote", async () => {
    const events = [
      event("push", { description: "a | b <script> [x](y)", actions: [action("done")] }),
    ];
    const text = await emitted("reference/events.md", { events });
    expect(text).toContain("a \\| b \\<script\\> \\[x\\](y)");
    expect(text).toContain("| `push.done` | `PushDoneEvent` | `PushDonePayload` |");
    expect(text).toContain("Events: 1. Names, with the combinations of event and action: 2.");
  });

  it("list the parameters of every route by place", async () => {
    const parameters = [parameter("path", "id", { description: "Of the `thing`" })];
    const text = await emitted("reference/routes.md", {
      routes: [
        route("GET /things/{id}", {
          parameters,
          responses: [{ status: "404", description: "a|b" }],
        }),
      ],
    });
    expect(text).toContain("## `GET /things/{id}`");
    expect(text).toMatch(/\| `id` \| `\w+` \| path \| yes +\| Of the \\`thing\\` \|/);
    expect(text).toMatch(/\| `404` \| +\| +\| a\\\|b +\|/);
  });
});
