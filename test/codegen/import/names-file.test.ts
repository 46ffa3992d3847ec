/** A file of names, such as a `stainless.yml`, from which an import takes the names of methods. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { importAll } from "../../../codegen/import/import.js";
import { describeApi } from "../../cases/codegen/import/describe.js";
import { callsOf, describeRoutes, importText, readNames } from "./named-routes.js";

const API = describeApi({
  servers: [{ url: "https://api.acme.example/v1" }],
  security: [{ BearerAuth: [] }],
  paths: {
    "/chats": {
      get: {
        parameters: ["cursor", "limit"].map((name) => ({
          in: "query",
          name,
          schema: { type: "string" },
        })),
        responses: {
          200: {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: {
                    chats: { type: "array", items: { type: "object" } },
                    after: { type: "string" },
                  },
                },
              },
            },
          },
        },
      },
      post: {
        requestBody: {
          required: true,
          content: { "application/json": { schema: { type: "object", properties: { a: {} } } } },
        },
        responses: { 201: { description: "" } },
      },
    },
    "/chats/{chatId}/read": { post: { responses: {} } },
    "/by-url": { get: { responses: {} } },
    "/other": { get: { tags: ["chats"], responses: {} } },
  },
  components: { securitySchemes: { BearerAuth: { type: "http", scheme: "bearer" } } },
});

const NAMES = `
edition: 2025-10-10
organization: { name: the acme-sdk, docs: docs.acme.example }
environments: { production: https://api.acme.example/v2/, dev: "http://localhost:3000", local: /v1 }
targets:
  typescript: { package_name: acme-sdk, edition: typescript.2025-10-10 }
  python: { package_name: acme }
client_settings:
  idempotency: { header: Idempotency-Key }
  opts:
    api_key: { type: string, read_env: ACME_KEY, auth: { security_scheme: BearerAuth }, description: The key. }
    org_id: { send_in_header: X-Org-Id, nullable: true }
    project: { send_as_path_param: project }
    base_url: { send_in_header: X-Base }
    webhook_secret: { read_env: ACME_SECRET }
pagination:
  - name: chats_page
    type: cursor
    request:
      cursor: { x-stainless-pagination-property: { purpose: next_cursor_param } }
    response:
      chats: { type: array, x-stainless-pagination-property: { purpose: items } }
      after: { x-stainless-pagination-property: { purpose: next_cursor_field } }
  - { name: odd, type: fake_page, request: {}, response: {} }
readme: { example_requests: {} }
resources:
  $shared: { models: { error: Error } }
  $client: { methods: { get_by_url: get /by-url } }
  group_chats:
    models: { chat: Chat }
    methods:
      list: get /chats
      create: { endpoint: post /chats, body_param_name: NewChat, mcp: true }
      make: { type: http, endpoint: post /chats }
      gone: get /gone
      hidden: { endpoint: get /other, only: [python] }
    subresources:
      api_keys:
        methods:
          mark_as_read: { endpoint: "POST /chats/{id}/read", deprecated: Use another. }
  webhooks:
    methods:
      unwrap: { type: webhook_unwrap, webhook_key_opt: webhook_secret }
`;

/** Webhooks that say how they are called, and nothing of their signatures. */
const WITH_WEBHOOKS = {
  ...(JSON.parse(API) as object),
  webhooks: {
    "chat.created": {
      post: {
        requestBody: {
          content: {
            "application/json": {
              schema: { type: "object", properties: { type: { const: "chat.created" } } },
            },
          },
        },
        responses: { 200: { description: "ok" } },
      },
    },
  },
};

describe("a file of names", () => {
  const imported = importText(API, [], NAMES);

  it("names the methods, and the other routes as if it were not there", () => {
    expect(
      imported.model.routes.map(({ key, call, formerCalls }) => [key, call, ...formerCalls]),
    ).toEqual([
      ["GET /chats", "groupChats.list"],
      ["POST /chats", "groupChats.create", "groupChats.make"],
      ["POST /chats/{chatId}/read", "groupChats.apiKeys.markAsRead"],
      ["GET /by-url", "getByURL"],
      ["GET /other", "chats.retrieve"],
    ]);
    expect(imported.model.routes.map(({ deprecated }) => deprecated)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(imported.model.routes[1]?.bodyParameter).toBe("NewChat");
  });

  it("names the options of OAuth 2", () => {
    const scheme = { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/t", scopes: {} } } };
    const text = API.replace('{"type":"http","scheme":"bearer"}', JSON.stringify(scheme));
    expect(text).not.toBe(API);
    const options = ["client_id", "client_secret"].map(
      (role) =>
        `    app_${role}: { type: string, read_env: ACME_${role}, auth: { security_scheme: BearerAuth, role: ${role} } }\n`,
    );
    const names = NAMES.replace("    org_id:", `${options.join("")}    org_id:`);
    expect(readVendor(importText(text, [], names))["auth"]).toMatchObject({
      oauth2: "/t",
      option: "apiKey",
      clientId: { option: "appClientID", env: "ACME_client_id" },
      clientSecret: { option: "appClientSecret", env: "ACME_client_secret" },
    });
    // A bearer token has no program.
    expect(readVendor(importText(API, [], names))["auth"]).not.toHaveProperty("clientId");
  });

  it("names the class and its options", () => {
    expect(readVendor(imported)).toMatchObject({
      class: "TheAcmeSDK",
      arguments: "last",
      surface: "stainless",
      baseUrl: "https://api.acme.example/v2",
      environments: { production: "https://api.acme.example/v2", dev: "http://localhost:3000" },
      auth: { bearer: true, option: "apiKey", env: "ACME_KEY", description: "The key." },
      options: { orgID: { header: "X-Org-Id" } },
      idempotency: { header: "Idempotency-Key" },
    });
  });

  it("says how lists are divided into pages", () => {
    expect(readVendor(imported)["pagination"]).toEqual({
      chats_page: {
        style: "cursor",
        parameter: "cursor",
        items: "chats",
        next: { body: "after" },
        routes: { query: ["cursor", "limit"] },
      },
    });
  });

  it("says by `unwrap` that deliveries are signed as Standard Webhooks are", () => {
    const text = JSON.stringify(WITH_WEBHOOKS);
    expect(readVendor(importText(text, [], NAMES))).toMatchObject({
      webhooks: {
        signature: "standard-webhooks",
        delivery: { header: "webhook-id" },
        secret: { option: "webhookSecret", env: "ACME_SECRET" },
      },
    });
    const withoutUnwrap = NAMES.replace("unwrap:", "open:");
    expect(readVendor(importText(text, [], withoutUnwrap))).not.toHaveProperty(
      "webhooks.signature",
    );
  });

  it("has its other keys listed", () => {
    expect(
      imported.allNotes.filter((note) => /stainless|option|method|address|name/.test(note)),
    ).toEqual([
      "Not imported: a name of a method whose route is not described: `groupChats.gone` (GET /gone).",
      "Not imported: keys of stainless.yml that have no meaning here: readme, organization.docs, " +
        "targets.python, targets.typescript.package_name, resources.group_chats.methods.create.mcp, " +
        "resources.group_chats.methods.hidden, client_settings.opts.project.send_as_path_param, " +
        "environments.local, pagination.odd.",
      "Not imported: an option of the class, which is an option of every class with this surface: client_settings.opts.base_url.",
      "Not imported: an option of the class, which is sent in no header and no query: client_settings.opts.project.",
      "A second name of a route, which stays as a former one: POST /chats (`groupChats.make`).",
      "The address is that of the file of names, not the one of the description: https://api.acme.example/v2, not https://api.acme.example/v1.",
    ]);
  });

  it.each<[text: string, ignored: string]>([
    [
      "resources: { $client: { subresources: { x: { mcp: true } } } }",
      "resources.$client.subresources.x.mcp",
    ],
    [
      "resources: { a: { subresources: { b: { subresources: { c: { skip: true } } } } } }",
      "resources.a.subresources.b.subresources.c",
    ],
    ["targets: { typescript: , python: }\nresources: {}", "targets.python"],
    ["targets: { node: , go: {} }\nresources: {}", "targets.go"],
  ])("ignores by its place in the file: %s", (text, ignored) => {
    expect(readNames(text).ignored).toEqual([ignored]);
  });

  it("changes nothing when it is read again, with or without it", () => {
    const again = importText(API, imported.folder, NAMES);
    expect(again.files).toEqual(imported.files);
    // The file of names alone says that a route is deprecated.
    const without = importText(API, imported.folder);
    const [routes, routesWithout] = [imported, without].map((each) =>
      readFile(each, "routes.yaml").replace("  deprecated: true\n", ""),
    );
    expect(routesWithout).toBe(routes);
  });

  it("names the routes of an older folder, but not those that have a name", () => {
    const { folder } = importText(API);
    const older = folder.map((file) => ({
      ...file,
      text: file.text.replace(
        /( {2}operation: .*\n) {2}method: (.*)\n/g,
        (_, line: string, call: string) =>
          call === "byUrl.retrieve" ? `${line}  method: byUrl\n` : line,
      ),
    }));
    const again = importText(API, older, NAMES);
    expect([...callsOf(again).values()]).toEqual([
      "groupChats.list",
      "groupChats.create",
      "groupChats.apiKeys.markAsRead",
      "byUrl",
      "chats.getOther",
    ]);
    expect(again.notes).toContain(
      "Kept the name of a method, which this import would change: GET /by-url (`byUrl`, not `getByURL`).",
    );
    expect(readVendor(again)).toMatchObject({
      class: "TheAcmeSDK",
      baseUrl: "https://api.acme.example/v1",
      auth: { bearer: true, option: "apiKey", env: "ACME_KEY" },
    });
  });

  it("is for all descriptions: a route of any of them is known", () => {
    const [first, second] = importAll(
      [
        { path: "a.json", text: describeRoutes({ "GET /a": {} }) },
        { path: "b.json", text: describeRoutes({ "GET /b": {} }) },
      ],
      [],
      { names: readNames("resources: { x: { methods: { a: get /a, b: get /b, c: get /c } } }") },
    );
    expect(first?.notes.join()).not.toContain("whose route");
    expect(second?.notes).toContain(
      "Not imported: a name of a method whose route is not described: `x.c` (GET /c).",
    );
    expect(second && [...callsOf(second).values()]).toEqual(["x.b", "x.a"]);
  });

  it.each<[what: string, text: string, message: string]>([
    [
      "has no resources",
      "openapi: 3.1.0\n",
      "stainless.yml: The file has no map `resources`; expected the configuration of an SDK, such as a stainless.yml.",
    ],
    ["is a list", "[]", "stainless.yml: The file has no map `resources`;"],
    ["is no YAML", "a: [", "stainless.yml: The content is neither JSON nor YAML:"],
  ])("is refused if it %s", (_, text, message) => {
    expect(() => readNames(text)).toThrow(message);
  });
});

describe("the spelling of names", () => {
  it.each([
    ["get_from_url", "getFromURL.getFromURL"],
    ["getFromURL", "getFromURL.getFromURL"],
    ["removeAiTags", "removeAITags.removeAITags"],
    ["stop_ids", "stopIDs.stopIDs"],
    ["stopIDs", "stopIDs.stopIDs"],
    ["listSKUsOfShop", "listSKUsOfShop.listSKUsOfShop"],
    ["getHTTPServer", "getHTTPServer.getHTTPServer"],
    ["api_keys", "apiKeys.apiKeys"],
    ["get_oauth_apps", "getOAuthApps.getOAuthApps"],
    ["upload_csv", "uploadCsv.uploadCsv"],
    ["_raw_sign", "_rawSign._rawSign"],
    ["v1", "v1.v1"],
    ["phone-numbers.all", "phoneNumbersAll.phoneNumbersAll"],
  ])("%s is %s", (name, call) => {
    expect(spell(name)).toBe(call);
  });

  it("is that of the older generator for its SDKs", () => {
    expect(spell("stop_ids_by_url", "targets: { node: {} }")).toBe("stopIdsByURL.stopIdsByURL");
    const { arguments: form } = readNames("targets: { node: {} }\nresources: {}");
    expect(form).toBe("positional");
  });

  it("follows custom_casings", () => {
    const custom = (entry: string) => `custom_casings: { lumaai: ${entry} }`;
    const luma = custom("{ pascal: LumaAI, camel: lumaai }");
    expect(spell("get_lumaai", luma)).toBe("getLumaAI.getLumaAI");
    expect(spell("get_lumaai", custom("{ initialism: true }"))).toBe("getLUMAAI.getLUMAAI");
    const { className } = readNames(`organization: { name: lumaai }\n${luma}\nresources: {}`);
    expect(className).toBe("LumaAI");
  });
});

function readVendor(imported: Imported) {
  return parse(readFile(imported, "vendor.yaml")) as Record<string, unknown>;
}

function readFile({ files }: Imported, path: string): string {
  return files.find((file) => file.path === path)?.text ?? "";
}

/** The call of a method that has the same name as its resource. */
function spell(name: string, moreKeys = ""): string | undefined {
  const text = `${moreKeys}\nresources: { ${name}: { methods: { ${name}: get /a } } }`;
  return readNames(text).methods[0]?.call;
}

type Imported = ReturnType<typeof importText>;
