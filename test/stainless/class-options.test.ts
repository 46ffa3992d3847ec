/** Options of the class (contract H.10). */
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import * as stainless from "../../src/runtime/stainless.js";
import { GardenTool, startGarden } from "./garden.js";

const { server, connect, last } = startGarden();

describe("options of the class", () => {
  it("[H.10] have only the names of the SDK, and take others", () => {
    expectTypeOf<keyof stainless.StainlessOptions>().toEqualTypeOf<
      | ("baseURL" | "maxRetries" | "timeout" | "defaultHeaders" | "defaultQuery" | "fetch")
      | ("fetchOptions" | "logLevel" | "logger" | "dangerouslyAllowBrowser")
    >();
    expectTypeOf<
      Exclude<keyof stainless.StainlessOAuthOptions, keyof stainless.StainlessOptions>
    >().toEqualTypeOf<"auth">();
    // @ts-expect-error -- an option of the client below the class
    expect(() => new GardenTool({ validation: "wrong" })).toThrow('Option "schemas"');
  });

  it("[H.10] are sent with every request", async () => {
    const options = { defaultHeaders: { "X-One": "1" }, defaultQuery: { a: "1", b: "2" } };
    await connect(options).get("/plants?a=9");
    expect(last()).toMatchObject({
      url: "/plants?a=9&b=2",
      headers: { "x-one": "1", authorization: "Bearer My API Key" },
    });
  });

  it("[H.10] read the address from the environment, unless it is null", () => {
    vi.stubEnv("GARDEN_TOOL_BASE_URL", "https://env.example/v1/");
    try {
      expect(new GardenTool({}).baseURL).toBe("https://env.example/v1");
      expect(new GardenTool({ baseURL: null, environment: "dev" } as never).baseURL).toBe(
        "https://dev.garden.example",
      );
      expect(() => new GardenTool({ environment: "dev" } as never)).toThrow(TypeError);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("[H.10] stay, unless others replace them", async () => {
    const other = connect({ maxRetries: 5 }).withOptions({ timeout: 7 });
    expect(other).toMatchObject({ maxRetries: 5, timeout: 7, baseURL: server.url });
    expect(JSON.stringify(other)).not.toContain("My API Key");
  });

  it.each(["maxRetries", "timeout"])("[H.10] %s is a number from 0", (name) => {
    for (const value of ["3", -1, NaN, null])
      expect(() => connect({ [name]: value })).toThrow(
        new TypeError(`Option "${name}" is ${value}; expected a number from 0.`),
      );
    expect(connect({ [name]: 0 })).toMatchObject({ [name]: 0 });
  });

  it.each(["maxRetries", "timeout"])("[H.10] %s of a call is a number from 0", async (name) => {
    for (const value of ["3", -1, NaN, null])
      await expect(connect({}).get("/plants", { [name]: value })).rejects.toThrow(
        new TypeError(`Option "${name}" is ${value}; expected a number from 0.`),
      );
  });

  it("[H.10] have defaults, which are those of the SDKs of Stainless", () => {
    const defaults = { maxRetries: 2, timeout: 60_000, logLevel: "warn" };
    expect(new GardenTool({ baseURL: server.url, apiKey: "k" })).toMatchObject(defaults);
    expect(GardenTool.DEFAULT_TIMEOUT).toBe(60_000);
    expect(GardenTool.toFile).toBe(stainless.toFile);
    expect([GardenTool.name, Reflect.get(GardenTool, "GardenTool")]).toEqual([
      "GardenTool",
      GardenTool,
    ]);
  });

  it("[H.10] take null for no header, and undefined for no change", async () => {
    const client = connect({ defaultHeaders: { "X-One": "1", "X-Two": "2", "X-Three": 3 } });
    await client.get("/plants", { headers: { "x-one": null, "x-two": undefined } });
    const { headers } = last() ?? {};
    expect(headers).toMatchObject({ "x-two": "2", "x-three": "3" });
    expect(headers).not.toHaveProperty("x-one");
    await client.get("/plants", { headers: new Headers({ "X-Two": "4" }) });
    expect(last()?.headers).toMatchObject({ "x-one": "1", "x-two": "4" });
  });

  it("[H.10] write a query with dates, members and items, and nothing for undefined", async () => {
    const at = new Date(0);
    const query = { at, none: undefined, empty: null, "a b": [1, { c: true }], d: {} };
    await connect().get("/plants", { query });
    expect(decodeURIComponent(last()?.url ?? "")).toBe(
      "/plants?at=1970-01-01T00:00:00.000Z&empty=&a b[]=1&a b[][c]=true",
    );
  });
});
