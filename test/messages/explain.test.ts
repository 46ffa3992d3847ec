import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { afterEach, describe, expect, it, vi } from "vitest";
import { explain } from "../../src/base/explain.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe("explain", () => {
  it.each([
    ["development", "text"],
    ["production", undefined],
    ["", "text"],
  ])("in the mode %j writes %s", (mode, expected) => {
    vi.stubEnv("NODE_ENV", mode);
    expect(explain(() => "text")).toBe(expected);
  });

  it("writes the text without `process`", () => {
    vi.stubGlobal("process", undefined);
    expect(explain(() => "text")).toBe("text");
  });
});

describe("a bundle", () => {
  const PROGRAM = `
    import { endpoint } from "./generated/endpoint.js";
    import { createClient } from "./generated/client.js";
    globalThis.messageOf = (call) => { try { call(); } catch (error) { return error.message; } };
    globalThis.messages = [
      messageOf(() => endpoint("GET /user", { data: 1 })),
      messageOf(() => endpoint("GET /orgs/{org}", { org: Infinity })),
      messageOf(() => endpoint("GET /orgs/{org}", {})),
      messageOf(() => createClient({ retry: -1 })),
    ];`;
  const page = "https://github.com/typewire/typewire/blob/main/docs/errors.md#";

  it.each([
    {
      mode: "production",
      messages: [
        `Option "data" of "GET /user": BODY_NOT_ALLOWED, see ${page}body_not_allowed`,
        `Parameter "org" of "GET /orgs/{org}": INVALID_PARAMETER, see ${page}invalid_parameter`,
        `Missing required parameter of "GET /orgs/{org}": "org".`,
        `Option "retry": INVALID_OPTION, see ${page}invalid_option`,
      ],
      hasTexts: false,
    },
    {
      mode: "development",
      messages: [
        `Option "data" of "GET /user" cannot be sent: the method has no body; remove it or use another method.`,
        `Parameter "org" of "GET /orgs/{org}" is or holds Infinity; expected a finite number.`,
        `Missing required parameter of "GET /orgs/{org}": "org".`,
        `Option "retry" is -1; expected a number from 0 to 2147483647.`,
      ],
      hasTexts: true,
    },
  ])("for $mode", async ({ mode, messages, hasTexts }) => {
    const { outputFiles } = await build({
      stdin: { contents: PROGRAM, resolveDir: "." },
      bundle: true,
      minify: true,
      write: false,
      format: "iife",
      platform: "browser",
      define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    });
    const text = outputFiles[0]?.text ?? "";
    const context = { messages: [] as unknown[], URL, Symbol };
    runInNewContext(text, context);
    expect([...context.messages]).toEqual(messages);
    expect(text.includes("expected a finite number")).toBe(hasTexts);
  });
});
