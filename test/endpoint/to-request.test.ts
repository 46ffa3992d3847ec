/** `toRequest`, which makes a `Request` of the platform. */
import { describe, expect, it } from "vitest";
import { toRequest } from "../../src/request/endpoint/to-request.js";
import type { UnknownParameters } from "../../src/request/endpoint/types.js";
import { EndpointError } from "../../src/request/endpoint/errors.js";
import { USER_AGENT } from "../../src/base/package.js";
import { errorOf } from "./error-of.js";
import { endpoint, base, jsonHeaders } from "./acme.js";

describe("toRequest", () => {
  it.each<[string, UnknownParameters, string | null, string]>([
    ["parameters", { a: [1, null] }, jsonHeaders["content-type"], '{"a":[1,null]}'],
    ["a list as data", { data: [1] }, jsonHeaders["content-type"], "[1]"],
    ["a string under the JSON type", { data: 'a"b' }, jsonHeaders["content-type"], '"a\\"b"'],
    ["null as data", { data: null }, jsonHeaders["content-type"], "null"],
    ["text under a type with a parameter that ends in +json", { headers: { "content-type": "text/plain; a=b+json" }, data: "a" }, "text/plain; a=b+json", "a"], // prettier-ignore
    [
      "a string of another type",
      { data: "a b", headers: { "content-type": "text/plain" } },
      "text/plain",
      "a b",
    ],
    [
      "a string of a JSON suffix type",
      { data: "a", headers: { "content-type": "application/merge+json" } },
      "application/merge+json",
      '"a"',
    ],
    [
      "a string of the JSON type in capitals",
      { data: "a", headers: { "content-type": "Application/JSON;charset=utf-8" } },
      "Application/JSON;charset=utf-8",
      '"a"',
    ],
    [
      "a string of a type that begins like JSON",
      { data: "a", headers: { "content-type": "application/json5" } },
      "application/json5",
      "a",
    ],
    [
      "an object of another type",
      { data: { a: 1 }, headers: { "content-type": "application/x" } },
      "application/x",
      '{"a":1}',
    ],
    ["bytes", { data: new TextEncoder().encode("é") }, "application/octet-stream", "é"],
    [
      "bytes under a JSON type",
      { data: new TextEncoder().encode("{}"), headers: { "content-type": "application/json" } },
      "application/json",
      "{}",
    ],
    ["a Blob", { data: new Blob(["x"], { type: "image/png" }) }, "image/png", "x"],
    [
      "URLSearchParams",
      { data: new URLSearchParams("a=b") },
      "application/x-www-form-urlencoded;charset=UTF-8",
      "a=b",
    ],
    ["a stream", { data: new Blob(["streamed"]).stream() }, "application/octet-stream", "streamed"],
  ])("[A.14] sends %s", async (_kind, parameters, contentType, text) => {
    const request = toRequest(endpoint("PATCH /x", parameters));
    expect(request.method).toBe("PATCH");
    expect(request.url).toBe(`${base}/x`);
    expect(request.headers.get("content-type")).toBe(contentType);
    expect(request.headers.get("user-agent")).toBe(USER_AGENT);
    expect(await request.text()).toBe(text);
  });

  it("[A.14] leaves a form's boundary to the client", async () => {
    const data = new FormData();
    data.set("a", "b");
    const request = toRequest(endpoint("POST /x", { data }));
    expect(request.headers.get("content-type")).toMatch(/^multipart\/form-data; boundary=/);
    expect((await request.formData()).get("a")).toBe("b");
  });

  it("[A.14] honours the signal and the other options of fetch, and no others", () => {
    const controller = new AbortController();
    const request = toRequest(
      endpoint("GET /x", {
        request: {
          signal: controller.signal,
          redirect: "manual",
          cache: undefined,
          method: "POST",
          agent: {},
        },
      }),
    );
    expect(request).toMatchObject({ method: "GET", redirect: "manual", body: null });
    controller.abort();
    expect(request.signal.aborted).toBe(true);
  });

  it("[A.14] reports a body that JSON cannot express", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    for (const data of [cycle, 1n, () => 1]) {
      const error = errorOf(() => toRequest(endpoint("POST /x", { data })));
      expect(error).toMatchObject({ code: "INVALID_PARAMETER", parameters: ["data"] });
      expect(error).toBeInstanceOf(EndpointError);
    }
  });

  it.each<[string, string, UnknownParameters, string, readonly string[], string]>([
    ["a euro sign in a header", "GET /x", { headers: { "X-A": "1", "X-B": "5 €" } }, "INVALID_HEADER", ["x-b"], `GET ${base}/x`], // prettier-ignore
    ["emoji in two headers", "POST /x", { headers: { "x-a": "😀", accept: "Ā" } }, "INVALID_HEADER", ["accept", "x-a"], `POST ${base}/x`], // prettier-ignore
    ["a user and a password", "GET https://user:secret@a.example:8080/x", {}, "INVALID_URL", ["url"], "GET https://a.example:8080/x"], // prettier-ignore
    ["a user alone", "PATCH HTTPS://secret@a.example", {}, "INVALID_URL", ["url"], "PATCH HTTPS://a.example"], // prettier-ignore
    ["a password alone", "GET https://:secret@a.example?a@b", {}, "INVALID_URL", ["url"], "GET https://a.example?a@b"], // prettier-ignore
    ["more than one @", "GET https://a@secret@a.example/x", {}, "INVALID_URL", ["url"], "GET https://a.example/x"], // prettier-ignore
    ["a password in baseUrl", "GET /x", { baseUrl: "https://user:secret@a.example/api" }, "INVALID_URL", ["url"], "GET https://a.example/api/x"], // prettier-ignore
    ["a password beside a body that has no JSON", "POST https://user:secret@a.example/x", { data: 1n, headers: { "content-type": "x/y" } }, "INVALID_PARAMETER", ["data"], "POST https://a.example/x"], // prettier-ignore
  ])("[A.14] [A.15] reports %s", (_what, route, parameters, code, names, name) => {
    const error = errorOf(() => toRequest(endpoint(route, parameters)));
    expect(error).toMatchObject({ code, parameters: names, route: name });
    expect(error.message).toContain(name);
    expect(`${error.message} ${error.stack} ${error.route}`).not.toContain("secret");
    if (code !== "INVALID_PARAMETER") expect(error.cause).toBeUndefined();
  });

  it("[A.15] names a method of `fetch` in uppercase, and any other as it is", () => {
    const url = "https://a:secret@a.example/x";
    const routeOf = (method: string) =>
      errorOf(() => toRequest({ method: method as "get", url, headers: {} })).route; // any text is sent
    expect(["get", "Patch", "purge"].map(routeOf)).toEqual([
      "GET https://a.example/x",
      "PATCH https://a.example/x",
      "purge https://a.example/x",
    ]);
  });

  it("[A.14] takes Latin-1 in a header, and an @ that belongs to no user", () => {
    const options = endpoint("GET https://a.example/@x?b=c@d", { headers: { "x-a": "ü" } });
    expect(toRequest(options).url).toBe("https://a.example/@x?b=c@d");
    expect(toRequest(options).headers.get("x-a")).toBe("ü");
  });

  it("[A.14] hands on what else the platform refuses", () => {
    const options = endpoint("GET /x", { request: { redirect: "nowhere" } });
    expect(() => toRequest(options)).toThrow(/redirect|nowhere/);
    expect(() => toRequest(options)).not.toThrow(EndpointError);
  });
});
