/** The log of the class (contract H.10). */
import { afterEach, describe, expect, it, vi } from "vitest";
import * as stainless from "../../src/runtime/stainless.js";
import { json, reply } from "../client/server.js";
import { createService } from "../client/service.js";
import { CATALOG, type Garden, startGarden } from "./garden.js";

const { server, connect, last } = startGarden();

afterEach(() => void vi.unstubAllEnvs());

describe("the log", () => {
  it.each([
    [undefined, "info", "info"],
    [undefined, "loud", "warn"],
    ["off", "info", "off"],
    ["loud", "info", "warn"],
  ])(
    "[H.10] has the level of the option %s beside the variable %s: %s",
    (logLevel, variable, expected) => {
      vi.stubEnv("GARDEN_TOOL_LOG", variable);
      expect(connect({ logLevel }).logLevel).toBe(expected);
    },
  );

  it("[H.10] has each attempt with its headers, and no query", async () => {
    server.play(reply(500), json({}, 200, { "x-secret-word": "a" }));
    const { logger, lines } = createLogger();
    await connect({ logger, logLevel: "debug" }).get("/plants?secret=1");
    const address = `GET ${server.url}/plants`;
    const headers = expect.objectContaining({ authorization: "***" }) as unknown;
    expect(lines).toEqual([
      ["debug", `${address} sent`, { headers }],
      ["info", `${address} got 500`, { retries: 0 }],
      ["debug", "response", { status: 500, headers: expect.anything() as unknown }],
      ["debug", `${address} sent`, { headers }],
      ["info", `${address} got 200`, { retries: 1 }],
      [
        "debug",
        "response",
        { status: 200, headers: expect.objectContaining({ "x-secret-word": "***" }) as unknown },
      ],
    ]);
    lines.length = 0;
    await connect({ logger, logLevel: "off" }).get("/plants");
    expect(lines).toEqual([]);
  });

  it("[H.10] has no credential in a header of any name", async () => {
    const { logger, lines } = createLogger();
    const Named = stainless.createStainless<Garden>(CATALOG, (options: object) =>
      createService({ auth: [{ name: "bearer", in: "header", key: "x-pass" }] }, options),
    );
    const client = new Named({
      baseURL: server.url,
      apiKey: "My API Key",
      logger,
      logLevel: "debug",
    } as never);
    await client.plants.retrieve("7");
    expect(last()?.headers).toHaveProperty("x-pass", "My API Key");
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain("My API Key");
  });

  it("[H.10] has what its level asks for, without credentials", async () => {
    const { logger, lines } = createLogger();
    await connect({ logger, logLevel: "info" }).plants.retrieve("7");
    expect(lines).toHaveLength(1);
    await connect({ logger, logLevel: "debug" }).plants.retrieve("7");
    expect(lines).toHaveLength(4);
    expect(JSON.stringify(lines)).not.toContain("My API Key");
  });
});

/** A logger, and the lines that it was given: the level and all arguments. */
function createLogger() {
  const lines: unknown[][] = [];
  const write =
    (level: string) =>
    (...line: unknown[]) =>
      void lines.push([level, ...line]);
  const logger = {
    error: write("error"),
    warn: write("warn"),
    info: write("info"),
    debug: write("debug"),
  };
  return { logger, lines };
}
