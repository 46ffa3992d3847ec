/** Frozen options: `endpoint` changes nothing that it is given. */
import { describe, expect, it } from "vitest";
import { base, endpoint } from "./builder.js";

const inputs: readonly (readonly [title: string, route: string, options: object])[] = [
  ["parameters", "GET /x/{a}", { a: "1", b: [1, 2] }],
  ["headers", "GET /x", { headers: { Accept: "text/plain", "X-A": "1" } }],
  [
    "pairs of headers",
    "GET /x",
    {
      headers: [
        ["A", "1"],
        ["a", "2"],
      ],
    },
  ],
  ["mediaType", "GET /x", { mediaType: { format: "raw" } }],
  ["request", "GET /x", { request: { hook: { deep: [1] } } }],
  ["data", "POST /x", { data: { a: [{ b: 1 }] } }],
  ["a body", "POST /x", { a: [{ b: { c: 1 } }] }],
];

const withDefaults = endpoint.defaults({
  headers: { "x-a": "1" },
  mediaType: { format: "raw" },
  request: { nested: { list: [1, { deep: true }] } },
  data: { body: [{ deep: true }] },
  list: [1, [2, { three: 3 }]],
  map: { a: { b: { c: {} } } },
});

describe("endpoint: frozen inputs", () => {
  it.each(inputs)("%s", (_, route, options) => {
    const before = JSON.stringify(options);
    const expected = endpoint(route, structuredClone(options));
    const frozen = freezeDeep(options);
    expect(endpoint(route, frozen)).toEqual(expected);
    expect(endpoint.parse(endpoint.merge(route, frozen))).toEqual(expected);
    expect(endpoint.defaults(frozen)(route)).toEqual(expected);
    expect(endpoint.defaults(frozen).defaults(frozen)(route, frozen)).toEqual(expected);
    expect(JSON.stringify(options)).toBe(before);
  });

  it.each(inputs)("%s, and the result belongs to the caller", (_, route, options) => {
    const builder = endpoint.defaults(freezeDeep(structuredClone(options)));
    const first = builder(route);
    const expected = JSON.stringify(first);
    first.headers["x-mine"] = "1";
    first.url = "changed";
    expect(JSON.stringify(builder(route))).toBe(expected);
  });
});

describe("endpoint: DEFAULTS", () => {
  it.each([...listObjects(withDefaults.DEFAULTS, "DEFAULTS")])("%s is frozen", (_, value) => {
    expect(Object.isFrozen(value)).toBe(true);
    expect(Reflect.set(value, "intruder", 1)).toBe(false);
    expect(Reflect.set(value, "baseUrl", "https://evil.example")).toBe(false);
  });

  it("cannot be replaced on the way to a call", () => {
    Reflect.set(withDefaults, "DEFAULTS", { baseUrl: "https://evil.example" });
    expect(withDefaults("POST /x").url.startsWith(base)).toBe(true);
  });

  it("do not follow changes of the options that were passed in", () => {
    const defaults = { list: [1], headers: { "x-a": "1" }, mediaType: { format: "raw" } };
    const builder = endpoint.defaults(defaults);
    const before = JSON.stringify(builder("GET /x"));
    defaults.list.push(2);
    defaults.headers["x-a"] = "2";
    defaults.mediaType.format = "diff";
    expect(JSON.stringify(builder("GET /x"))).toBe(before);
  });
});

function freezeDeep<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const key of Reflect.ownKeys(value)) freezeDeep<unknown>(Reflect.get(value, key));
  return Object.freeze(value);
}

/** The objects in a value, each with its path. */
function* listObjects(value: unknown, path: string): Generator<[string, object]> {
  if (typeof value !== "object" || value === null) return;
  yield [path, value];
  for (const [key, child] of Object.entries(value)) yield* listObjects(child, `${path}.${key}`);
}
