/** `typewire init`, from nothing and from descriptions. */
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createTestCli, type TestCli } from "./cli.js";

const SHOP = `openapi: 3.1.0
info: { title: "Shop: the *API*", version: "1" }
servers:
  - url: https://api.shop.example/v1/
  - url: https://test.shop.example/v1
paths:
  /orders:
    get: { operationId: listOrders, summary: List orders., responses: { "200": { description: ok } } }
  /orders/{order}:
    get:
      operationId: getOrder
      parameters: [{ name: order, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: ok } }
`;

const HOOKS = `openapi: 3.1.0
info: { title: Shop webhooks, version: "1" }
webhooks:
  order.paid:
    post:
      parameters:
        - { name: X-Shop-Topic, in: header, schema: { type: string } }
        - { name: X-Shop-Delivery-Id, in: header, schema: { type: string } }
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [kind, total]
              properties: { kind: { type: string }, total: { type: number } }
      responses: { "200": { description: ok } }
`;

let cli: TestCli;
beforeEach(async () => {
  cli = await createTestCli();
  await cli.write("shop.yaml", SHOP);
  await cli.write("hooks.yaml", HOOKS);
});
afterEach(() => cli.remove());

const vendor = async (folder: string): Promise<Record<string, unknown>> =>
  parse(await cli.read(`${folder}/schema/vendor.yaml`));

describe("init from nothing", () => {
  let cli: TestCli;
  beforeAll(async () => {
    cli = await createTestCli();
    expect((await cli.run(["init", "acme-sdk"])).code).toBe(0);
  });
  afterAll(() => cli.remove());

  it("makes six routes and four events", async () => {
    expect(Object.keys(parse(await cli.read("acme-sdk/schema/routes.yaml")))).toHaveLength(6);
    expect(Object.keys(parse(await cli.read("acme-sdk/schema/events.yaml")))).toHaveLength(4);
  });

  it("makes what a package needs", async () => {
    const files = await cli.list("acme-sdk");
    const otherFiles = files.filter((path) => !/^(schema|src)\//.test(path));
    expect(otherFiles).toEqual([
      ".attw.json",
      ".editorconfig",
      ".gitattributes",
      ".gitignore",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "README.md",
      "SKILL.md",
      "llms.txt",
      "package.json",
      "test/client.test.ts",
      "tsconfig.json",
    ]);
  });

  it("writes a manifest with scripts, entry points and few dependencies", async () => {
    const manifest = JSON.parse(await cli.read("acme-sdk/package.json"));
    expect(manifest.name).toBe("acme-sdk");
    expect(Object.keys(manifest.scripts)).toEqual(
      expect.arrayContaining(["build", "test", "prepack", "prepublishOnly"]),
    );
    expect(Object.keys(manifest.dependencies)).toEqual(["typewire-runtime"]);
    expect(Object.keys(manifest.devDependencies)).toEqual(
      expect.arrayContaining(["typewire-cli", "typescript"]),
    );
    expect(Object.keys(manifest.exports)).toEqual(
      expect.arrayContaining([".", "./testing", "./validate", "./package.json"]),
    );
    expect(manifest).not.toHaveProperty("license");
  });

  it("begins a changelog, which is packed", async () => {
    const changelog = await cli.read("acme-sdk/CHANGELOG.md");
    expect(changelog).toMatch(/^# Changelog\n/);
    const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      "[Unreleased]",
      expect.stringMatching(/^\[0\.1\.0\] - \d{4}-\d\d-\d\d$/),
    ]);
    expect(changelog).toContain("- The first version, with 6 routes and 4 webhook events.");
    const { files } = JSON.parse(await cli.read("acme-sdk/package.json")) as { files: string[] };
    expect(files).toContain("CHANGELOG.md");
  });

  it("names pages that are packed, too", async () => {
    const present = await cli.list("acme-sdk");
    const { files } = JSON.parse(await cli.read("acme-sdk/package.json")) as { files: string[] };
    const packed = ["README.md", ...files];
    const isPacked = (path: string): boolean =>
      packed.some((each) => path === each || path.startsWith(`${each}/`));
    const texts = ["README.md", "SKILL.md", "llms.txt"].map((page) => cli.read(`acme-sdk/${page}`));
    const pages = (await Promise.all(texts)).map((text) =>
      [...text.matchAll(/(?:\]\(|(?<!\[)`)([\w./-]+\.md)[)`]/g)].map(([, path = ""]) => path),
    );
    const reference = ["routes", "events"].map((name) => `src/generated/reference/${name}.md`);
    for (const paths of pages)
      expect(paths).toEqual(expect.arrayContaining(["src/generated/api.md", ...reference]));
    expect(pages.flat().filter((path) => !present.includes(path) || !isPacked(path))).toEqual([]);
  });

  it("points editors and readers to what is installed with the package", async () => {
    const routes = await cli.read("acme-sdk/schema/routes.yaml");
    expect(routes).toMatch(
      /^# .*\$schema=\.\.\/node_modules\/typewire-cli\/meta\/routes\.schema\.json\n/,
    );
    const component = await cli.read("acme-sdk/schema/components/notes.yaml");
    expect(component).toContain(
      "$schema=../../node_modules/typewire-cli/meta/components.schema.json",
    );
    const entry = await cli.read("acme-sdk/src/generated/index.ts");
    expect(entry).toContain("Command: npx typewire generate\n");
    expect(entry).not.toContain("npm run codegen");
  });

  it("is in sync with what `generate --check` makes, which finds every change", async () => {
    const folders = ["--schema", "acme-sdk/schema", "--out", "acme-sdk/src/generated"];
    expect(await cli.run(["generate", "--check", ...folders])).toMatchObject({ code: 0 });
    const events = await cli.read("acme-sdk/schema/events.yaml");
    await cli.write("acme-sdk/schema/events.yaml", `${events}note.read:\n`);
    const stale = await cli.run(["generate", "--check", ...folders]);
    expect(stale.code).toBe(1);
    expect(stale.err).toContain("stale:   event-names.ts");
    expect(stale.err).toMatch(/To update it: npx typewire generate --schema \S+acme-sdk\/schema/);
  });
});

describe("init from descriptions", () => {
  it("takes the names of methods and of the class from a file", async () => {
    const names =
      "organization: { name: acme shop }\nresources: { goods: { methods: { all: get /orders } } }";
    await cli.write("stainless.yml", names);
    const argv = ["init", "shop-sdk", "--from", "shop.yaml", "--names", "stainless.yml", "--yes"];
    const { code, err } = await cli.run(argv);
    expect([code, err.replace(/To be filled in:[^]*/, "")]).toEqual([0, ""]);
    const vendor = parse(await cli.read("shop-sdk/schema/vendor.yaml")) as object;
    expect(vendor).toMatchObject({ class: "AcmeShop", arguments: "last", surface: "stainless" });
    expect(await cli.read("shop-sdk/schema/routes.yaml")).toContain("method: goods.all\n");
  });

  it("[K.17] applies an overlay to each description", async () => {
    const action = "{ target: $.info, update: { description: From an overlay. } }";
    const added = "{ target: $, update: { paths: { /overlaid: { get: { responses: {} } } } } }";
    await cli.write(
      "fixes.yaml",
      `overlay: 1.0.0\ninfo: { title: F, version: "1" }\nactions: [${action}, ${added}]\n`,
    );
    const argv = ["init", "laid-sdk", "--from", "shop.yaml", "--overlay", "fixes.yaml", "--yes"];
    expect((await cli.run(argv)).code).toBe(0);
    expect(await cli.read("laid-sdk/schema/routes.yaml")).toContain("GET /overlaid:\n");
  });

  it("writes nothing if the file of names is not there", async () => {
    const argv = ["init", "sdk", "--from", "shop.yaml", "--names", "none.yml", "--yes"];
    const { code, err } = await cli.run(argv);
    expect([code, err]).toEqual([1, expect.stringContaining("none.yml does not exist.")]);
    expect(err).toContain("Nothing was written.");
  });

  it("takes routes from one and webhooks from another, and asks nothing in a script", async () => {
    const { code, out, err } = await cli.run([
      "init",
      "shop-sdk",
      "--from",
      "shop.yaml",
      "--from",
      "hooks.yaml",
    ]);
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining("2 routes, 1 event"),
    });
    expect(err).toMatch(
      /shop-sdk\/schema\/vendor\.yaml:\d+:\d+ {2}webhooks\.signature: The key is a TODO/,
    );
    expect(await vendor("shop-sdk")).toMatchObject({
      name: "shop",
      baseUrl: "https://api.shop.example/v1",
      webhooks: { path: "/api/shop/webhooks" },
    });
    const readme = await cli.read("shop-sdk/README.md");
    expect(readme).toContain('endpoint("GET /orders/{order}", { order: "example" })');
    expect(readme).toContain("\\*API\\*");
    expect(await cli.read("shop-sdk/src/generated/payloads.ts")).toContain("interface");
    // Nothing would reach them before the signature is filled in.
    await expect(cli.read("shop-sdk/src/generated/samples/index.ts")).rejects.toThrow("ENOENT");
  });

  it("takes answers as options", async () => {
    const { code, err } = await cli.run([
      "init",
      "sdk",
      "--from",
      "hooks.yaml",
      "--name",
      "@shop/webhooks",
      "--signature",
      "standard-webhooks:shop",
      "--event",
      "header:X-Shop-Topic",
      "--delivery",
      "header:X-Shop-Delivery-Id",
      "--license",
      "MIT",
      "--yes",
    ]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect((await vendor("sdk"))["webhooks"]).toEqual({
      path: "/api/shop/webhooks",
      event: { header: "X-Shop-Topic" },
      delivery: { header: "X-Shop-Delivery-Id" },
      action: "none",
      signature: { preset: "standard-webhooks", prefix: "shop" },
    });
    const manifest = JSON.parse(await cli.read("sdk/package.json"));
    expect(manifest).toMatchObject({ name: "@shop/webhooks", license: "MIT" });
    expect(await cli.read("sdk/test/client.test.ts")).toContain('from "@shop/webhooks/testing"');
  });

  it("names the class by --class, and otherwise by the title without an API behind it", async () => {
    const get = { operationId: "orders/list", responses: { 204: { description: "none" } } };
    const info = { title: "Shop API", version: "1" };
    const paths = { "/orders": { get } };
    await cli.write("api.yaml", JSON.stringify({ openapi: "3.1.0", info, paths }));
    expect((await cli.run(["init", "one", "--from", "api.yaml", "--yes"])).code).toBe(0);
    expect(await cli.read("one/src/generated/sdk.ts")).toContain("export const Shop:");
    for (const page of ["README.md", "SKILL.md", "llms.txt"])
      expect(await cli.read(`one/${page}`)).not.toMatch(/Shop\s+API/);
    const argv = ["init", "two", "--from", "api.yaml", "--class", "ShopApi", "--yes"];
    expect((await cli.run(argv)).code).toBe(0);
    expect(await cli.read("two/src/generated/sdk.ts")).toContain("export const ShopApi:");
    expect(await cli.run(["init", "three", "--class", "shop-api", "--yes"])).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        "The value of --class is shop-api; expected an identifier",
      ) as string,
    });
  });

  it("compiles no examples where the pages have none, because the compiler refuses an empty folder", async () => {
    const body = { type: "object", properties: { file: { type: "string", format: "binary" } } };
    const requestBody = { required: true, content: { "multipart/form-data": { schema: body } } };
    const post = { requestBody, responses: { 204: { description: "none" } } };
    const [info, paths] = [{ title: "Shop", version: "1" }, { "/files": { post } }];
    await cli.write("api.yaml", JSON.stringify({ openapi: "3.1.0", info, paths }));
    expect((await cli.run(["init", "sdk", "--from", "api.yaml", "--yes"])).code).toBe(0);
    expect(await cli.read("sdk/README.md")).not.toMatch(/^```ts$/m);
    expect(await cli.read("sdk/test/client.test.ts")).toContain("if (blocks.length === 0) return;");
  });

  it("shows the credential that most people have, and the stream of a service that streams", async () => {
    const schema = { type: "object", properties: { text: { type: "string" } } };
    const content = {
      "application/json": { schema },
      "text/event-stream": { schema },
    };
    const body = { type: "object", properties: { stream: { type: "boolean" } } };
    await cli.write(
      "chat.json",
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Chat", version: "1" },
        servers: [{ url: "https://api.chat.example" }],
        security: [{ user: [] }, { token: [] }],
        components: {
          securitySchemes: {
            user: { type: "http", scheme: "basic" },
            token: { type: "http", scheme: "bearer" },
          },
        },
        paths: {
          "/chats": {
            post: {
              operationId: "chats/create",
              requestBody: { required: true, content: { "application/json": { schema: body } } },
              responses: { 200: { description: "ok", content } },
            },
          },
        },
      }),
    );
    expect((await cli.run(["init", "sdk", "--from", "chat.json", "--yes"])).code).toBe(0);
    const readme = await cli.read("sdk/README.md");
    expect(readme).toContain(
      'for await (const item of client.stream("POST /chats", { stream: true }))',
    );
    expect(readme).toContain("createClient({ auth: process.env.SDK_API_KEY })");
    expect(await cli.read("sdk/test/client.test.ts")).not.toContain("SDK_PASSWORD");
  });

  it.each<[license: string | undefined, text: string | undefined, isToldAbout: boolean]>([
    ["MIT", "Permission is hereby granted, free of charge", false],
    ["ISC", "Permission to use, copy, modify, and/or distribute", false],
    ["Apache-2.0", undefined, true],
    [undefined, undefined, false],
  ])("writes the text of the license %s", async (license, text, isToldAbout) => {
    const options = license === undefined ? [] : ["--license", license];
    const { code, out } = await cli.run(["init", "sdk", "--yes", ...options]);
    expect({ code, isToldAbout: out.includes("Add its text as LICENSE") }).toEqual({
      code: 0,
      isToldAbout,
    });
    const files = await cli.list("sdk");
    expect(files.includes("LICENSE")).toBe(text !== undefined);
    if (text === undefined) return;
    const written = await cli.read("sdk/LICENSE");
    expect(written).toContain(text);
    expect(written).toContain(`Copyright (c) ${new Date().getFullYear()} The authors of sdk`);
  });

  it("says that the package is an ES module, and which Node can require it", async () => {
    await cli.run(["init", "sdk", "--yes"]);
    const readme = (await cli.read("sdk/README.md")).replace(/\s+/g, " ");
    expect(readme).toContain("It is an ES module (ESM) for Node (20.19+ or 22.12+)");
    expect(readme).toContain("`require()` loads it, too");
  });

  it("reads standard input and addresses", async () => {
    const fetched: string[] = [];
    const answer = await cli.run(
      ["init", "sdk", "--from", "-", "--from", "https://shop.example/hooks.yaml"],
      {
        input: SHOP,
        fetch: (address) => {
          fetched.push(new Request(address).url);
          return Promise.resolve(new Response(HOOKS));
        },
      },
    );
    expect(answer).toMatchObject({ code: 0, out: expect.stringContaining("2 routes, 1 event") });
    expect(fetched).toEqual(["https://shop.example/hooks.yaml"]);
  });

  it("calls the service after the package where the title names none", async () => {
    const text = SHOP.replace('"Shop: the *API*"', '"The official OpenAPI spec + an extension"');
    const { code, out } = await cli.run(["init", "hub-sdk", "--from", "-"], { input: text });
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining("Called Hub in texts, after the package") as string,
    });
    expect(await vendor("hub-sdk")).toMatchObject({ title: "Hub" });
    expect(await cli.read("hub-sdk/README.md")).toContain("A typed client for Hub: 2 routes.");
    const manifest = JSON.parse(await cli.read("hub-sdk/package.json"));
    expect(manifest.description).toBe("A typed client for Hub.");
  });

  it("counts what is ignored, and lists it with --verbose", async () => {
    const short = await cli.run(["init", "one", "--from", "hooks.yaml"]);
    expect(short.out).toMatch(/^Ignored: .*--verbose lists them\.$/m);
    expect(short.out).not.toContain("`responses` of a webhook");
    const whole = await cli.run(["init", "two", "--from", "hooks.yaml", "--verbose"]);
    expect(whole.out).toContain("Ignored: `responses` of a webhook (1).");
  });

  it("invents no base address", async () => {
    await cli.write("no-server.yaml", SHOP.replace(/servers:\n(?: {2}- .*\n)+/, ""));
    const { code, err } = await cli.run(["init", "sdk", "--from", "no-server.yaml"]);
    const text = await cli.read("sdk/schema/vendor.yaml");
    expect(text).not.toContain("example.com");
    expect({ code, text, err }).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^ *# TODO baseUrl:/m),
      err: expect.stringContaining("baseUrl"),
    });
  });
});

describe("init with somebody at the terminal", () => {
  it("asks what the descriptions cannot say", async () => {
    const answers = ["", "2", "3", "", "2", "1"];
    const { code, err } = await cli.run(
      ["init", "sdk", "--from", "shop.yaml", "--from", "hooks.yaml"],
      { answers },
    );
    expect({ code, err }).toMatchObject({
      code: 0,
      err: expect.stringMatching(
        /Name of the package \(sdk\).*Where is the API\?.*How are deliveries signed\?.*Where does a delivery name its event\?.*the header X-Shop-Topic/s,
      ),
    });
    expect(await vendor("sdk")).toMatchObject({
      baseUrl: "https://test.shop.example/v1",
      webhooks: { signature: "standard-webhooks", event: { header: "X-Shop-Topic" } },
    });
  });

  it("asks again after an answer that is none", async () => {
    const { code, err } = await cli.run(["init", "--from", "hooks.yaml", "sdk"], {
      answers: ["Not A Name", "shop", "99", "1", "1", "1"],
    });
    expect(code).toBe(0);
    expect(err).toContain("The package name is 'Not A Name'; expected lowercase letters");
    expect(err).toContain('The answer is "99"; expected a number from 1 to');
    expect(await cli.read("sdk/schema/vendor.yaml")).toMatch(/# TODO signature:/);
  });

  it("asks nothing that was answered, and nothing with --yes", async () => {
    const answered = ["--base-url", "https://shop.example", "--name", "shop"];
    const first = await cli.run(["init", "one", "--from", "shop.yaml", ...answered], {
      answers: [],
    });
    expect(first).toMatchObject({ code: 0, err: "" });
    const second = await cli.run(["init", "two", "--from", "shop.yaml", "--yes"], { answers: [] });
    expect(second).toMatchObject({ code: 0, err: "" });
  });

  it("writes nothing when the questions are not answered", async () => {
    const { code, err } = await cli.run(["init", "sdk"], { answers: [] });
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining("Nothing was written"),
    });
    await expect(cli.list("sdk")).rejects.toThrow("ENOENT");
  });
});

describe("init refuses", () => {
  it("a folder that is not empty, and says which files", async () => {
    await mkdir(join(cli.folder, "sdk/.git"), { recursive: true });
    expect((await cli.run(["init", "sdk"])).code).toBe(0);
    const names = (await readdir(join(cli.folder, "sdk"))).filter((name) => name !== ".git");
    const { code, err } = await cli.run(["init", "sdk"]);
    expect(code).toBe(1);
    const listed = ".attw.json, .editorconfig, .gitattributes, .gitignore, CHANGELOG.md";
    expect(err).toContain(`sdk is not empty: it has ${listed} and ${names.length - 5} more`);
  });

  it.each([
    ["stripe", "body:type", "body:id"],
    ["github", "body:meta.kind", "body:meta.ids.own"],
    ["standard-webhooks", "header:X-Event", "body:data.id"],
  ])("not its own starter, with --signature %s --event %s --delivery %s", async (...answers) => {
    const [signature, event, delivery] = answers;
    const options = ["--signature", signature, "--event", event, "--delivery", delivery];
    expect(await cli.run(["init", "own-sdk", ...options])).toMatchObject({ code: 0 });
    const { webhooks } = await vendor("own-sdk");
    const toSource = (text: string) => Object.fromEntries([text.split(":")]) as object;
    expect(webhooks).toMatchObject({
      signature,
      event: toSource(event),
      delivery: toSource(delivery),
    });
    expect(
      await cli.run([
        "generate",
        "--check",
        "--schema",
        "own-sdk/schema",
        "--out",
        "own-sdk/src/generated",
      ]),
    ).toMatchObject({ code: 0 });
  });

  it.each<[readonly string[], number, string]>([
    [["init", "shop.yaml"], 1, "shop.yaml is a file; expected a folder."],
    [["init", "a", "b"], 2, "The argument is a b; expected one folder."],
    [["init", "sdk", "--from", "none.yaml"], 1, "none.yaml"],
    [["init", "sdk", "--from", "."], 1, "folder"],
    [["init", "sdk", "--from", "ftp://a/b"], 1, "ftp://a/b"],
    [["init", "sdk", "--name", "fs"], 2, "The package name is fs, which is taken"],
    [["init", "sdk", "--name", "../x"], 2, "The package name is ../x; expected lowercase letters"],
    [["init", "sdk", "--signature", "acme"], 2, "The value of --signature is acme; expected none"],
    [["init", "sdk", "--event", "type"], 2, "expected header:<name> or body:<dotted path>"],
    [
      ["init", "sdk", "--base-url", "acme"],
      2,
      "The base address is acme; expected an http: or https:",
    ],
    [["init", "sdk", "--from", "shop.yaml", "--event", "body:type"], 1, "has no webhooks"],
    [["init", "sdk", "--frm", "x"], 2, "Did you mean --from?"],
  ])("%j with exit code %d", async (argv, code, message) => {
    const answer = await cli.run(argv);
    expect(answer).toMatchObject({ code, err: expect.stringContaining(message) });
    await expect(cli.list("sdk")).rejects.toThrow("ENOENT");
  });

  it("to write outside of the folder, whatever names say", async () => {
    const hostile = HOOKS.replaceAll("order.paid", "../../../../evil");
    await cli.write("hostile.yaml", hostile);
    expect((await cli.run(["init", "sdk", "--from", "hostile.yaml"])).code).toBe(0);
    const files = await cli.list(".");
    expect(files.filter((path) => !/^(sdk\/|(shop|hooks|hostile)\.yaml$)/.test(path))).toEqual([]);
  });
});
