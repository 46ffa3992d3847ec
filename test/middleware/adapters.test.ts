/** Lambda's forms of a request, and Fastify's own parsers, beside the contract that all adapters have. */
import type { ALBEvent, ALBResult, APIGatewayProxyEvent, APIGatewayProxyEventV2 } from "aws-lambda";
import { fastify } from "fastify";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createFastifyPlugin } from "../../src/receive/middleware/fastify.js";
import {
  createLambdaHandler,
  type LambdaEvent,
  type LambdaResult,
} from "../../src/receive/middleware/lambda.js";
import { AcmeWebhooks } from "../cases/webhooks/acme.js";
import { headersOf, path } from "../http/requests.js";
import { createToolkit, payload } from "../http/toolkit.js";

const headers = headersOf();
const capitals = Object.fromEntries(
  Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
);
const lists = Object.fromEntries(Object.entries(capitals).map(([name, value]) => [name, [value]]));
const base64 = Buffer.from(payload).toString("base64");
const http = { requestContext: { http: { method: "POST" } } };

const events: readonly (readonly [title: string, event: LambdaEvent])[] = [
  ["a function URL", { ...http, rawPath: path, headers, body: payload, isBase64Encoded: false }],
  ["an HTTP API, base64", { ...http, rawPath: path, headers, body: base64, isBase64Encoded: true }],
  [
    "a REST API",
    { httpMethod: "POST", path, headers: capitals, multiValueHeaders: lists, body: payload },
  ],
  [
    "a REST API, base64",
    { httpMethod: "POST", path, headers: capitals, body: base64, isBase64Encoded: true },
  ],
  [
    "a load balancer",
    { requestContext: { elb: {} }, httpMethod: "POST", path, headers, body: payload },
  ],
  [
    "a load balancer with lists",
    {
      requestContext: { elb: {} },
      httpMethod: "POST",
      path,
      multiValueHeaders: lists,
      body: base64,
      isBase64Encoded: true,
    },
  ],
];

describe("createLambdaHandler", () => {
  it.each(events)("[C.25] takes a delivery of %s, and refuses a changed one", async (_, event) => {
    const { webhooks, received } = createToolkit();
    const handler = createLambdaHandler(webhooks);
    const { statusCode, headers: sent, multiValueHeaders, body } = await handler(event);
    expect([statusCode, body]).toEqual([200, "ok\n"]);
    expect(sent).toEqual({
      "content-type": "text/plain; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
    const asLists = Object.fromEntries(
      Object.entries(sent ?? {}).map(([name, value]) => [name, [value]]),
    );
    expect(multiValueHeaders).toEqual(event.multiValueHeaders ? asLists : undefined);
    const changed = event.isBase64Encoded ? Buffer.from("{}").toString("base64") : "{}";
    expect((await handler({ ...event, body: changed })).statusCode).toBe(400);
    expect(received).toHaveLength(1);
  });

  it.each<[string, Partial<LambdaEvent>, number]>([
    [
      "a repeated header",
      { multiValueHeaders: { ...lists, "X-ACME-EVENT": ["note", "ping"] } },
      400,
    ],
    ["no body", { body: null }, 400],
    ["a body that is not base64", { body: "%", isBase64Encoded: true }, 400],
    ["a parsed body", { body: {} as string }, 500], // as other code would leave it
    ["no headers", { headers: null, multiValueHeaders: null }, 415],
    ["another method", { httpMethod: "GET" }, 405],
    ["another path", { path: "/other" }, 404],
  ])("[C.25] answers %s", async (_, changes, status) => {
    const { webhooks } = createToolkit();
    const event = { httpMethod: "POST", path, multiValueHeaders: lists, body: payload, ...changes };
    expect((await createLambdaHandler(webhooks)(event)).statusCode).toBe(status);
  });

  it.each<[event: unknown, status: number]>([
    [null, 405],
    [undefined, 405],
    [7, 405],
    ["text", 405],
    [[], 405],
    [{}, 405],
    [{ rawPath: 7, path: null, headers: 7 }, 405],
    [{ requestContext: null, httpMethod: null, multiValueHeaders: { a: null, b: 7 } }, 405],
    [{ requestContext: { http: null }, rawQueryString: null, httpMethod: 7 }, 405],
    [{ httpMethod: "POST", path, headers: { ...headers, "content-type": 7 }, body: payload }, 415],
    [{ httpMethod: "POST", path, headers, body: payload, queryStringParameters: 7 }, 200],
  ])("[C.25] answers what no gateway sends: %j", async (event, status) => {
    const { webhooks } = createToolkit();
    const invoke = (options: object) =>
      createLambdaHandler(webhooks, options)(event as LambdaEvent); // anything may come
    expect((await invoke({ path: "*" })).statusCode).toBe(status);
    if (status === 405) expect((await invoke({})).statusCode).toBe(404);
  });

  it.each<[string, LambdaEvent, string]>([
    [
      "an HTTP API",
      {
        ...http,
        rawPath: "/a",
        rawQueryString: "b=%20c&b",
        headers: { ...headers, host: "x.example" },
      },
      "https://x.example/a?b=%20c&b",
    ],
    [
      "a REST API",
      {
        httpMethod: "POST",
        path: "/a",
        requestContext: { domainName: "y.example" },
        multiValueQueryStringParameters: { b: [" c", "d"] },
        headers,
      },
      "https://y.example/a?b=%20c&b=d",
    ],
    [
      "a load balancer",
      {
        httpMethod: "POST",
        path: "/a",
        requestContext: { elb: {} },
        queryStringParameters: { b: "%20c" },
        headers: { ...headers, host: "z", "x-forwarded-proto": "http" },
      },
      "http://z/a?b=%20c",
    ],
  ])("[C.25] [B.35] knows the URL of %s", async (_, event, url) => {
    const urls: unknown[] = [];
    const webhooks = new AcmeWebhooks({
      secret: (delivery) => void urls.push(delivery.url),
      log: {},
    });
    const acme = Object.fromEntries(Object.entries(event.headers ?? {}));
    await createLambdaHandler(webhooks, { path: "*" })({ ...event, headers: acme, body: payload });
    expect(urls).toEqual([url]);
  });

  it("[C.25] leaves other paths to the program", async () => {
    const { webhooks } = createToolkit();
    const onUnhandledRequest = ({ path: asked }: LambdaEvent) => ({
      statusCode: 200,
      body: `${asked}`,
    });
    const handler = createLambdaHandler(webhooks, { onUnhandledRequest });
    expect(await handler({ httpMethod: "GET", path: "/other" })).toEqual({
      statusCode: 200,
      body: "/other",
    });
    expect(() => createLambdaHandler(webhooks, { onUnhandledRequest: 1 as never })).toThrow(
      TypeError,
    );
  });

  it("[C.25] has the types of AWS", () => {
    expectTypeOf<APIGatewayProxyEvent>().toExtend<LambdaEvent>();
    expectTypeOf<APIGatewayProxyEventV2>().toExtend<LambdaEvent>();
    expectTypeOf<ALBEvent>().toExtend<LambdaEvent>();
    expectTypeOf<LambdaResult>().toExtend<ALBResult>();
  });
});

describe("createFastifyPlugin", () => {
  const inject = (url: string, changes = {}) =>
    ({ method: "POST", url, headers: { ...headers, ...changes }, payload }) as const;

  it("[C.26] leaves the application's parsers and routes as they are", async () => {
    const { webhooks, received } = createToolkit();
    const app = fastify();
    const asked: string[] = [];
    app.addHook("onRequest", async ({ url }) => void asked.push(url));
    await app.register(createFastifyPlugin(webhooks));
    app.post("/json", (request) => ({ got: request.body }));
    expect((await app.inject(inject(path))).body).toBe("ok\n");
    expect((await app.inject(inject("/json"))).json()).toEqual({
      got: JSON.parse(payload) as unknown,
    });
    expect((await app.inject(inject(path, { "x-acme-signature": "x" }))).statusCode).toBe(400);
    expect((await app.inject(inject("/none"))).statusCode).toBe(404);
    expect(received).toHaveLength(1);
    expect(asked).toEqual([path, "/json", path, "/none"]);
  });

  it.each([
    ["/api", undefined, `/api${path}`],
    ["/api/", "/in", "/api/in"],
    ["/api", "*", "/api/any/path"],
    ["/", "/in", "/in"],
  ])("[C.26] is mounted under the prefix %s, with the path %s", async (prefix, path, url) => {
    const { webhooks } = createToolkit();
    const app = fastify();
    await app.register(createFastifyPlugin(webhooks, path === undefined ? {} : { path }), {
      prefix,
    });
    expect((await app.inject(inject(url))).statusCode).toBe(200);
    expect((await app.inject(inject(`/other${url}`))).statusCode).toBe(404);
  });

  it("[C.26] checks its options at once", () => {
    const { webhooks } = createToolkit();
    expect(() => createFastifyPlugin(webhooks, { path: "x" })).toThrow(TypeError);
    expect(() => createFastifyPlugin({} as never)).toThrow(TypeError);
  });
});
