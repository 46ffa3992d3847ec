/** `typewire init` from descriptions. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { forEachTest } from "./for-each-test.js";
import { createWithDescriptions, HOOKS, readVendor, SHOP } from "./fixtures/shop.js";

const cli = forEachTest(createWithDescriptions);

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
    const argv = ["init", "shop-sdk", "--from", "shop.yaml", "--from", "hooks.yaml"];
    const { code, out, err } = await cli.run(argv);
    expect(code).toBe(0);
    expect(out).toContain("2 routes, 1 event");
    expect(err).toMatch(
      /shop-sdk\/schema\/vendor\.yaml:\d+:\d+ {2}webhooks\.signature: The key is a TODO/,
    );
    expect(await readVendor(cli, "shop-sdk")).toMatchObject({
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
    const argv = ["init", "sdk", "--from", "hooks.yaml", "--name", "@shop/webhooks", "--yes"];
    const signature = ["--signature", "standard-webhooks:shop", "--license", "MIT"];
    const fields = ["--event", "header:X-Shop-Topic", "--delivery", "header:X-Shop-Delivery-Id"];
    const { code, err } = await cli.run([...argv, ...signature, ...fields]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(await readVendor(cli, "sdk")).toHaveProperty("webhooks", {
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
    const refused = await cli.run(["init", "three", "--class", "shop-api", "--yes"]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("The value of --class is shop-api; expected an identifier");
  });

  it("compiles no examples where the pages have none, because the compiler refuses an empty folder", async () => {
    const body = { type: "object", properties: { file: { type: "string", format: "binary" } } };
    const requestBody = { required: true, content: { "multipart/form-data": { schema: body } } };
    const post = { requestBody, responses: { 204: { description: "none" } } };
    const info = { title: "Shop", version: "1" };
    const paths = { "/files": { post } };
    await cli.write("api.yaml", JSON.stringify({ openapi: "3.1.0", info, paths }));
    expect((await cli.run(["init", "sdk", "--from", "api.yaml", "--yes"])).code).toBe(0);
    expect(await cli.read("sdk/README.md")).not.toMatch(/^```ts$/m);
    expect(await cli.read("sdk/test/client.test.ts")).toContain("if (blocks.length === 0) return;");
  });

  it("shows the credential that most people have, and the stream of a service that streams", async () => {
    await cli.write("chat.json", JSON.stringify(CHAT));
    expect((await cli.run(["init", "sdk", "--from", "chat.json", "--yes"])).code).toBe(0);
    const readme = await cli.read("sdk/README.md");
    expect(readme).toContain(
      'for await (const item of client.stream("POST /chats", { stream: true }))',
    );
    expect(readme).toContain("createClient({ auth: process.env.SDK_API_KEY })");
    expect(await cli.read("sdk/test/client.test.ts")).not.toContain("SDK_PASSWORD");
  });

  it("reads standard input and addresses", async () => {
    const fetched: string[] = [];
    const send: typeof fetch = (address) => {
      fetched.push(new Request(address).url);
      return Promise.resolve(new Response(HOOKS));
    };
    const argv = ["init", "sdk", "--from", "-", "--from", "https://shop.example/hooks.yaml"];
    const { code, out } = await cli.run(argv, { input: SHOP, fetch: send });
    expect(code).toBe(0);
    expect(out).toContain("2 routes, 1 event");
    expect(fetched).toEqual(["https://shop.example/hooks.yaml"]);
  });

  it("calls the service after the package where the title names none", async () => {
    const text = SHOP.replace('"Shop: the *API*"', '"The official OpenAPI spec + an extension"');
    const { code, out } = await cli.run(["init", "hub-sdk", "--from", "-"], { input: text });
    expect(code).toBe(0);
    expect(out).toContain("Called Hub in texts, after the package");
    expect(await readVendor(cli, "hub-sdk")).toMatchObject({ title: "Hub" });
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
    expect(code).toBe(0);
    expect(err).toContain("baseUrl");
    const vendor = await cli.read("sdk/schema/vendor.yaml");
    expect(vendor).not.toContain("example.com");
    expect(vendor).toMatch(/^ *# TODO baseUrl:/m);
  });
});

const TEXT = { type: "object", properties: { text: { type: "string" } } };

/** A service that streams, and takes two kinds of credentials. */
const CHAT = {
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
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", properties: { stream: { type: "boolean" } } },
            },
          },
        },
        responses: {
          200: {
            description: "ok",
            content: {
              "application/json": { schema: TEXT },
              "text/event-stream": { schema: TEXT },
            },
          },
        },
      },
    },
  },
};
