/** Arguments of methods and options of requests (contract H.10). */
import { describe, expect, expectTypeOf, it } from "vitest";
import type * as stainless from "../../src/runtime/stainless.js";
import type { UsualBody } from "../../src/stainless/errors.js";
import { json } from "../client/server.js";
import { GardenTool, startGarden } from "./garden.js";

const JSON_TYPE = "application/json; charset=utf-8";
const FORM_TYPE = "application/x-www-form-urlencoded;charset=UTF-8";

const { server, connect, last } = startGarden();

describe("arguments", () => {
  it("[H.10] takes the last path parameter by itself, and the others with the parameters", async () => {
    await connect().plants.leaves.water("7", { plant: "rose", litres: 2 });
    expect(last()).toMatchObject({ method: "POST", url: "/plants/rose/leaves/7" });
    expect(JSON.parse(last()?.body ?? "")).toEqual({ litres: 2 });
  });

  it("[H.10] sends a wrapped body without its key", async () => {
    await connect().plants.create({ NewPlant: { name: "rose" } });
    expect(last()?.body).toBe('{"name":"rose"}');
  });

  it("[H.10] sends a field whose name is taken under its own name", async () => {
    await connect().plants.update("7", { body_id: "8", name: "rose" });
    expect(last()).toMatchObject({ url: "/plants/7", body: '{"id":"8","name":"rose"}' });
  });

  it("[H.10] sends fields that are named like options of the client", async () => {
    const body = { url: "https://example.org", method: "spade", headers: [1], data: 2 };
    await connect().plants.replace(body);
    expect(JSON.parse(last()?.body ?? "")).toEqual(body);
  });
});

/** Options that do not change the address. */
const PLAIN_OPTIONS = {
  headers: { "x-a": "1" },
  maxRetries: 1,
  timeout: 1e5,
  signal: new AbortController().signal,
  idempotencyKey: "key",
  fetchOptions: {},
};

describe("options of a request", () => {
  it.each<[what: string, given: readonly unknown[], url: string]>([
    ["options alone", [{ path: "/moved", query: { a: 1 } }], "/moved?a=1"],
    ...Object.entries(PLAIN_OPTIONS).map(([name, value]): [string, readonly unknown[], string] => [
      `the option ${name} alone`,
      [{ [name]: value }],
      "/plants/7/seeds",
    ]),
    ["parameters alone", [{ colour: "red" }], "/plants/7/seeds?colour=red"],
    ["parameters and options", [{ colour: "red" }, { path: "/moved" }], "/moved?colour=red"],
    ["no parameters, and options", [{}, { path: "/moved" }], "/moved"],
    ["a name of both kinds", [{ colour: "red", path: "x" }], "/plants/7/seeds?colour=red&path=x"],
    ["parameters named like options", [{ path: "x" }, { timeout: 1e5 }], "/plants/7/seeds?path=x"],
  ])(
    "[H.10] stand in place of optional parameters where a method allows it: %s",
    async (_, args, url) => {
      await connect().plants.seeds.list("7", ...args);
      expect(last()?.url).toBe(url);
    },
  );

  it("[H.10] do not elsewhere", async () => {
    await connect().plants.list({ path: "x" });
    expect(last()?.url).toBe("/plants?path=x");
  });

  it("[H.10] keep the whole query at another path", async () => {
    await connect().get("/plants?name=a?b", { path: "/moved" });
    expect(last()?.url).toBe("/moved?name=a?b");
  });

  it("[H.10] replace the path, and make the error of its status", async () => {
    server.play(json({ message: "no such path" }, 404));
    const call = connect().plants.retrieve("7", { path: "/unknown" });
    const error = await call.then(undefined, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(GardenTool.NotFoundError);
    expect(error).toBeInstanceOf(GardenTool.APIError);
    expect(error).toMatchObject({ status: 404, error: { message: "no such path" } });
    // As such SDKs have it where the service declares no body.
    if (error instanceof GardenTool.NotFoundError)
      expectTypeOf(error.error).toEqualTypeOf<UsualBody>();
    expectTypeOf<
      stainless.BodyOf<{ NotFoundError: unknown }, "NotFoundError">
    >().toEqualTypeOf<UsualBody>();
    expect(last()?.url).toBe("/unknown");
  });

  it("[H.10] add to the query and the headers, and replace the body", async () => {
    const options = {
      query: { tags: ["a", "b"], at: { x: 1 } },
      headers: { "X-One": "1" },
      body: [1],
    };
    await connect().plants.update("7", { name: "rose" }, { ...options, idempotencyKey: "key" });
    expect(last()).toMatchObject({
      url: "/plants/7?tags%5B%5D=a&tags%5B%5D=b&at%5Bx%5D=1",
      headers: { "x-one": "1", "idempotency-key": "key", "content-type": JSON_TYPE },
      body: "[1]",
    });
  });

  it.each<[what: string, body: unknown, type: string | undefined, sent: string]>([
    ["an object", { a: 1 }, "application/json", '{"a":1}'],
    ["a list", [1], "application/json", "[1]"],
    ["text", "a", "text/plain;charset=UTF-8", "a"],
    ["bytes", new TextEncoder().encode("a"), undefined, "a"],
    ["fields of a form", new URLSearchParams({ a: "1" }), FORM_TYPE, "a=1"],
    ["null, which is no body", null, undefined, ""],
  ])("[H.10] send their body: %s", async (_, body, type, sent) => {
    await connect().post("/some/path", { body });
    expect(last()?.headers["content-type"]).toBe(type);
    expect(last()?.body).toBe(sent);
  });

  const form = new FormData();
  form.append("file", new Blob(["a"]), "a.txt");
  it.each<[what: string, body: unknown, type: RegExp, sent: RegExp]>([
    ["a form with files", form, /^multipart\/form-data; ?boundary=/, /filename="a.txt"/],
    ["fields of a form", new URLSearchParams({ a: "1" }), /^application\/x-www-form-/, /^a=1$/],
    ["a file", new Blob(["a"], { type: "image/png" }), /^image\/png$/, /^a$/],
    ["a file without a type", new Blob(["a"]), /^none$/, /^a$/],
    ["bytes", new TextEncoder().encode("a"), /^none$/, /^a$/],
  ])("[H.10] send %s in place of JSON, by its own type", async (_, body, type, sent) => {
    for (const parameters of [{ name: "rose" }, {}]) {
      await connect().plants.update("7", parameters, { body });
      expect(last()?.headers["content-type"] ?? "none").toMatch(type);
      expect(last()?.body).toMatch(sent);
    }
    const headers = { "Content-Type": "application/json" };
    await connect().plants.update("7", { name: "rose" }, { body, headers });
    expect(last()?.headers["content-type"]).toBe("application/json");
  });

  it.each<[what: string, body: unknown, type: RegExp]>([
    ["bytes", new TextEncoder().encode("b"), /^image\/png$/],
    ["a file of another type", new Blob(["b"], { type: "image/gif" }), /^image\/gif$/],
    ["a file of that type", new Blob(["b"], { type: "image/png" }), /^image\/png$/],
    ["a form", form, /^multipart\/form-data; ?boundary=/],
  ])("[H.10] send %s in place of a picture", async (_, body, type) => {
    const picture = new TextEncoder().encode("a");
    await connect().plants.paint("7", { picture });
    expect(last()).toMatchObject({ body: "a", headers: { "content-type": "image/png" } });
    await connect().plants.paint("7", { picture }, { body });
    expect(last()?.headers["content-type"]).toMatch(type);
    if (body !== form) expect(last()?.body).toBe("b");
  });

  it("[H.10] send no body in place of the method's", async () => {
    await connect().plants.update("7", { name: "rose" }, { body: null });
    expect(last()?.headers).not.toHaveProperty("content-type");
    expect(last()?.body).toBe("");
  });

  it("[H.10] may be null, which is none", async () => {
    await connect().plants.retrieve("7", { signal: null, query: null, headers: null });
    expect(last()).toMatchObject({ method: "GET", url: "/plants/7", body: "" });
  });

  it("[H.10] reach any path by the verbs of HTTP", async () => {
    server.play(json({ name: "rose" }));
    const data = await connect().post("/some/path", { body: { a: 1 }, query: { b: 2 } });
    expect(data).toEqual({ name: "rose" });
    expect(last()).toMatchObject({ method: "POST", url: "/some/path?b=2", body: '{"a":1}' });
  });

  it("[H.10] end a request by a signal", async () => {
    const call = connect().plants.retrieve("7", { signal: AbortSignal.abort() });
    await expect(call).rejects.toBeInstanceOf(GardenTool.APIUserAbortError);
  });
});
