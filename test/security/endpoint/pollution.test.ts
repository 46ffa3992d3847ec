/** Prototypes that a call must neither pollute nor read from. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toRequest } from "../../../src/request/endpoint/to-request.js";
import { errorOf } from "../../endpoint/error-of.js";
import { base, endpoint } from "./builder.js";

const POISON = `{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}`;

const carriers: readonly (readonly [place: string, options: unknown])[] = [
  ["options", parse(POISON)],
  ["headers", parse(`{"headers": {"__proto__": "x", "x-a": "1"}}`)],
  ["headers in uppercase", parse(`{"headers": {"__PROTO__": "x"}}`)],
  ["pairs of headers", { headers: [["__proto__", "x"]] }],
  ["mediaType", parse(`{"mediaType": {"__proto__": {"format": "raw"}}}`)],
  ["request", parse(`{"request": ${POISON}}`)],
  ["a parameter", parse(`{"p": ${POISON}}`)],
  ["a nested parameter", parse(`{"p": [{"q": ${POISON}}]}`)],
  ["data", parse(`{"data": ${POISON}}`)],
];

/** Names that JavaScript itself reads through prototypes: polluting them breaks any program. */
const READ_BY_LANGUAGE = new Set(["return", "get", "set", "toJSON", "__proto__", "toString"]);

const HEADER_NAMES = ["authorization", "content-type", "user-agent"];
const PARAMETER_NAMES = ["x", "y", "z", "q", "rest", "shop", "path"];
const INDEXES = Array.from({ length: 102 }, (_, index) => String(index - 1));
const DESCRIPTOR_KEYS = ["value", "writable", "enumerable", "configurable"];

describe("endpoint: prototype pollution", () => {
  it.each(carriers)("by %s of a call", (_, options) => {
    const result = endpoint("POST /x", options);
    expectClean();
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(result.headers)).toBe(Object.prototype);
    expect(Object.keys(result.headers)).not.toContain("__proto__");
    expect(result.headers.accept).toBe("application/vnd.acme.v3+json");
  });

  it.each(carriers)("by %s of defaults", (_, options) => {
    const builder = endpoint.defaults(parse(`{"request": {"a": 1}}`)).defaults(options);
    const result = builder("POST /x", parse(`{"request": {"b": 1}}`));
    expectClean();
    expect(Object.getPrototypeOf(builder.DEFAULTS)).toBe(Object.prototype);
    expect(Object.keys(builder.DEFAULTS)).not.toContain("__proto__");
    expect(Object.keys(result.request ?? {})).not.toContain("__proto__");
    expect(Reflect.get(result.request ?? {}, "polluted")).toBeUndefined();
  });

  it.each(carriers)("by %s of merge and parse", (_, options) => {
    const merged = endpoint.merge("POST /x", options);
    endpoint.parse(merged);
    expectClean();
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(Object.keys(merged)).not.toContain("__proto__");
    expect(merged.mediaType).toBeUndefined();
  });

  it.each(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"])(
    "a query parameter called %s",
    (name) => {
      const { url } = endpoint("GET /x", parse(`{"${name}": "v"}`));
      expect(url).toBe(name === "__proto__" ? `${base}/x` : `${base}/x?${name}=v`);
      expectClean();
    },
  );

  it.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
    "a placeholder called %s takes nothing that is inherited",
    (name) => {
      expect(() => endpoint(`GET /x/{${name}}`, {})).toThrow(/Missing required parameter/);
    },
  );

  it.each([
    [
      "a class",
      new (class {
        readonly q = 1;
      })(),
      "?q=1",
    ],
    ["a null prototype", Object.assign(Object.create(null) as object, { q: 1 }), "?q=1"],
    ["a prototype with parameters", Object.create({ q: 1, headers: { a: "b" } }), ""],
    ["a prototype with an address", Object.create({ baseUrl: "https://evil.example" }), ""],
  ])("options with %s", (_, options, query) => {
    const result = endpoint("GET /x", options);
    expect(result.url).toBe(`${base}/x${query}`);
    expect(result.headers).not.toHaveProperty("a");
  });
});

describe("endpoint: inherited gadgets", () => {
  const names = new Set([
    ...readWords(),
    ...HEADER_NAMES,
    ...PARAMETER_NAMES,
    ...INDEXES,
    ...DESCRIPTOR_KEYS,
  ]);

  it("are looked for under every word of the source", () => {
    expect([...names]).toEqual(expect.arrayContaining(["mediaType", "plainName", "baseUrl", "40"]));
    expect(names.size).toBeGreaterThan(500);
  });

  it.each(["evil", 7, { evil: "1" }, [["evil", "1"]]])(
    "[A.12] %j on Object.prototype changes nothing, under any name or index",
    (value) => {
      const expected = observe();
      const gadgets = [...names].filter(isTestable);
      const effective = gadgets.filter((key) => withGadget(key, value, observe) !== expected);
      expect(effective).toEqual([]);
    },
  );

  it.each([
    ["body", "evil"],
    ["signal", new AbortController().signal],
    ["request", { redirect: "error" }],
  ])("Object.prototype.%s does not reach a Request", (key, value) => {
    const options = endpoint("GET /x");
    const request = withGadget(key, value, () => toRequest(options));
    expect(request.body).toBeNull();
    expect(request.redirect).toBe("follow");
    expect(request.method).toBe("GET");
  });
});

/** Parses an attacker's JSON, in which `__proto__` becomes an own property. */
function parse(text: string): unknown {
  return JSON.parse(text);
}

function expectClean(): void {
  expect("polluted" in {}).toBe(false);
  expect("format" in {}).toBe(false);
  expect(Object.keys(Object.prototype)).toEqual([]);
}

/** Every word of the builder's source: the names of all properties that it reads are among them. */
function readWords(): readonly string[] {
  const folder = new URL("../../../src/request/endpoint/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sources = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(new URL(file, folder), "utf8"));
  return sources.flatMap((source) => source.match(/[A-Za-z_$][\w$]*/g) ?? []);
}

function isTestable(name: string) {
  return !READ_BY_LANGUAGE.has(name) && !(name in Object.prototype);
}

/** Results and messages of many kinds of calls, as one text. */
function observe(): string {
  return JSON.stringify([
    endpoint("GET /a/{x}", { x: 1, q: 2 }),
    endpoint("POST /a/{x}{?q}", { x: 1, q: [2], rest: { a: [1] }, headers: { a: "b" } }),
    endpoint.defaults({ y: 1, headers: { z: "1" }, mediaType: { format: "raw" } })("POST /b"),
    endpoint.defaults({ y: [{ z: 1 }] }).DEFAULTS,
    endpoint.merge("GET /a", { b: 1, mediaType: { format: "raw" } }),
    endpoint.merge("GET /a", { b: 1 }),
    endpoint({ method: "PUT", url: "/a" }),
    endpoint("GET /a{/x,y}{?z}", { x: [1, 2], q: undefined }),
    endpoint.parse({ method: "POST", url: "/a", baseUrl: base, headers: {}, data: [{ a: 1 }] }),
    messageOf("GET /a/{x}/{y}{/z}", { y: "..", z: [".", "b"], x: "." }),
    messageOf("GET /a/{x}/{y}", {}),
    messageOf("GET /a/{x", {}),
    messageOf("POST /a", { url: "/b", data: 1 }),
    endpoint("DELETE /shops/{shop}/caches", { shop: 1, key: 2 }),
    endpoint("GET /shops/{shop}/files/{path}", { shop: 1, path: "a/b" }),
    endpoint("GET /a", { headers: [["x", "1"]], mediaType: {}, request: {} }),
  ]);
}

function messageOf(route: string, parameters: object): string {
  return errorOf(() => endpoint(route, parameters)).message;
}

/** Sets a property of every object for as long as a call takes. */
function withGadget<Result>(key: string, value: unknown, call: () => Result): Result {
  Object.defineProperty(Object.prototype, key, { value, configurable: true, writable: true });
  try {
    return call();
  } finally {
    Reflect.deleteProperty(Object.prototype, key);
  }
}
