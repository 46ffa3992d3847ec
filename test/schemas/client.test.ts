/** The option `validation` of clients. */
import { describe, expect, it, vi } from "vitest";
import { createClient, type ClientOptions } from "typewire/client";
import { Vendor } from "typewire/sdk";
import { createMockFetch } from "typewire/testing";
import { InvalidDataError, schemas } from "typewire/validate";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { createClientSchemas } from "../../src/runtime/validate.js";
import { schema } from "../../src/runtime/schemas.js";
import { errorOf } from "../client/error-of.js";
import { createService } from "../client/service.js";

const owner = { login: "acme" };
const WHERE = { owner: "acme", repo: "site" };

// Rules of types alone: lists, and numbers.
const tables = {
  "GET /things": { 200: schema(32), "2XX": schema(2), default: schema(1) },
  "POST /things": { body: schema(64), 201: schema(32) },
};

const reply = (body: unknown, init: ResponseInit = {}) => ({
  fetch: () => Promise.resolve(Response.json(body, init)),
});

describe("[K.5] the option `validation`", () => {
  it("sends nothing that was aborted while its schemas were loaded", async () => {
    const stop = new AbortController();
    const load = vi.fn(() => {
      stop.abort(new Error("stopped"));
      return Promise.resolve(tables);
    });
    const { client } = connectSmall({ validation: "refuse" }, load);
    const mock = createMockFetch(client);
    mock.reply("POST /things", { status: 201, data: [1] });
    const sent = client.request("POST /things", { data: { a: 1 } }, { signal: stop.signal });
    await expect(sent).rejects.toThrow("stopped");
    expect(load).toHaveBeenCalledOnce();
    expect(mock.requests).toEqual([]);
  });

  it.each([undefined, "off"] as const)("checks nothing when it is %s", async (validation) => {
    const { client, mock } = connect({ validation });
    mock.reply("GET /repos/{owner}/{repo}", { data: { id: "x" } as never });
    const { data } = await client.request("GET /repos/{owner}/{repo}", WHERE);
    expect(data).toEqual({ id: "x" });
  });

  it("refuses data that does not match", async () => {
    const { client, mock } = connect({ validation: "refuse" });
    mock.reply("GET /user/emails", { data: [{ email: 7 }] as never });
    const error = await errorOf(client.request("GET /user/emails"));
    expect(error).toBeInstanceOf(InvalidDataError);
  });

  it("reports what does not match, and gives it", async () => {
    const onInvalid = vi.fn();
    const { client, mock } = connect({ validation: "report", onInvalid });
    mock.reply("GET /user/emails", { data: [{ email: 7 }] as never });
    const { data } = await client.request("GET /user/emails");
    expect(data).toEqual([{ email: 7 }]);
    expect(onInvalid.mock.calls).toEqual([[expect.any(InvalidDataError)]]);
  });

  it("reports by `console.warn` without `onInvalid`", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const { client } = connectSmall({ validation: "report", ...reply({}) });
    await client.request("GET /things");
    expect(warn.mock.calls).toEqual([
      [
        '"GET /things" got status 200 with data that does not match the schema: "" is not of type array.',
      ],
    ]);
    warn.mockRestore();
  });

  it("is refused without schemas, and for an unknown way", () => {
    expect(() => createClient({ validation: "refuse" })).toThrow(
      new TypeError('Option "schemas" is undefined; expected those of the module "validate".'),
    );
    expect(() => createClient({ validation: "throw" as never, schemas })).toThrow(
      new TypeError('Option "validation" is "throw"; expected one of off, report, refuse.'),
    );
  });

  it("is an option of the class, too", async () => {
    const fetch = vi.fn(() => Promise.resolve(Response.json([{ email: 7 }])));
    const vendor = new Vendor({ apiKey: "t", validation: "refuse", schemas, fetch });
    await expect(vendor.users.listEmailsForAuthenticatedUser()).rejects.toThrow(InvalidDataError);
  });
});

describe("[K.6] a client checks", () => {
  it("the body of a request before it is sent", async () => {
    const { client, mock } = connect({ validation: "refuse" });
    const request = client.request("POST /repos/{owner}/{repo}/issues", {
      ...WHERE,
      title: "Broken",
      assignees: [7 as never],
    });
    expect(await errorOf(request)).toMatchObject({
      code: "INVALID_REQUEST",
      issues: [{ path: ["assignees", 0], message: "is not of type string" }],
    });
    expect(mock.requests).toEqual([]);
  });

  it("a body as it is sent: a Date is text", async () => {
    const { client, mock } = connect({ validation: "refuse" });
    mock.reply("PUT /notifications", { status: 202, data: {} });
    await client.request("PUT /notifications", { last_read_at: new Date(0) });
    expect(mock.requests[0]?.body).toBe('{"last_read_at":"1970-01-01T00:00:00.000Z"}');
  });

  it("a body that a hook has changed", async () => {
    const { client } = connectSmall({
      validation: "refuse",
      onRequest: ({ request }) => void (request.body = ["no object"]),
      ...reply([], { status: 201 }),
    });
    expect(await errorOf(client.request("POST /things", { name: "a" }))).toMatchObject({
      code: "INVALID_REQUEST",
    });
  });

  it.each([
    ["the status", 200, [], true],
    ["another status of its class", 202, 7, true],
    ["another status of its class", 202, "no number", false],
  ])("a response by %s: %i %j", async (_, status, body, isValid) => {
    const { client } = connectSmall({ validation: "refuse", ...reply(body, { status }) });
    const request = client.request("GET /things");
    if (isValid) expect((await request).data).toEqual(body);
    else expect(await errorOf(request)).toMatchObject({ code: "INVALID_RESPONSE", status });
  });

  it.each([
    ["an error", "GET /things", reply({}, { status: 404 }), { code: "STATUS" }],
    ["a text", "GET /things", { fetch: async () => new Response("text") }, { data: "text" }],
    ["an unknown route", "GET /others", reply({}), { data: {} }],
    ["a status without a schema", "POST /things", reply({}, { status: 200 }), { data: {} }],
  ])("not %s", async (_, route, options, expected) => {
    const { client } = connectSmall({ validation: "refuse", ...options });
    const checked = await client.request(anyRoute(route)).catch((error: unknown) => error);
    expect(checked).toMatchObject(expected);
  });

  it("not a body that is read as a stream", async () => {
    const { client } = connectSmall({ validation: "refuse", ...reply({}) });
    const { data } = await client.request("GET /things", {}, { stream: true });
    expect(await new Response(data as ReadableStream).json()).toEqual({});
  });

  it("the pages of a list", async () => {
    const { client, mock } = connect({ validation: "refuse" });
    mock.reply("GET /orgs/{org}/repos", { data: [{ id: "no number" }] as never });
    const pages = client.paginate("GET /orgs/{org}/repos", { org: "acme" });
    const first = pages[Symbol.asyncIterator]().next();
    expect(await errorOf(first)).toMatchObject({ code: "INVALID_RESPONSE" });
  });
});

describe("[K.7] an InvalidDataError", () => {
  it("names the route, the status, the path and what was expected, and holds no value", async () => {
    const { client, mock } = connect({ validation: "refuse" });
    mock.reply("GET /user/emails", { data: [{ email: ["s3cret"], primary: true }] as never });
    const error = await errorOf(client.request("GET /user/emails"));
    expect(error).toMatchObject({
      name: "InvalidDataError",
      code: "INVALID_RESPONSE",
      route: "GET /user/emails",
      status: 200,
      issues: expect.arrayContaining([
        { path: [0, "email"], keyword: "type", message: "is not of type string" },
        { path: [0, "verified"], keyword: "required", message: "is missing" },
      ]),
    });
    expect(error.message).toMatch(
      /^"GET \/user\/emails" got status 200 with data that does not match the schema: "\/0\/email" /,
    );
    expect(JSON.stringify(error) + String(error.stack)).not.toContain("s3cret");
  });

  it("lists at most five issues in its message", async () => {
    const { client, mock } = connect({ validation: "refuse" });
    mock.reply("GET /repos/{owner}/{repo}", { data: { owner } as never });
    const error = await errorOf(client.request("GET /repos/{owner}/{repo}", WHERE));
    expect(error.message.match(/is missing/g)).toHaveLength(5);
    expect(error.message).toMatch(/; issues: \d+\.$/);
  });
});

describe("[K.8] the schemas of a client", () => {
  it("are imported when a route is first checked, and once", async () => {
    const { client, load } = connectSmall({
      validation: "refuse",
      fetch: async () => Response.json([]),
    });
    await client.request(anyRoute("GET /others"));
    expect(load).not.toHaveBeenCalled();
    await client.request("GET /things");
    await client.request("GET /things");
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe("[K.9] a check that fails", () => {
  const broken = () =>
    vi.fn().mockRejectedValueOnce(new Error("No network")).mockResolvedValue(tables);

  it("rejects the request, and is made again", async () => {
    const { client } = connectSmall(
      { validation: "refuse", fetch: async () => Response.json([]) },
      broken(),
    );
    await expect(client.request("GET /things")).rejects.toThrow("No network");
    expect((await client.request("GET /things")).data).toEqual([]);
  });

  it("is reported under `report`, and the response is given", async () => {
    const onInvalid = vi.fn();
    const { client } = connectSmall({ validation: "report", onInvalid, ...reply([]) }, broken());
    expect((await client.request("GET /things")).data).toEqual([]);
    expect(onInvalid.mock.calls).toEqual([[new Error("No network")]]);
  });

  it("rejects if `onInvalid` does", async () => {
    const onInvalid = () => Promise.reject(new Error("Stop"));
    const { client } = connectSmall({ validation: "report", onInvalid, ...reply({}) });
    await expect(client.request("GET /things")).rejects.toThrow("Stop");
  });
});

const partsOf = (error: Error) => ({
  ...Object.fromEntries(Object.entries(error)),
  message: error.message,
});

describe("the checks of a client", () => {
  /** One loader for each table, with the routes that it has or says it has. */
  const connectChecks = (mode = "refuse", onInvalid?: (error: Error) => unknown) => {
    const things = vi.fn(async () => tables);
    const others = vi.fn(async () => ({ "GET /others": { default: schema(1) } }));
    const checks = createClientSchemas([
      { load: things, routes: "/things\n GET\n POST" },
      { load: others, routes: "/others\n GET\n PUT" },
    ]).createChecks(mode, onInvalid);
    return { checks, things, others };
  };
  const json = { "content-type": "application/json" };
  const request = (body: unknown, headers: Record<string, string> = json) =>
    ({ body, headers }) as never; // as much of a request as is checked

  it.each([
    [200, [], true],
    [200, 7, false],
    [201, 7, true],
    [299, 7, true],
    [201, [], false],
    [199, "", true],
    [300, "", true],
    [300, 7, false],
    [404, "", true],
  ])(
    "[K.6] take the schema of status %i, of its class, or the default: %j",
    async (status, data, isValid) => {
      const { checks } = connectChecks();
      const checked = checks.response("GET /things", status, data);
      if (isValid) expect(await checked).toBeUndefined();
      else await expect(checked).rejects.toMatchObject({ code: "INVALID_RESPONSE", status });
    },
  );

  it.each<[what: string, route: string, body: unknown, headers?: Record<string, string>]>([
    ["a body that matches", "POST /things", "{}"],
    ["a body that is no text", "POST /things", new Uint8Array(1)],
    ["no body", "POST /things", undefined],
    ["text", "POST /things", "no JSON", { "content-type": "text/plain" }],
    ["a body of no type", "POST /things", "[]", {}],
    ["a route without a schema of its body", "GET /things", "[]"],
    ["a route whose module has no schema", "PUT /others", "[]"],
    ["a route without a module", "PUT /none", "[]"],
  ])("[K.6] take %s as it is", async (_, route, body, headers) => {
    const { checks } = connectChecks();
    expect(await checks.request(route, request(body, headers))).toBeUndefined();
  });

  it.each(["application/json", "application/json; charset=utf-8", "application/x+json"])(
    "[K.6] read a body of %s",
    async (type) => {
      const { checks } = connectChecks();
      const checked = checks.request("POST /things", request("[]", { "content-type": type }));
      await expect(checked).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    },
  );

  it("[K.8] import the schemas of the route that is checked alone", async () => {
    const { checks, things, others } = connectChecks();
    await checks.response("GET /others", 200, "");
    expect([things.mock.calls.length, others.mock.calls.length]).toEqual([0, 1]);
    await checks.response("GET /things", 200, []);
    await checks.request("PUT /others", request("{}"));
    expect([things.mock.calls.length, others.mock.calls.length]).toEqual([1, 1]);
  });

  it("[K.7] make an error that has all about it", async () => {
    const { checks } = connectChecks();
    const issues = [{ path: [], keyword: "type", message: "is not of type array" }];
    const ofResponse = await errorOf(checks.response("GET /things", 200, 7));
    expect(partsOf(ofResponse)).toEqual({
      name: "InvalidDataError",
      code: "INVALID_RESPONSE",
      docs: expect.stringMatching(/#invalid_response$/),
      route: "GET /things",
      status: 200,
      issues,
      message:
        '"GET /things" got status 200 with data that does not match the schema: "" is not of type array.',
    });
    const ofRequest = await errorOf(checks.request("POST /things", request("7")));
    expect(partsOf(ofRequest)).toEqual({
      name: "InvalidDataError",
      code: "INVALID_REQUEST",
      docs: expect.stringMatching(/#invalid_request$/),
      route: "POST /things",
      status: undefined,
      issues: [{ path: [], keyword: "type", message: "is not of type object" }],
      message:
        '"POST /things" has a body that does not match the schema: "" is not of type object.',
    });
  });

  it.each([
    [1, '"/0" a0.'],
    [2, '"/0" a0; "/1" a1.'],
    [5, '"/0" a0; "/1" a1; "/2" a2; "/3" a3; "/4" a4.'],
    [6, '"/0" a0; "/1" a1; "/2" a2; "/3" a3; "/4" a4; issues: 6.'],
  ])("[K.7] list the first five of %i issues", (count, text) => {
    const issues = Array.from({ length: count }, (_, index) => ({
      path: [index],
      message: `a${index}`,
      keyword: "type",
    }));
    expect(new InvalidDataError("GET /a", undefined, issues).message).toBe(
      `"GET /a" has a body that does not match the schema: ${text}`,
    );
  });

  it("[K.9] wait for what is reported", async () => {
    let report!: () => void;
    const reported = new Promise<void>((resolve) => (report = resolve));
    const errors: Error[] = [];
    const { checks } = connectChecks("report", (error) => {
      errors.push(error);
      return reported;
    });
    let isChecked = false;
    const checked = checks.response("GET /things", 200, 7).then(() => (isChecked = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toEqual([expect.any(InvalidDataError)]);
    expect(isChecked).toBe(false);
    report();
    expect(await checked).toBe(true);
  });

  it("[K.9] report nothing that is refused", async () => {
    const onInvalid = vi.fn();
    const { checks } = connectChecks("refuse", onInvalid);
    await expect(checks.response("GET /things", 200, 7)).rejects.toThrow(InvalidDataError);
    expect(onInvalid).not.toHaveBeenCalled();
  });
});

function connect(options: Partial<ClientOptions>) {
  const client = createClient({ auth: "t", retry: 0, schemas, ...options });
  return { client, mock: createMockFetch(client) };
}

/** A small API with a schema that takes lists of numbers, to count what is imported. */
function connectSmall(options: Partial<ClientOptions>, load = vi.fn(async () => tables)) {
  const schemas = createClientSchemas([{ load, routes: "/things\n GET\n POST" }]);
  const client = createService({}, { schemas, retry: 0, ...options });
  return { client, load };
}
