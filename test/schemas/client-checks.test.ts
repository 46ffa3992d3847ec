/** The checks that a client makes of its schemas, without a client: the choice of a schema, loading, and errors. */
import { describe, expect, it, vi } from "vitest";
import { InvalidDataError } from "typewire/validate";
import { schema } from "../../src/runtime/schemas.js";
import { createClientSchemas } from "../../src/runtime/validate.js";
import { errorOf } from "../client/error-of.js";
import { tables } from "./things.js";

describe("the checks of a client", () => {
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

  it("[K.7] reject with an error that names route, status and issues", async () => {
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

/** One loader for each table, with the routes that it has or says it has. */
function connectChecks(mode = "refuse", onInvalid?: (error: Error) => unknown) {
  const things = vi.fn(async () => tables);
  const others = vi.fn(async () => ({ "GET /others": { default: schema(1) } }));
  const checks = createClientSchemas([
    { load: things, routes: "/things\n GET\n POST" },
    { load: others, routes: "/others\n GET\n PUT" },
  ]).createChecks(mode, onInvalid);
  return { checks, things, others };
}

/** As much of a request as is checked. */
function request(
  body: unknown,
  headers: Record<string, string> = { "content-type": "application/json" },
) {
  return { body, headers } as never;
}

/** All that an error has, as plain data. */
function partsOf(error: Error) {
  return {
    ...Object.fromEntries(Object.entries(error)),
    message: error.message,
  };
}
