/** Explanations of errors, which a bundle for production leaves out. */
import { build } from "esbuild";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { explain } from "../../src/base/explain.js";
import type { AuthScheme } from "../../src/catalog/client.js";
import { CALL } from "../../src/request/client/call.js";
import { createCoreFactory, type UntypedCore } from "../../src/request/client/client.js";
import { defineReadMethod } from "../../src/request/sdk/methods.js";
import { createService } from "../client/service.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const page = "https://github.com/typewire/typewire/blob/main/docs/errors.md#";

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

describe("a client in production", () => {
  const KEY: AuthScheme = { name: "key", in: "header", key: "x-key", isBasic: true };
  const service = { baseUrl: "https://a.example", accept: "*/*", mediaTypePrefix: "" };
  const fetch = () => Promise.resolve(Response.json({}));
  const core = createCoreFactory(service, {});
  const read = defineReadMethod<(...args: readonly unknown[]) => Promise<unknown>>("GET /x");
  const addBody = core({ fetch, onRequest: ({ request }) => void (request.body = {}) });

  it.each<[subject: string, code: string, run: () => unknown]>([
    ['Option "auth"', "INVALID_OPTION", () => createService({ auth: [KEY] }, { auth: 1 as never })],
    ["The credential", "INVALID_OPTION", () => createService({ auth: [KEY] }, { auth: "user" })],
    ["The credential", "INVALID_OPTION", () => core({ auth: "\n" })],
    ['Option "idempotency"', "INVALID_OPTION", () => core({ idempotency: 1 as never })],
    ['Option "retry"', "INVALID_OPTION", () => core({ retry: -1 })],
    ['Option "schemas"', "INVALID_OPTION", () => createService({}, { validation: "refuse" })],
    ['Route "GET /things"', "INVALID_ROUTE", () => createService({}, { fetch }).paginate("GET /things")[Symbol.asyncIterator]().next()], // prettier-ignore
    ['"GET /x"', "INVALID_ROUTE", () => (core() as unknown as UntypedCore)[CALL]().build("GET /x", {})], // prettier-ignore
    ['"get https://a.example/x"', "BODY_NOT_ALLOWED", () => read(addBody)],
    ["The client", "INVALID_OPTION", () => read({})],
  ])("names for %s the code %s and its page", async (subject, code, run) => {
    vi.stubEnv("NODE_ENV", "production");
    const error = await Promise.resolve()
      .then(run)
      .catch((thrown: unknown) => thrown);
    expect(error).toHaveProperty(
      "message",
      `${subject}: ${code}, see ${page}${code.toLowerCase()}`,
    );
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
