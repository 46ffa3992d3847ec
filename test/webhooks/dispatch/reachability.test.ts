/**
 * Nothing of a delivery is reachable once it has settled: not from what the toolkit keeps, nor from
 * what a program may keep (the promise returned, the handler's promise, the request's promise).
 */
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createNodeMiddleware } from "../../../src/receive/middleware/node.js";
import { createWebMiddleware } from "../../../src/receive/middleware/web.js";
import { createChallenges } from "../../../src/receive/webhooks/parts/challenge.js";
import type { Challenge } from "../../../src/catalog/webhooks.js";
import type { WebhookTypes } from "../../../src/receive/webhooks/types.js";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import {
  acmeCatalog,
  acmeHeaders,
  acmeParts,
  AcmeWebhooks,
  SECRET,
} from "../../cases/webhooks/acme.js";
import { closeServer, listenOn } from "../../http/server.js";
import { collectGarbage } from "../../security/load/memory.js";

const later = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

const failLater = () => later().then(() => Promise.reject(new Error("handler")));

const text = JSON.stringify({ action: "opened", issue: { title: "x".repeat(1000) } });

const silent = { warn: () => undefined, error: () => undefined };

/** Ways of a delivery through a toolkit. */
const paths: readonly Path[] = [
  { title: "an asynchronous handler" },
  { title: "a failing handler", settle: failLater },
  {
    title: "validation",
    options: { validation: { validate: () => later().then(() => ({ valid: true })) } },
  },
  {
    title: "validation that fails the delivery",
    options: {
      validation: {
        validate: () => later().then(() => ({ valid: false, errors: [] })),
        onInvalid: "throw",
      },
    },
  },
  { title: "a transform", options: { transform: (event) => ({ transformed: event }) } },
  {
    title: "an asynchronous transform",
    options: { transform: (event) => later().then(() => ({ transformed: event })) },
  },
  {
    title: "a failing transform",
    options: { transform: () => later().then(() => Promise.reject(new Error("transform"))) },
  },
];

describe.each(paths)("after $title, nothing of a delivery is reachable", (path) => {
  it("from receive", async () => {
    const trace = createTrace();
    const webhooks = createToolkit(trace, path);
    await inOwnFrame(() => {
      const payload = watch(trace, "payload given", JSON.parse(text) as object);
      return settleHeld(trace, webhooks.receive({ name: "issues", payload }));
    });
    expect(await findSurvivors(trace)).toEqual([]);
    expect(trace.watched.size).toBeGreaterThan(0);
  });

  it("from verifyAndReceive", async () => {
    const trace = createTrace();
    const webhooks = createToolkit(trace, path);
    await inOwnFrame(() => {
      const payload = createPayload(trace);
      const signature = webhooks.sign(payload);
      const delivery = { name: "issues", payload, signature };
      return settleHeld(trace, webhooks.verifyAndReceive(delivery));
    });
    expect(await findSurvivors(trace)).toEqual([]);
  });

  it.each([
    ["whole", (body: Uint8Array<ArrayBuffer>): BodyInit => body],
    ["streamed", (body: Uint8Array) => Readable.toWeb(Readable.from([body])) as ReadableStream],
  ])("from the web middleware, its body %s", async (_, toBody) => {
    const trace = createTrace();
    const middleware = createWebMiddleware(createToolkit(trace, path), { log: silent });
    trace.held.push(middleware);
    await inOwnFrame(() => {
      const request = watch(trace, "request", createRequest(toBody(createPayload(trace))));
      return settleHeld(trace, keepResponse(trace, middleware(request)));
    });
    expect(await findSurvivors(trace)).toEqual([]);
  });

  it("from the Node middleware", async () => {
    const trace = createTrace();
    const middleware = createNodeMiddleware(createToolkit(trace, path), { log: silent });
    await postToNode(trace, middleware);
    expect(await findSurvivors(trace)).toEqual([]);
  });
});

describe.each(["web", "node"])("after a challenge, in the %s middleware", (name) => {
  it.each([true, false])("nothing of it is reachable; signed: %s", async (signed) => {
    const trace = createTrace();
    const challenge: Challenge = {
      when: { path: "challenge" },
      ...(!signed && { signed: false }),
      answer: { json: { challenge: "{challenge}" } },
    };
    const parts = { ...acmeParts, challenge: createChallenges([challenge]) };
    const webhooks = new (bindWebhooks<WebhookTypes>(acmeCatalog, parts))({ secret: SECRET });
    const body = JSON.stringify({ challenge: "c", padding: text });
    const headers = { ...createHeaders(body), ...(!signed && { [acmeHeaders.signature]: "" }) };
    const answers: string[] = [];
    if (name === "node") {
      answers.push(await postToNode(trace, createNodeMiddleware(webhooks), body, headers));
    } else {
      const middleware = createWebMiddleware(webhooks);
      trace.held.push(middleware);
      const response = await inOwnFrame(() => {
        const bytes = watch(trace, "bytes", new TextEncoder().encode(body));
        return middleware(watch(trace, "request", createRequest(bytes, headers)));
      });
      trace.held.push(response);
      answers.push(await response.text());
    }
    expect(answers).toEqual(['{"challenge":"c"}']);
    expect(await findSurvivors(trace)).toEqual([]);
  });
});

describe("while handlers run after a 202", () => {
  it.each(["web", "node"])("the %s middleware holds neither request nor bytes", async (name) => {
    const trace = createTrace();
    let finish = (): void => undefined;
    const settle = () => new Promise<void>((resolve) => (finish = resolve));
    const webhooks = createToolkit(trace, { title: "", settle });
    const options = { log: silent, timeout: 20 };
    if (name === "node") await postToNode(trace, createNodeMiddleware(webhooks, options));
    else {
      const middleware = createWebMiddleware(webhooks, options);
      await inOwnFrame(() => {
        const request = watch(trace, "request", createRequest(createPayload(trace)));
        return settleHeld(trace, keepResponse(trace, middleware(request)));
      });
    }
    trace.watched.delete("event"); // the running handler has both
    trace.watched.delete("payload");
    expect(await findSurvivors(trace)).toEqual([]);
    finish();
  });

  it("drain keeps nothing of it once it is done", async () => {
    const trace = createTrace();
    const webhooks = createToolkit(trace, { title: "" });
    const middleware = createWebMiddleware(webhooks, { log: silent, timeout: 1 });
    await inOwnFrame(() => {
      const request = watch(trace, "request", createRequest(createPayload(trace)));
      return settleHeld(trace, keepResponse(trace, middleware(request)));
    });
    const drained = webhooks.drain({ signal: new AbortController().signal });
    trace.held.push(drained);
    await drained;
    expect(await findSurvivors(trace)).toEqual([]);
  });
});

/**
 * Young collections keep more than full ones: closures over a dispatch made every payload survive
 * them until the next full one, though nothing reached it any more.
 */
it("young collections free the deliveries of a loop", async () => {
  const webhooks = new AcmeWebhooks({ secret: SECRET });
  webhooks.onAny(async () => {
    await Promise.resolve();
  });
  const large = JSON.stringify(Array.from({ length: 600 }, (_, id) => ({ id, name: `n${id}` })));
  const deliver = () =>
    webhooks.receive({ name: "issues", payload: { list: JSON.parse(large) as unknown } });
  for (let turn = 0; turn < 2000; turn++) await deliver();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let most = 0;
  for (let turn = 0; turn < 2000; turn++) {
    await deliver();
    if (turn % 100 !== 0) continue;
    collectGarbage({ type: "minor" });
    most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  expect(most).toBeLessThan(8 * 1024 * 1024);
});

/**
 * Calls a function in a frame of its own: once it has returned, none of its variables keeps a delivery reachable, as
 * those of the test itself would.
 */
function inOwnFrame<Result>(call: () => Result): Result {
  return call();
}

function createTrace(): Trace {
  return { watched: new Map(), held: [] };
}

function watch<Value extends object>(trace: Trace, name: string, value: Value): Value {
  trace.watched.set(name, new WeakRef(value));
  return value;
}

/** The names of the objects that a full collection leaves. `deref` keeps its target until the job ends, so it comes last. */
async function findSurvivors({ watched }: Trace): Promise<string[]> {
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    collectGarbage();
  }
  return [...watched].filter(([, target]) => target.deref() !== undefined).map(([name]) => name);
}

/** Watches the event and its payload, and returns a promise that the program keeps. */
function createHandler(trace: Trace, settle: () => Promise<void>) {
  return (event: { readonly payload: unknown }): Promise<void> => {
    watch(trace, "event", event);
    watch(trace, "payload", event.payload as object); // every payload is an object
    const done = settle();
    trace.held.push(done);
    return done;
  };
}

function createToolkit(trace: Trace, { options = {}, settle = later }: Path): Toolkit {
  const webhooks = new AcmeWebhooks({ log: silent, ...options, secret: SECRET });
  webhooks.onAny(createHandler(trace, settle));
  webhooks.on("issues.opened", () => later());
  trace.held.push(webhooks);
  return webhooks;
}

/** Keeps a promise and lets its rejection go, which by contract holds the event. */
async function settleHeld(trace: Trace, promise: Promise<unknown>): Promise<void> {
  const settled = promise.then(
    () => undefined,
    () => undefined,
  );
  trace.held.push(settled);
  await settled;
}

function createPayload(trace: Trace): Uint8Array<ArrayBuffer> {
  return watch(trace, "bytes", new TextEncoder().encode(text));
}

function createRequest(body: BodyInit, headers = createHeaders()): Request {
  return new Request(`http://localhost${acmeCatalog.path}`, {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
}

function createHeaders(body = text): Record<string, string> {
  const { event, delivery, signature } = acmeHeaders;
  return {
    "content-type": "application/json",
    [event]: "issues",
    [delivery]: "1",
    [signature]: new AcmeWebhooks({ secret: SECRET }).sign(body),
  };
}

async function keepResponse(trace: Trace, answered: Promise<Response>): Promise<void> {
  trace.held.push(await answered);
}

/** Posts over a socket and returns the answer; the program keeps the promise of the middleware. */
async function postToNode(
  trace: Trace,
  middleware: ReturnType<typeof createNodeMiddleware>,
  body = text,
  sent = createHeaders(body),
): Promise<string> {
  const server = createServer((request, response) => {
    watch(trace, "request", request);
    watch(trace, "response", response);
    trace.held.push(middleware(request, response));
  });
  const url = `http://127.0.0.1:${await listenOn(server)}${acmeCatalog.path}`;
  const headers = { ...sent, connection: "close" };
  const answer = await (await fetch(url, { method: "POST", headers, body })).text();
  await closeServer(server);
  trace.held.push(server);
  return answer;
}

type Toolkit = InstanceType<typeof AcmeWebhooks>;

/** What a delivery is made of, held weakly; and what a program goes on holding. */
interface Trace {
  readonly watched: Map<string, WeakRef<object>>;
  readonly held: unknown[];
}

type Options = Omit<ConstructorParameters<typeof AcmeWebhooks>[0], "secret">;

interface Path {
  readonly title: string;
  readonly options?: Options;
  readonly settle?: () => Promise<void>;
}
