/** `toRequest`, which makes a `Request` of the platform. */
import { describe, expect, it } from "vitest";
import { toRequest } from "../../src/request/endpoint/to-request.js";
import type { UnknownParameters } from "../../src/request/endpoint/types.js";
import { EndpointError } from "../../src/request/endpoint/errors.js";
import { USER_AGENT } from "../../src/base/package.js";
import { errorOf } from "./error-of.js";
import { endpoint, base, jsonHeaders } from "./acme.js";

describe("toRequest", () => {
  it.each<SentBody>([
    {
      what: "parameters",
      parameters: { a: [1, null] },
      contentType: jsonHeaders["content-type"],
      text: '{"a":[1,null]}',
    },
    {
      what: "a list as data",
      parameters: { data: [1] },
      contentType: jsonHeaders["content-type"],
      text: "[1]",
    },
    {
      what: "a string under the JSON type",
      parameters: { data: 'a"b' },
      contentType: jsonHeaders["content-type"],
      text: '"a\\"b"',
    },
    {
      what: "null as data",
      parameters: { data: null },
      contentType: jsonHeaders["content-type"],
      text: "null",
    },
    {
      what: "text under a type with a parameter that ends in +json",
      parameters: { headers: { "content-type": "text/plain; a=b+json" }, data: "a" },
      contentType: "text/plain; a=b+json",
      text: "a",
    },
    {
      what: "a string of another type",
      parameters: { data: "a b", headers: { "content-type": "text/plain" } },
      contentType: "text/plain",
      text: "a b",
    },
    {
      what: "a string of a JSON suffix type",
      parameters: { data: "a", headers: { "content-type": "application/merge+json" } },
      contentType: "application/merge+json",
      text: '"a"',
    },
    {
      what: "a string of the JSON type in capitals",
      parameters: { data: "a", headers: { "content-type": "Application/JSON;charset=utf-8" } },
      contentType: "Application/JSON;charset=utf-8",
      text: '"a"',
    },
    {
      what: "a string of a type that begins like JSON",
      parameters: { data: "a", headers: { "content-type": "application/json5" } },
      contentType: "application/json5",
      text: "a",
    },
    {
      what: "an object of another type",
      parameters: { data: { a: 1 }, headers: { "content-type": "application/x" } },
      contentType: "application/x",
      text: '{"a":1}',
    },
    {
      what: "bytes",
      parameters: { data: new TextEncoder().encode("é") },
      contentType: "application/octet-stream",
      text: "é",
    },
    {
      what: "bytes under a JSON type",
      parameters: {
        data: new TextEncoder().encode("{}"),
        headers: { "content-type": "application/json" },
      },
      contentType: "application/json",
      text: "{}",
    },
    {
      what: "a Blob",
      parameters: { data: new Blob(["x"], { type: "image/png" }) },
      contentType: "image/png",
      text: "x",
    },
    {
      what: "URLSearchParams",
      parameters: { data: new URLSearchParams("a=b") },
      contentType: "application/x-www-form-urlencoded;charset=UTF-8",
      text: "a=b",
    },
    {
      what: "a stream",
      parameters: { data: new Blob(["streamed"]).stream() },
      contentType: "application/octet-stream",
      text: "streamed",
    },
  ])("[A.14] sends $what", async ({ parameters, contentType, text }) => {
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

  it.each<Refused>([
    {
      what: "a euro sign in a header",
      route: "GET /x",
      parameters: { headers: { "X-A": "1", "X-B": "5 €" } },
      code: "INVALID_HEADER",
      refused: ["x-b"],
      reportedRoute: `GET ${base}/x`,
    },
    {
      what: "emoji in two headers",
      route: "POST /x",
      parameters: { headers: { "x-a": "😀", accept: "Ā" } },
      code: "INVALID_HEADER",
      refused: ["accept", "x-a"],
      reportedRoute: `POST ${base}/x`,
    },
    {
      what: "a user and a password",
      route: "GET https://user:secret@a.example:8080/x",
      code: "INVALID_URL",
      refused: ["url"],
      reportedRoute: "GET https://a.example:8080/x",
    },
    {
      what: "a user alone",
      route: "PATCH HTTPS://secret@a.example",
      code: "INVALID_URL",
      refused: ["url"],
      reportedRoute: "PATCH HTTPS://a.example",
    },
    {
      what: "a password alone",
      route: "GET https://:secret@a.example?a@b",
      code: "INVALID_URL",
      refused: ["url"],
      reportedRoute: "GET https://a.example?a@b",
    },
    {
      what: "more than one @",
      route: "GET https://a@secret@a.example/x",
      code: "INVALID_URL",
      refused: ["url"],
      reportedRoute: "GET https://a.example/x",
    },
    {
      what: "a password in baseUrl",
      route: "GET /x",
      parameters: { baseUrl: "https://user:secret@a.example/api" },
      code: "INVALID_URL",
      refused: ["url"],
      reportedRoute: "GET https://a.example/api/x",
    },
  ])("[A.14] [A.15] reports $what, and no secret", (refused) => {
    expect(expectReport(refused).cause).toBeUndefined();
  });

  it("[A.14] [A.15] reports a body that has no JSON, and no password of the URL", () => {
    expectReport({
      route: "POST https://user:secret@a.example/x",
      parameters: { data: 1n, headers: { "content-type": "x/y" } },
      code: "INVALID_PARAMETER",
      refused: ["data"],
      reportedRoute: "POST https://a.example/x",
    });
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

function expectReport(expected: Omit<Refused, "what">): EndpointError {
  const { route, parameters = {}, code, refused, reportedRoute } = expected;
  const error = errorOf(() => toRequest(endpoint(route, parameters)));
  expect(error).toMatchObject({ code, parameters: refused, route: reportedRoute });
  expect(error.message).toContain(reportedRoute);
  expect(`${error.message} ${error.stack} ${error.route}`).not.toContain("secret");
  return error;
}

interface SentBody {
  readonly what: string;
  readonly parameters: UnknownParameters;
  readonly contentType: string | null;
  readonly text: string;
}

interface Refused {
  readonly what: string;
  readonly route: string;
  readonly parameters?: UnknownParameters;
  readonly code: string;
  /** Names of the headers or options that the error tells as the cause. */
  readonly refused: readonly string[];
  /** The route as the error tells it. */
  readonly reportedRoute: string;
}
