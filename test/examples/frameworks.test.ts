/**
 * Examples of frameworks that call an exported function: each takes a signed delivery and refuses a changed
 * one, as the framework would call it. `test/frameworks/run.ts` runs those that are servers of their own.
 */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createDelivery } from "../../generated/testing.js";
import type { LambdaEvent, LambdaResult } from "../../src/receive/middleware/lambda.js";
import { FRAMEWORKS } from "../frameworks/frameworks.js";
import { countGlue } from "../frameworks/glue.js";
import { EXAMPLES, MODULES } from "./list.js";

const SECRET = "of the frameworks";

const ROUTES: readonly (readonly [file: string, call: Call])[] = [
  ["next/app/api/vendor/webhooks/route.ts", callPost],
  ["vercel/api/webhooks.ts", callPost],
  ["sveltekit/src/routes/api/vendor/webhooks/+server.ts", callWithContext("POST")],
  ["astro/src/pages/api/vendor/webhooks.ts", callWithContext("POST")],
  ["react-router/app/routes/webhooks.ts", callWithContext("action")],
  ["nuxt/server/routes/api/vendor/webhooks.post.js", callNuxt],
  ["cloudflare/worker.ts", callWorker],
  ["lambda/handler.ts", callLambda],
];

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a route of a framework", () => {
  it.each(ROUTES)("%s takes signed deliveries alone", async (file, call) => {
    vi.stubEnv("WEBHOOK_SECRET", SECRET);
    vi.stubGlobal("defineEventHandler", (handler: unknown) => handler);
    vi.stubGlobal("useNitroApp", () => ({ hooks: { hook: () => undefined } }));
    vi.stubGlobal("toWebRequest", ({ request }: { request: Request }) => request);
    vi.spyOn(console, "warn").mockReturnValue();
    const log = vi.spyOn(console, "log").mockReturnValue();
    const exported = (await import(`${EXAMPLES}/${file}`)) as Exports;
    const { headers, body } = await createDelivery("push", {}, { secret: SECRET });
    const url = "https://receiver.example/api/vendor/webhooks";
    const send = (text: string) =>
      call(exported, new Request(url, { method: "POST", headers, body: text }));
    expect(await send(body)).toBe(200);
    expect(log.mock.calls).toEqual([[expect.stringMatching(/^push to refs\//)]]);
    expect(await send(`${body} `)).toBe(400);
    expect(log).toHaveBeenCalledOnce();
  });
});

describe("the table of frameworks in the README", () => {
  const readme = readFileSync(`${EXAMPLES}/README.md`, "utf8");
  const rows = [...readme.matchAll(/^\| \[.+?\]\((.+?)\) +\| +(\d+) +\| (\w+) +\|$/gm)];

  it("has every program that tests run, with its lines of glue and its end at SIGTERM", () => {
    const expected = FRAMEWORKS.filter(({ express }) => express === undefined).map(
      ({ file, end }) => [file, String(countGlue(`${EXAMPLES}/${file}`)), end],
    );
    expect(rows.map(([, ...cells]) => cells)).toEqual(expected);
  });

  it("has every example with lines of glue", () => {
    const files = MODULES.filter((path) =>
      readFileSync(`${EXAMPLES}/${path}`, "utf8").includes("// Deliveries:"),
    );
    expect(rows.map(([, file]) => file).sort()).toEqual([...files].sort());
  });
});

async function callPost({ POST }: Exports, request: Request): Promise<number> {
  return (await (POST as Handle<[Request], Response>)(request)).status;
}

function callWithContext(name: string): Call {
  return async (exported, request) => {
    const handle = exported[name] as Handle<[object], Response>;
    return (await handle({ request, params: {} })).status;
  };
}

/** Calls a handler that has the functions that Nuxt imports by itself. */
async function callNuxt({ default: handler }: Exports, request: Request): Promise<number> {
  return (await (handler as Handle<[object], Response>)({ request })).status;
}

async function callWorker({ default: worker }: Exports, request: Request): Promise<number> {
  const { fetch } = worker as { fetch: Handle<[Request, object, object], Response> };
  const waiting: Promise<unknown>[] = [];
  const context = { waitUntil: (promise: Promise<unknown>) => void waiting.push(promise) };
  const { status } = await fetch(request, { WEBHOOK_SECRET: SECRET }, context);
  await Promise.all(waiting);
  return status;
}

async function callLambda({ handler }: Exports, request: Request): Promise<number> {
  const event: LambdaEvent = {
    rawPath: new URL(request.url).pathname,
    requestContext: { http: { method: "POST" } },
    headers: Object.fromEntries(request.headers),
    isBase64Encoded: true,
    body: Buffer.from(await request.arrayBuffer()).toString("base64"),
  };
  return (await (handler as Handle<[LambdaEvent], LambdaResult>)(event)).statusCode;
}

/** Gives a request to the exports of a file as its framework does, and returns the status. */
type Call = (exported: Exports, request: Request) => Promise<number>;

type Exports = Readonly<Record<string, unknown>>;

type Handle<Argument extends unknown[], Result> = (...args: Argument) => Promise<Result>;
