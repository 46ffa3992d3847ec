/** `createLambdaHandler`: the forms of requests and answers in Lambda. `contract.test.ts` has what all adapters do. */
import type { ALBEvent, ALBResult, APIGatewayProxyEvent, APIGatewayProxyEventV2 } from "aws-lambda";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  createLambdaHandler,
  type LambdaEvent,
  type LambdaResult,
} from "../../src/receive/middleware/lambda.js";
import { AcmeWebhooks } from "../cases/webhooks/acme.js";
import { headersOf, path } from "../http/requests.js";
import { fakeTime } from "../fake-time.js";
import { createGate, createToolkit, payload } from "../http/toolkit.js";

const headers = headersOf();
const uppercase = Object.fromEntries(
  Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
);
const lists = toLists(uppercase);
const base64 = Buffer.from(payload).toString("base64");
const http = { requestContext: { http: { method: "POST" } } };

const events: readonly (readonly [title: string, event: LambdaEvent])[] = [
  ["a function URL", { ...http, rawPath: path, headers, body: payload, isBase64Encoded: false }],
  ["an HTTP API, base64", { ...http, rawPath: path, headers, body: base64, isBase64Encoded: true }],
  [
    "a REST API",
    { httpMethod: "POST", path, headers: uppercase, multiValueHeaders: lists, body: payload },
  ],
  [
    "a REST API, base64",
    { httpMethod: "POST", path, headers: uppercase, body: base64, isBase64Encoded: true },
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
    expect(multiValueHeaders).toEqual(event.multiValueHeaders ? toLists(sent ?? {}) : undefined);
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
    [
      "a request for a host behind another name",
      {
        ...http,
        rawPath: "/a",
        rawQueryString: "",
        requestContext: { ...http.requestContext, domainName: "y.example" },
        headers: { ...headers, host: "x.example" },
      },
      "https://x.example/a",
    ],
    [
      "a request for no host",
      { httpMethod: "POST", path: "/a", headers, queryStringParameters: {} },
      "https:///a",
    ],
    [
      "a request with both forms of a path and of a query",
      {
        httpMethod: "POST",
        rawPath: "/raw",
        path: "/a",
        headers: { ...headers, host: "z" },
        rawQueryString: "raw",
        queryStringParameters: { b: "1" },
      },
      "https://z/raw?raw",
    ],
    [
      "a REST API, whose lists have all values",
      {
        httpMethod: "POST",
        path: "/a",
        headers: { ...headers, host: "z" },
        queryStringParameters: { "b&": "2" },
        multiValueQueryStringParameters: { "b&": ["1", "2"], c: undefined },
      },
      "https://z/a?b%26=1&b%26=2",
    ],
    [
      "a load balancer with lists",
      {
        httpMethod: "POST",
        path: "/a",
        requestContext: { elb: {} },
        headers: { ...headers, host: "z" },
        multiValueQueryStringParameters: { b: ["%20", "%26"] },
      },
      "https://z/a?b=%20&b=%26",
    ],
  ])("[C.25] [B.35] knows the URL of %s", async (_, event, url) => {
    const urls: unknown[] = [];
    const webhooks = new AcmeWebhooks({
      secret: (delivery) => void urls.push(delivery.url),
      log: {},
    });
    await createLambdaHandler(webhooks, { path: "*" })({ ...event, body: payload });
    expect(urls).toEqual([url]);
  });

  it("[C.25] leaves other paths to the program", async () => {
    const { webhooks } = createToolkit();
    const onUnhandledRequest = (event: LambdaEvent) => ({
      statusCode: 200,
      body: String(event.path),
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

  it("[C.25] leaves the headers to the gateway that the gateway sets, in every answer", async () => {
    const { webhooks } = createToolkit();
    const handler = createLambdaHandler(webhooks, { maxBodySize: 1 });
    for (const [changes, statusCode, furtherHeaders, error, code] of [
      [{ path: "/other" }, 404, {}, "Not found.", "NOT_FOUND"],
      [
        { httpMethod: "PUT" },
        405,
        { allow: "POST" },
        "Deliveries are sent with POST.",
        "METHOD_NOT_ALLOWED",
      ],
      [{}, 413, {}, "The body is too large.", "PAYLOAD_TOO_LARGE"],
    ] as const) {
      const sent = {
        "content-type": "application/json",
        "x-content-type-options": "nosniff",
        ...furtherHeaders,
      };
      const event = { httpMethod: "POST", path, headers, body: payload, ...changes };
      const result = {
        statusCode,
        headers: sent,
        body: JSON.stringify({ error, code }),
        isBase64Encoded: false,
      };
      expect(await handler(event)).toEqual(result);
      expect(await handler({ ...event, headers: null, multiValueHeaders: lists })).toEqual({
        ...result,
        multiValueHeaders: toLists(sent),
      });
    }
  });

  it("[C.25] reads lists of headers before single ones, and joins what is repeated", async () => {
    const { webhooks, recorder } = createToolkit();
    const event = { httpMethod: "POST", path, body: payload };
    const handler = createLambdaHandler(webhooks);
    const single = { ...headers, "x-acme-event": "note.created" };
    const list = { ...lists, "X-ACME-EVENT": ["note"] };
    const invoke = async (changes: Partial<LambdaEvent>) =>
      (await handler({ ...event, ...changes })).statusCode;
    expect(await invoke({ headers: single, multiValueHeaders: list })).toBe(200);
    expect(await invoke({ headers: single })).toBe(400);
    expect(await invoke({ multiValueHeaders: { ...list, "X-ACME-DELIVERY": ["a", "b"] } })).toBe(
      400,
    );
    expect(recorder.text().at(-1)).toContain('Delivery "a, b": HEADER_REPEATED');
    const mixed = { ...list, "X-ACME-DELIVERY": ["a", 7] } as LambdaEvent["multiValueHeaders"];
    expect(await invoke({ multiValueHeaders: mixed })).toBe(200);
  });

  it("[C.25] answers when all handlers are done, or when its time is up", async () => {
    const time = fakeTime();
    const gate = createGate();
    const { webhooks } = createToolkit({ handler: () => gate.passed });
    const event = { httpMethod: "POST", path, headers, body: payload };
    const statuses: number[] = [];
    const invoke = (options: object) =>
      void createLambdaHandler(
        webhooks,
        options,
      )(event).then(({ statusCode }) => statuses.push(statusCode));
    invoke({});
    invoke({ timeout: 50 });
    await time.pass(49);
    expect(statuses).toEqual([]);
    await time.pass(1);
    expect(statuses).toEqual([202]);
    await time.pass(100_000);
    expect(statuses).toEqual([202]);
    gate.open();
    await time.settle();
    expect(statuses).toEqual([202, 200]);
  });

  it("[C.25] has the types of AWS", () => {
    expectTypeOf<APIGatewayProxyEvent>().toExtend<LambdaEvent>();
    expectTypeOf<APIGatewayProxyEventV2>().toExtend<LambdaEvent>();
    expectTypeOf<ALBEvent>().toExtend<LambdaEvent>();
    expectTypeOf<LambdaResult>().toExtend<ALBResult>();
  });
});

/** Headers as lists of values. */
function toLists<Value>(headers: Readonly<Record<string, Value>>) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
}
