/** The option `validation` of clients, in requests that are sent. */
import { describe, expect, it, vi } from "vitest";
import { createClient, type ClientOptions } from "typewire/client";
import { Vendor } from "typewire/sdk";
import { createMockFetch } from "typewire/testing";
import { InvalidDataError, schemas } from "typewire/validate";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { createClientSchemas } from "../../src/runtime/validate.js";
import { errorOf } from "../client/error-of.js";
import { createService } from "../client/service.js";
import { tables } from "./things.js";

const owner = { login: "acme" };
/** The repository of most requests. */
const WHERE = { owner: "acme", repo: "site" };

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

/** The default client, with a mock of its `fetch`. */
function connect(options: Partial<ClientOptions>) {
  const client = createClient({ auth: "t", retry: 0, schemas, ...options });
  return { client, mock: createMockFetch(client) };
}

/** A `fetch` that gives a response. */
function reply(body: unknown, init: ResponseInit = {}) {
  return { fetch: () => Promise.resolve(Response.json(body, init)) };
}

/** A small API with a schema that takes lists of numbers, to count what is imported. */
function connectSmall(options: Partial<ClientOptions>, load = vi.fn(async () => tables)) {
  const schemas = createClientSchemas([{ load, routes: "/things\n GET\n POST" }]);
  const client = createService({}, { schemas, retry: 0, ...options });
  return { client, load };
}
