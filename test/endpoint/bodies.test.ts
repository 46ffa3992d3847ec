/** Bodies: parameters as JSON, `data` as it is, and values that JSON would lose. */
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { errorOf } from "./error-of.js";
import { endpoint, base, defaultHeaders, jsonHeaders } from "./acme.js";

const JSON_TYPE = jsonHeaders["content-type"];

/** Values that JSON would send as `{}`, so that they would be lost. */
const LOST: readonly (readonly [kind: string, value: unknown])[] = [
  ["Map", new Map([["a", 1]])],
  ["Set", new Set([1])],
  ["Blob", new Blob(["a"])],
  ["FormData", new FormData()],
  ["URLSearchParams", new URLSearchParams("a=1")],
  ["Error", new Error("a")],
  ["Promise", Promise.resolve(1)],
  ["ReadableStream", new ReadableStream()],
  ["ArrayBuffer", new ArrayBuffer(1)],
  ["DataView", new DataView(new ArrayBuffer(1))],
  ["Uint8Array", new Uint8Array(0)],
  ["RegExp", /a/],
  ["Object", createInstance()],
  ["Object", Object.create({ a: 1 })],
];

/** Kinds of these values that are a body by themselves: bytes, text and forms. */
const RAW_KINDS: ReadonlySet<string> = new Set([
  "Blob",
  "FormData",
  "URLSearchParams",
  "ReadableStream",
  "ArrayBuffer",
  "DataView",
  "Uint8Array",
]);

describe("bodies", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE"])(
    "[A.18] [A.24] [A.8] [A.9] %s sends the remaining parameters as JSON",
    (method) => {
      const result = endpoint(`${method} /x/{id}`, { id: 1, a: null, b: undefined, c: [1] });
      expect(result).toEqual({
        method: method.toLowerCase(),
        url: `${base}/x/1`,
        headers: jsonHeaders,
        body: { a: null, c: [1] },
      });
      expect(Object.keys(result.body as object)).toEqual(["a", "c"]);
    },
  );

  it.each(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"])(
    "[A.8] [A.24] %s without parameters has no body key",
    (method) => {
      const result = endpoint(`${method} /x/{id}`, { id: 1, b: undefined });
      expect("body" in result).toBe(false);
      expect("request" in result).toBe(false);
      expect(result.headers).toEqual(defaultHeaders);
    },
  );

  it.each<[string, unknown, string | undefined]>([
    ["an object", { a: 1 }, JSON_TYPE],
    ["a list", [1], JSON_TYPE],
    ["a string", "text", JSON_TYPE],
    ["null", null, JSON_TYPE],
    ["false", false, JSON_TYPE],
    ["a Uint8Array", new Uint8Array(1), "application/octet-stream"],
    ["an ArrayBuffer", new ArrayBuffer(1), "application/octet-stream"],
    ["a Blob", new Blob(["x"]), "application/octet-stream"],
    ["a Blob with a type", new Blob(["x"], { type: "image/png" }), "image/png"],
    ["a ReadableStream", new ReadableStream(), "application/octet-stream"],
    ["a FormData", new FormData(), undefined],
    ["a URLSearchParams", new URLSearchParams("a=b"), undefined],
  ])("[A.8] [A.9] [A.21] %s as data is the body", (_kind, data, contentType) => {
    const result = endpoint("POST /x", { data, ignored: 1 });
    expect(result.body).toBe(data);
    expect(result.headers["content-type"]).toBe(contentType);
    expect(
      endpoint("POST /x", { data, headers: { "Content-Type": "x/y" } }).headers["content-type"],
    ).toBe("x/y");
  });

  it("[A.8] keeps the default headers beside data", () => {
    const result = endpoint("POST /x", { data: "a", headers: { Accept: "text/html" } });
    expect(result.headers).toEqual({ ...jsonHeaders, accept: "text/html" });
  });

  it("[A.12] takes bodies of any depth and shared parts in linear time", () => {
    const deep = nest(100_000, (inner) => [inner]);
    const shared = nest(64, (inner) => [inner, inner]);
    const result = endpoint("POST /x", { deep, shared });
    expect((result.body as { deep: unknown }).deep).toBe(deep);
    const wide = Array.from({ length: 200_001 }, () => []); // more than may be nested
    expect(endpoint("POST /x", { data: wide }).body).toBe(wide);
    expect(endpoint.defaults({ deep })("POST /x").body).toHaveProperty("deep");
  });

  it.each(LOST)("[A.8] [A.12] refuses what JSON would send as {}: %s", (kind, value) => {
    for (const p of [value, [value], { a: [{ b: value }] }, Array(200).fill(value)]) {
      const error = errorOf(() => endpoint("POST /x", { before: 1, p }));
      expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: ["p"] });
      expect(error.message).toContain(
        `Parameter "p" of "POST /x" holds an object without keys (${kind})`,
      );
    }
  });

  it.each(LOST)("[A.8] [A.9] [A.12] checks data that is sent as JSON: %s", (kind, value) => {
    const isRaw = RAW_KINDS.has(kind);
    const nested: readonly unknown[] = [[value], { a: [{ b: value }] }, Array(200).fill(value)];
    for (const data of isRaw ? nested : [value, ...nested]) {
      for (const headers of [{}, { "content-type": "application/merge+json" }]) {
        const error = errorOf(() => endpoint("POST /x", { data, headers }));
        expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: ["data"] });
        expect(error.message).toContain(
          `Parameter "data" of "POST /x" holds an object without keys (${kind})`,
        );
      }
      const json = { headers: { "Content-Type": "application/json" } };
      expect(errorOf(() => endpoint.defaults(json)("POST /x", { data })).parameters).toEqual(["data"]); // prettier-ignore
      const headers = { "content-type": "application/x-own" };
      expect(endpoint("POST /x", { data, headers }).body).toBe(data);
    }
    if (isRaw) expect(endpoint("POST /x", { data: value }).body).toBe(value);
  });

  it("[A.8] checks data of any depth and shared parts in linear time, and returns it as it is", () => {
    const deep = nest(100_000, (inner) => [inner]);
    const shared = nest(64, (inner) => [inner, inner]);
    const data = { deep, shared, at: new Date(0) };
    expect(endpoint("POST /x", { data }).body).toBe(data);
  });

  it("[A.12] refuses a getter that makes a new object at every look", () => {
    const createEndless = (): object =>
      Object.defineProperty({}, "next", { enumerable: true, get: createEndless });
    for (const name of ["data", "p"]) {
      const error = errorOf(() => endpoint("POST /x", { [name]: createEndless() }));
      expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: [name] });
    }
  });

  it.each<[string, unknown]>([
    ["an empty object", {}],
    ["an empty list", []],
    ["an empty object without prototype", Object.create(null)],
    ["an empty object of another realm", runInNewContext("({})")],
    ["an empty list of another realm", runInNewContext("[]")],
    ["an instance with keys", new (class { readonly a = 1; })()], // prettier-ignore
    ["an error with keys", Object.assign(new Error("a"), { code: "b" })],
    ["an object with toJSON", new (class { toJSON() { return "a"; } })()], // prettier-ignore
    ["a URL", new URL("https://a.example")],
    ["bytes", new Uint8Array([1])],
    ["a Buffer", Buffer.alloc(0)],
    ["only what is undefined", { a: undefined }],
  ])("[A.8] takes %s", (_kind, value) => {
    const parameters = { p: value, list: [{ value }] };
    expect(endpoint("POST /x", parameters).body).toEqual(parameters);
    expect((endpoint("POST /x", parameters).body as typeof parameters).p).toBe(value);
    for (const data of [value, parameters]) expect(endpoint("POST /x", { data }).body).toBe(data);
  });

  it("[A.8] writes a date as ISO 8601", () => {
    expect(endpoint("POST /x", { at: new Date(0) }).body).toEqual({
      at: "1970-01-01T00:00:00.000Z",
    });
  });

  it.each([1, 99, 100, 101, 250])(
    "[A.12] refuses what cannot be sent behind %i values that can",
    (count) => {
      const sound = Array.from({ length: count }, (_, index) => ({ index }));
      expect(endpoint("POST /z", { list: sound }).body).toStrictEqual({ list: sound });
      for (const wrong of [Number.NaN, () => 1, 1n, "\ud800", { "\ud800": 1 }]) {
        const error = errorOf(() => endpoint("POST /z", { list: [...sound, wrong] }));
        expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: ["list"] });
      }
      const cyclic: unknown[] = [...sound];
      cyclic.push(cyclic);
      expect(errorOf(() => endpoint("POST /z", { list: cyclic })).code).toBe("INVALID_PARAMETER");
    },
  );
});

/** Puts lists around an empty list, level by level. */
function nest(levels: number, wrap: (inner: unknown[]) => unknown[]): unknown[] {
  let list: unknown[] = [];
  for (let level = 0; level < levels; level++) list = wrap(list);
  return list;
}

/** Creates an instance of a class that has no keys of its own. */
function createInstance(): object {
  class Hidden {
    readonly #value = 1;
    get value() {
      return this.#value;
    }
  }
  return new Hidden();
}
