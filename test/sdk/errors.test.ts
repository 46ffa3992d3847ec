/** The classes of errors by status, and what `instanceof` says of them. */
import { describe, expect, it, vi } from "vitest";
import { createClient } from "typewire/client";
import { ERROR_CLASSES } from "../../codegen/emit/calls/error-classes.js";
import {
  ConnectionError,
  isResponseError,
  ResponseError,
} from "../../src/request/client/errors.js";
import * as classes from "../../src/request/sdk/errors.js";
import { createSdk } from "../../src/request/sdk/sdk.js";
import * as sdkModule from "../../src/runtime/sdk.js";
import * as stainlessModule from "../../src/runtime/stainless.js";
import { createStainless } from "../../src/stainless/stainless.js";
import { errorOf } from "../client/error-of.js";

const CLASS_BY_STATUS = [
  [400, "BadRequestError"],
  [401, "AuthenticationError"],
  [403, "PermissionDeniedError"],
  [404, "NotFoundError"],
  [409, "ConflictError"],
  [422, "UnprocessableEntityError"],
  [429, "RateLimitError"],
  [500, "InternalServerError"],
  [503, "InternalServerError"],
  [599, "InternalServerError"],
] as const;
const STATUSES_WITHOUT_CLASS = [402, 405, 418, 499];
const CLASS_NAMES = [...new Set(CLASS_BY_STATUS.map(([, name]) => name))];

const catalog = { name: "Acme", arguments: "object", resources: { "": "/zen\n GET zen" } } as const;
const Acme = createSdk<Acme>(catalog, createClient);

/** The lists that have all classes, beside the module that declares them. */
const LISTS_OF_CLASSES: readonly (readonly [place: string, names: readonly string[]])[] = [
  ["codegen/emit/calls/error-classes.ts", ERROR_CLASSES.map(({ name }) => name)],
  ["`sdk` in src/exports.ts", Object.keys(sdkModule)],
  ["`stainless` in src/exports.ts", Object.keys(stainlessModule)],
  ["StatusErrors in src/stainless/errors.ts", Object.keys(createStainless(catalog, createClient))],
];

describe("[H.8] the errors of a class", () => {
  it.each(CLASS_BY_STATUS)("of status %i are %s", async (status, name) => {
    const error = await errorOf(new Acme(options(status)).zen());
    expect(error).toBeInstanceOf(classes[name]);
    expect(error).toBeInstanceOf(ResponseError);
    expect(isResponseError(error)).toBe(true);
    expect(error).toMatchObject({ name, status, code: "STATUS", data: { message: "No" } });
    expect(Object.getPrototypeOf(error)).toBe(classes[name].prototype);
    expect(String(error)).toBe(`${name}: "GET /zen" got status ${status}: No.`);
    for (const other of CLASS_NAMES) expect(error instanceof classes[other]).toBe(other === name);
  });

  it.each(STATUSES_WITHOUT_CLASS)("of status %i have the class of all", async (status) => {
    const error = await errorOf(new Acme(options(status)).zen());
    expect(error).toMatchObject({ name: "ResponseError", status });
    for (const name of CLASS_NAMES) expect(error instanceof classes[name]).toBe(false);
  });

  it("are those of its client, too", async () => {
    const error = await errorOf(new Acme(options(404)).client.request("GET /zen"));
    expect(error.name).toBe("NotFoundError");
  });
});

describe("[H.8] instanceof", () => {
  it.each(CLASS_BY_STATUS)(
    "knows an error of status %i of a client without a class",
    async (status, name) => {
      const error = await errorOf(createClient(options(status)).request("GET /zen"));
      expect(error.name).toBe("ResponseError");
      for (const other of CLASS_NAMES) expect(error instanceof classes[other]).toBe(other === name);
    },
  );

  it("knows an error of another copy of the package", async () => {
    vi.resetModules();
    const otherErrors = await import("../../src/request/client/errors.js");
    const otherClasses = await import("../../src/request/sdk/errors.js");
    const otherClient = await import("../../generated/client.js");
    expect(otherErrors.ResponseError).not.toBe(ResponseError);
    const error = await errorOf(otherClient.createClient(options(404)).request("GET /zen"));
    const methodError = await errorOf(new Acme(options(404)).zen());
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toBeInstanceOf(classes.NotFoundError);
    expect(isResponseError(error, "GET /zen")).toBe(true);
    expect(methodError).toBeInstanceOf(otherErrors.ResponseError);
    expect(methodError).toBeInstanceOf(otherClasses.NotFoundError);
    expect(methodError).not.toBeInstanceOf(otherClasses.ConflictError);
  });

  it.each([
    undefined,
    null,
    "NotFoundError",
    { name: "NotFoundError", status: 404 },
    Object.assign(new Error("a"), { status: 404, code: "STATUS" }),
    new ConnectionError("GET /zen", "got no response", 1, new Error("a")),
  ])("is false for anything else: %s", (value) => {
    expect((value as unknown) instanceof ResponseError).toBe(false);
    for (const name of CLASS_NAMES) expect((value as unknown) instanceof classes[name]).toBe(false);
  });

  it("looks at the prototype for classes that a program extends", async () => {
    class Missing extends classes.NotFoundError {}
    class OwnError extends ResponseError {}
    const init = {
      code: "STATUS",
      route: "GET /zen",
      status: 404,
      data: undefined,
      headers: new Headers(),
      url: "http://a.example/",
      requestId: undefined,
      attempts: 1,
    } as const;
    const missing = new Missing("a", init);
    const ownError = new OwnError("a", init);
    expect(missing).toBeInstanceOf(Missing);
    expect(missing).toBeInstanceOf(classes.NotFoundError);
    expect(ownError).toBeInstanceOf(OwnError);
    expect(ownError).toBeInstanceOf(classes.NotFoundError); // by its status
    const error = await errorOf(new Acme(options(404)).zen());
    expect([error instanceof Missing, error instanceof OwnError]).toEqual([false, false]);
  });

  it("needs nothing that a print of an error would show", async () => {
    const error = await errorOf(createClient(options(404)).request("GET /zen"));
    expect(Object.keys(error).sort()).toEqual(
      ["attempts", "code", "data", "docs", "name", "requestId", "route", "status", "url"].sort(),
    );
    expect(Object.getOwnPropertySymbols(Object.assign({}, error))).toEqual([]);
  });
});

it.each(LISTS_OF_CLASSES)("[H.8] %s has all classes of errors by status", (place, names) => {
  const declared = Object.entries(classes).filter(([, value]) => Object.hasOwn(value, "statuses"));
  expect(declared.length).toBeGreaterThan(0);
  for (const [name] of declared)
    expect(names, `Write the classes of errors into ${place}`).toContain(name);
});

/** Options of a client that gets this status. */
function options(status: number) {
  return {
    fetch: () => Promise.resolve(Response.json({ message: "No" }, { status })),
    retry: 0,
  };
}

interface Acme {
  readonly client: ReturnType<typeof createClient>;
  zen(): Promise<unknown>;
}
