/** The class itself: its names, credentials and verbs (contract H.10). */
import { describe, expect, it, vi } from "vitest";
import * as stainless from "../../src/runtime/stainless.js";
import { createService } from "../client/service.js";
import { CATALOG, type Garden, GardenTool, startGarden } from "./garden.js";

const { server, connect, last } = startGarden();

describe("the class", () => {
  it("[H.10] has the errors and `toFile`, and itself", () => {
    const names = Object.keys(GardenTool);
    expect(names.sort()).toEqual([
      "APIConnectionError",
      "APIConnectionTimeoutError",
      "APIError",
      "APIUserAbortError",
      "AuthenticationError",
      "BadRequestError",
      "ConflictError",
      "DEFAULT_TIMEOUT",
      "GardenTool",
      "InternalServerError",
      "NotFoundError",
      "PermissionDeniedError",
      "RateLimitError",
      "UnprocessableEntityError",
      "toFile",
    ]);
    for (const name of names.filter((each) => each.endsWith("Error")))
      expect(Reflect.get(GardenTool, name)).toBe(Reflect.get(stainless, name));
  });

  it("[H.10] has the credentials as properties that are not printed", () => {
    const client = connect({ maxRetries: 3, timeout: 9, logLevel: "off" });
    expect(Reflect.get(client, "apiKey")).toBe("My API Key");
    expect(Object.keys(client)).not.toContain("apiKey");
    expect(Reflect.get(new GardenTool({ baseURL: server.url }), "apiKey")).toBeNull();
    vi.stubEnv("GARDEN_TOOL_API_KEY", "of the environment");
    try {
      expect(Reflect.get(new GardenTool({ baseURL: server.url }), "apiKey")).toBe(
        "of the environment",
      );
    } finally {
      vi.unstubAllEnvs();
    }
    const facts = { maxRetries: 3, timeout: 9, logLevel: "off", baseURL: server.url };
    expect(client).toMatchObject(facts);
    expect(client.withOptions({ timeout: 8 })).toMatchObject({ ...facts, timeout: 8 });
    expect(Reflect.get(client.withOptions({}), "apiKey")).toBe("My API Key");
  });

  it("[H.10] has verbs that are no properties of the instance, and may be replaced", () => {
    for (const verb of ["get", "post", "put", "patch", "delete"])
      expect(Object.getOwnPropertyDescriptor(GardenTool.prototype, verb)).toMatchObject({
        writable: true,
        configurable: true,
        enumerable: false,
      });
  });

  it.each(["get", "post", "put", "patch", "delete"] as const)(
    "[H.10] sends %s to any path, whose braces are no template",
    async (verb) => {
      await connect()[verb]("/plants/{id}");
      expect(last()).toMatchObject({ method: verb.toUpperCase(), url: "/plants/%7Bid%7D" });
    },
  );

  it("[H.10] keeps a method of the service that is named like a verb", async () => {
    const catalog = { ...CATALOG, resources: { "": "/own\n GET get" } };
    const Own = stainless.createStainless<{ get(): Promise<unknown>; put(path: string): unknown }>(
      catalog,
      (options: object) => createService({}, options),
    );
    const client = new Own({ baseURL: server.url });
    await client.get();
    expect(last()).toMatchObject({ method: "GET", url: "/own" });
    await client.put("/other");
    expect(last()).toMatchObject({ method: "PUT", url: "/other" });
  });

  it("[H.7] sends a user name and a password as one credential", async () => {
    const password = { option: "password", env: "GARDEN_TOOL_PASSWORD" };
    const credential = {
      option: "username",
      env: "GARDEN_TOOL_USERNAME",
      scheme: "basic",
      password,
    };
    const made: object[] = [];
    const Class = stainless.createStainless<Garden>(
      { ...CATALOG, credentials: [credential] },
      (options: { auth: unknown }) => {
        made.push([options.auth, Object.keys(options)]);
        return createService({}, { baseUrl: server.url });
      },
    );
    new Class({ username: "me", password: "secret" } as never);
    expect(made[0]).toEqual(["me:secret", expect.not.arrayContaining(["password"])]);
  });
});
