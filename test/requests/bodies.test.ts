/** Content types of bodies, and bodies that are required and empty. */
import { describe, expect, it } from "vitest";
import { toRequest } from "../../src/request/endpoint/to-request.js";
import { errorOf } from "../endpoint/error-of.js";
import { builderOf } from "./builder.js";
import { FORM, MULTIPART, post, parseMultipart } from "./posts.js";

describe("[A.8] a body that is required and has only optional fields", () => {
  const endpoint = builderOf({ "POST /x": { emptyBody: true } });
  const json = "application/json; charset=utf-8";

  it.each<[title: string, options: object, body: unknown, type: string | undefined]>([
    ["no field", {}, {}, json],
    ["a field that is undefined", { a: undefined }, {}, json],
    ["a field", { a: 1 }, { a: 1 }, json],
    ["data", { data: {} }, {}, json],
    ["data that is null", { data: null }, null, json],
    ["another content type", { headers: { "content-type": FORM } }, "", FORM],
  ])("is an object with %s", (_title, options, body, type) => {
    const request = endpoint("POST /x", options);
    expect(request.body).toEqual(body);
    expect(request.headers["content-type"]).toBe(type);
  });
});

describe("[A.8] a form that is required and has only optional fields", () => {
  it("is an empty form", async () => {
    const { headers, body } = post({ emptyBody: true, contentType: FORM }, undefined);
    expect([headers["content-type"], body]).toEqual([FORM, ""]);
    const multipart = post({ emptyBody: true, contentType: MULTIPART }, undefined);
    expect([...(await parseMultipart(multipart))]).toEqual([]);
  });
});

describe("the content type of a route", () => {
  const stream = new ReadableStream();
  const patch = [{ op: "remove", path: "/a" }];
  it.each([
    ["JSON Patch", "application/json-patch+json", patch, patch],
    ["JSON of a vendor", "application/vnd.acme+json; v=2", { a: 1 }, { a: 1 }],
    ["text", "text/plain", "# Title", "# Title"],
    ["text of another type", "text/x-markdown; charset=utf-8", "a", "a"],
    ["XML", "application/xml", "<a/>", "<a/>"],
    ["a stream", "application/zip", stream, stream],
  ])("[A.30] is sent with %s", (_title, contentType, data, body) => {
    const result = post({ contentType }, { data });
    expect([result.headers["content-type"], result.body]).toEqual([contentType, body]);
  });

  it("[A.30] sends text unquoted and a patch as JSON", async () => {
    const text = toRequest(post({ contentType: "text/plain" }, { data: '# "Title"' }));
    expect([text.headers.get("content-type"), await text.text()]).toEqual([
      "text/plain",
      '# "Title"',
    ]);
    const json = toRequest(post({ contentType: "application/json-patch+json" }, { data: patch }));
    expect([json.headers.get("content-type"), await json.json()]).toEqual([
      "application/json-patch+json",
      patch,
    ]);
  });

  it.each([MULTIPART, FORM, "application/json"])(
    "[A.30] stays a default when %s is sent twice",
    (contentType) => {
      const builder = builderOf({}).defaults({ headers: { "content-type": contentType } });
      const before = structuredClone(builder.DEFAULTS);
      for (const value of [1, 2]) {
        const { headers, body } = builder("POST /x", { a: value });
        const isMultipart = contentType === MULTIPART;
        expect(headers["content-type"]).toBe(isMultipart ? undefined : contentType);
        expect(body instanceof FormData).toBe(isMultipart);
      }
      expect(builder.DEFAULTS).toEqual(before);
      expect(builder.merge().headers["content-type"]).toBe(contentType);
    },
  );

  it.each([
    ["bytes", new Uint8Array(1), "application/zip"],
    ["a Blob", new Blob(["a"]), "application/zip"],
    ["a Blob with a type", new Blob(["a"], { type: "image/png" }), "image/png"],
    ["URLSearchParams", new URLSearchParams("a=1"), undefined],
    ["FormData", new FormData(), undefined],
  ])("[A.30] [A.9] with %s is %s", (_title, data, expected) => {
    const result = post({ contentType: "application/zip" }, { data });
    expect([result.headers["content-type"], result.body]).toEqual([expected, data]);
  });

  it("[A.30] is chosen by a header", () => {
    const exception = { contentType: "text/plain" };
    const headers = { "Content-Type": FORM };
    expect(post(exception, { headers, a: 1 }).body).toBe("a=1");
    const json = { "content-type": "application/json" };
    expect(post(exception, { headers: json, a: 1 }).body).toEqual({ a: 1 });
    expect(post({}, { headers, a: [1, 2] }).body).toBe("a=1&a=2");
  });

  it.each([
    ["an object as text", { contentType: "text/plain" }, { data: { a: 1 } }],
    ["parameters as text", { contentType: "text/plain" }, { a: 1 }],
    ["a number as XML", { contentType: "application/xml" }, { data: 1 }],
    ["null as text", { contentType: "text/plain" }, { data: null }],
    ["a list as a form", { contentType: FORM }, { data: [1] }],
    ["a Map as a form", { contentType: FORM }, { data: new Map() }],
    ["null as a form", { contentType: FORM }, { data: null }],
    ["a list as multipart", { contentType: MULTIPART }, { data: [1] }],
    ["a Map as JSON Patch", { contentType: "application/json-patch+json" }, { data: new Map() }],
  ])("[A.30] refuses %s", (_title, exception, parameters) => {
    const error = errorOf(() => post(exception, parameters));
    expect([error.code, error.parameters]).toEqual(["INVALID_PARAMETER", ["data"]]);
  });

  it.each([FORM, `${FORM}; charset=utf-8`, MULTIPART, "Multipart/Form-Data"])(
    "[A.30] %s is never JSON, not even without a writer",
    (contentType) => {
      const headers = { "content-type": contentType };
      for (const routes of [{}, { "POST /x": { contentType } }]) {
        const endpoint = builderOf(routes, {}, {});
        for (const body of [{ a: 1 }, { data: { a: 1 } }]) {
          const { code, message } = errorOf(() => endpoint("POST /x", { headers, ...body }));
          expect(code).toBe("INVALID_PARAMETER");
          expect(message).toMatch(/URLSearchParams or FormData/);
        }
        expect(endpoint("POST /x", { headers, data: "a=1" }).body).toBe("a=1");
      }
    },
  );

  it("[A.30] is not set without a body", () => {
    const { headers, body } = post({ contentType: FORM }, {});
    expect([headers["content-type"], body]).toEqual([undefined, undefined]);
  });
});
