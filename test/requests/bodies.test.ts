import qs from "qs";
import { describe, expect, it } from "vitest";
import type { FieldEncoding, ListStyle, RouteException } from "../../src/catalog/requests.js";
import { toRequest } from "../../src/request/endpoint/to-request.js";
import type { RequestOptions } from "../../src/request/endpoint/types.js";
import { errorOf } from "../endpoint/error-of.js";
import { builderOf } from "./builder.js";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

function post(exception: RouteException, parameters: unknown): RequestOptions {
  return builderOf({ "POST /x": exception })("POST /x", parameters);
}

/** Reads a body as a server does, with the platform's own parser of multipart bodies. */
async function parseMultipart(result: RequestOptions): Promise<FormData> {
  const request = toRequest(result);
  expect(request.headers.get("content-type")).toMatch(/^multipart\/form-data; boundary=/);
  return new Response(await request.arrayBuffer(), { headers: request.headers }).formData();
}

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

/** Values that `qs` reads back as they are: everything is text. */
const nested = {
  "a b&=+ü[x]": "c d&=+ü😀%",
  metadata: { "key[1]": "v", deep: { er: { est: "x" } } },
  items: [
    { price: "p1", tags: ["a", "b"] },
    { price: "p2", tags: ["c"] },
  ],
  expand: ["data.customer", "data.lines"],
};

/** A repeated key that has one value reads as that value. */
function oneAsText(value: object, lists: ListStyle): object {
  const text = JSON.stringify(value);
  return JSON.parse(lists === "repeat" ? text.replace('["c"]', '"c"') : text) as object; // as it was
}

describe("forms", () => {
  it.each(["repeat", "brackets", "indexes"] satisfies ListStyle[])(
    "[A.36] qs reads nested values, lists as %s",
    (lists) => {
      const { headers, body } = post({ contentType: FORM, lists }, { data: nested });
      expect(headers["content-type"]).toBe(FORM);
      const parsed = qs.parse(body as string, { depth: 10, decodeDotInKeys: false });
      // What is in brackets in a name of its own is nested for every parser.
      const { "a b&=+ü[x]": odd, ...rest } = nested;
      expect(parsed).toEqual({ "a b&=+ü": { x: odd }, ...oneAsText(rest, lists) });
    },
  );

  it.each([
    ["lists repeat", {}, { a: [1, 2] }, "a=1&a=2"],
    ["lists in brackets", { lists: "brackets" }, { a: [1, 2] }, "a%5B%5D=1&a%5B%5D=2"],
    ["lists with indexes", { lists: "indexes" }, { a: [1, 2] }, "a%5B0%5D=1&a%5B1%5D=2"],
    ["a list with commas that has one item", { lists: "comma" }, { a: ["b"], c: [null, 1] }, "a=b&c=1"], // prettier-ignore
    ["lists with commas", { lists: "comma" }, { a: ["b,c", 2], d: { e: [1, 2] } }, "a=b%2Cc,2&d%5Be%5D=1,2"], // prettier-ignore
    ["a property of its own", { lists: "brackets", encoding: { a: { style: "repeat" } } }, { a: [1, 2], b: [3] }, "a=1&a=2&b%5B%5D=3"], // prettier-ignore
    ["a property with spaces", { encoding: { a: { style: "spaces" } } }, { a: [1, 2] }, "a=1%202"],
    ["a property that explodes", { encoding: { a: { style: "explode" } } }, { a: { b: 1, c: 2 } }, "b=1&c=2"], // prettier-ignore
    ["an object with commas", { encoding: { a: { style: "comma" } } }, { a: { b: "1,2", c: null, d: true } }, "a=b,1%2C2,d,true"], // prettier-ignore
    [
      "an empty object with commas",
      { encoding: { a: { style: "comma" } } },
      { a: { b: null } },
      "",
    ],
    ["a nested object with commas", { encoding: { a: { style: "comma" } } }, { a: { b: [1, 2], c: 3 } }, "a%5Bb%5D=1,2&a%5Bc%5D=3"], // prettier-ignore
    ["objects where lists have commas", { lists: "comma" }, { a: { b: 1 } }, "a%5Bb%5D=1"],
    ["an object with spaces", { encoding: { a: { style: "spaces" } } }, { a: { b: 1, c: 2 } }, "a=b%201%20c%202"], // prettier-ignore
    ["a property as JSON", { encoding: { a: { contentType: "application/json" } } }, { a: { b: [] } }, "a=%7B%22b%22%3A%5B%5D%7D"], // prettier-ignore
    ["scalars", {}, { a: 1.5, b: true, c: new Date(0), d: 10n, e: "" }, "a=1.5&b=true&c=1970-01-01T00%3A00%3A00.000Z&d=10&e="], // prettier-ignore
    [
      "what is left out",
      {},
      { a: undefined, b: null, c: [], d: {}, e: [null], f: { g: null } },
      "",
    ],
  ] as const)("[A.36] %s", (_title, exception, parameters, expected) => {
    for (const args of [parameters, { data: parameters }]) {
      const { body } = post({ contentType: FORM, ...exception }, args);
      expect(body).toBe(expected);
    }
  });

  it("[A.36] URLSearchParams read what is flat", () => {
    const flat = { "a&b": "c=d+e f", ü: "😀", n: "1\r\n2" };
    const { body } = post({ contentType: FORM }, flat);
    expect(Object.fromEntries(new URLSearchParams(body as string))).toEqual(flat);
  });

  it.each([
    ["text", "a=1&b=2", FORM],
    ["URLSearchParams", new URLSearchParams({ a: "1", b: "2" }), undefined],
  ])("[A.36] take %s", async (_title, data, contentType) => {
    const result = post({ contentType: FORM }, { data });
    expect([result.body, result.headers["content-type"]]).toEqual([data, contentType]);
    const request = toRequest(result);
    expect(request.headers.get("content-type")).toMatch(FORM);
    expect([...(await request.formData())]).toEqual([
      ["a", "1"],
      ["b", "2"],
    ]);
  });

  it.each([
    ["a Blob", new Blob()],
    ["a function", () => 1],
    ["a nested Map", { b: new Map() }],
    ["NaN in a list", [Number.NaN]],
    ["a lone surrogate", "\udc00"],
    ["a lone surrogate in a key", { "\udc00": 1 }],
    ["a cycle", createCycle()],
    ["a list of lists of functions", [[() => 1]]],
  ])("[A.36] [A.12] refuse %s, inside data too", (_title, a) => {
    for (const args of [{ a }, { data: { a } }]) {
      const error = errorOf(() => post({ contentType: FORM }, args));
      expect([error.code, error.parameters]).toEqual(["INVALID_PARAMETER", ["a"]]);
    }
  });

  it.each([
    [FORM, "URLSearchParams"],
    [MULTIPART, "FormData"],
  ])("[A.36] [A.37] say what a body of %s may be", (contentType, other) => {
    expect(() => post({ contentType }, { data: [1] })).toThrow(
      `The body of "POST /x" is an array; expected an object of its fields, or ${other}.`,
    );
  });
});

function createCycle(): object {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = [cycle];
  return cycle;
}

/** A route that declares the encoding of the field `a`. */
function encodes(encoding: FieldEncoding): RouteException {
  return { encoding: { a: encoding } };
}

describe("multipart bodies", () => {
  const file = new File(["bytes"], 'größe "1".png', { type: "image/png" });

  it("[A.37] a parser reads every part", async () => {
    const result = post(
      { contentType: MULTIPART },
      {
        file,
        blob: new Blob(["b"]),
        bytes: new Uint8Array([1, 2]),
        'odd "name"\r\nü': "a\r\nb ü😀",
        count: 3,
        at: new Date(0),
        meta: { a: [1] },
        tags: ["x", "y"],
        files: [file, file],
        none: null,
        empty: [],
        absent: undefined,
      },
    );
    expect(Object.hasOwn(result.headers, "content-type")).toBe(false);
    const form = await parseMultipart(result);
    const parts = await Promise.all(
      [...form].map(async ([name, part]) => [
        name,
        typeof part === "string" ? part : [part.name, part.type, await part.text()],
      ]),
    );
    const read = ['größe "1".png', "image/png", "bytes"];
    expect(parts).toEqual([
      ["file", read],
      ["blob", ["blob", "application/octet-stream", "b"]],
      ["bytes", ["blob", "application/octet-stream", "\u0001\u0002"]],
      ['odd "name"\r\nü', "a\r\nb ü😀"],
      ["count", "3"],
      ["at", "1970-01-01T00:00:00.000Z"],
      ["meta", '{"a":[1]}'],
      ["tags", "x"],
      ["tags", "y"],
      ["files", read],
      ["files", read],
    ]);
  });

  it.each([
    ["brackets", "tags%5B%5D", ["x", "y"]],
    ["indexes", "tags%5B0%5D", ["x"]],
    ["comma", "tags", ["x,y"]],
    ["spaces", "tags", ["x y"]],
    ["json", "tags", ['["x","y"]']],
  ] as const)("[A.37] a list in the style %s", (style, name, expected) => {
    const encoding = { tags: { style } };
    const { body } = post({ contentType: MULTIPART, encoding }, { tags: ["x", "y"] });
    expect((body as FormData).getAll(decodeURIComponent(name))).toEqual(expected);
  });

  it.each<[title: string, exception: RouteException, value: object, expected: [string, string][]]>([
    [
      "without a style, whatever that of lists is",
      { lists: "comma" },
      { b: 1 },
      [["a", '{"b":1}']],
    ],
    ["with commas", encodes({ style: "comma" }), { b: 1, c: "x y", d: null }, [["a", "b,1,c,x y"]]],
    ["with commas, empty", encodes({ style: "comma" }), { b: undefined }, []],
    ["with commas, nested", encodes({ style: "comma" }), { b: [1, 2], c: { d: 3 } }, [["a[b]", "1,2"], ["a[c][d]", "3"]]], // prettier-ignore
    ["with spaces", encodes({ style: "spaces" }), { b: 1, c: 2 }, [["a", "b 1 c 2"]]],
    ["with spaces, nested", encodes({ style: "spaces" }), { b: [1, 2] }, [["a[b]", "1"], ["a[b]", "2"]]], // prettier-ignore
    ["with pipes", encodes({ style: "pipes" }), { b: 1, c: 2 }, [["a", "b|1|c|2"]]],
    ["in brackets", encodes({ style: "brackets" }), { b: [1, 2], c: { d: 3 } }, [["a[b][]", "1"], ["a[b][]", "2"], ["a[c][d]", "3"]]], // prettier-ignore
    ["with indexes", encodes({ style: "indexes" }), { b: [1] }, [["a[b][0]", "1"]]],
    ["that explodes", encodes({ style: "explode" }), { b: 1, c: "2" }, [["b", "1"], ["c", "2"]]], // prettier-ignore
    ["as JSON", encodes({ style: "json" }), { b: [1] }, [["a", '{"b":[1]}']]],
  ])("[A.37] an object %s", (_title, exception, a, expected) => {
    const { body } = post({ contentType: MULTIPART, ...exception }, { a });
    expect([...(body as FormData)]).toEqual(expected);
  });

  it("[A.37] an object in brackets keeps its files, and JSON goes before a style", async () => {
    const inBrackets = post(
      { contentType: MULTIPART, ...encodes({ style: "brackets" }) },
      { a: { file } },
    );
    expect((inBrackets.body as FormData).get("a[file]")).toMatchObject({ type: "image/png" });
    const encoding = { style: "comma", contentType: "application/json" } as const;
    const asJson = post({ contentType: MULTIPART, ...encodes(encoding) }, { a: { b: 1 } });
    expect(await ((asJson.body as FormData).get("a") as File).text()).toBe('{"b":1}');
  });

  it.each([
    ["a file with commas", "comma", { b: file }],
    ["itself", "brackets", createCycle()],
    ["a lone surrogate with pipes", "pipes", { b: "\ud800" }],
  ] as const)("[A.37] refuses an object that holds %s", (_title, style, a) => {
    const error = errorOf(() => post({ contentType: MULTIPART, ...encodes({ style }) }, { a }));
    expect([error.code, error.parameters]).toEqual(["INVALID_PARAMETER", ["a"]]);
  });

  it("[A.37] leaves out members without a value, as a form does", () => {
    const encoding = { filter: { style: "explode" } } as const;
    const parameters = { filter: { a: 1, b: undefined, c: null } };
    const { body } = post({ contentType: MULTIPART, encoding }, parameters);
    expect([...(body as FormData)]).toEqual([["a", "1"]]);
    expect(post({ contentType: FORM, encoding }, parameters).body).toBe("a=1");
  });

  it("[A.37] a declared content type is that of the part, unless a file has its own", async () => {
    const encoding = {
      meta: { contentType: "application/json" },
      text: { contentType: "text/csv" },
      file: { contentType: "image/gif" },
      blob: { contentType: "image/gif" },
      plain: { contentType: "image/gif" },
      any: { contentType: "image/png, image/jpeg" },
      bytes: { contentType: "image/webp" },
      buffer: { contentType: "image/*" },
    };
    const [any, plain] = [new Blob(["a"]), new Blob(["b"])];
    const bytes = new Uint8Array([1]);
    const blob = new File(["b"], "b.gif");
    const values = { plain, any, bytes, buffer: bytes.buffer };
    const parameters = { meta: { a: 1 }, text: "a,b", file, blob, ...values };
    const form = await parseMultipart(post({ contentType: MULTIPART, encoding }, parameters));
    const types = [...form].map(([name, part]) => [name, typeof part === "string" || part.type]);
    expect(types).toEqual([
      ["meta", "application/json"],
      ["text", "text/csv"],
      ["file", "image/png"],
      ["blob", "image/gif"],
      ["plain", "image/gif"],
      ["any", "application/octet-stream"],
      ["bytes", "image/webp"],
      ["buffer", "application/octet-stream"],
    ]);
    expect((form.get("blob") as File).name).toBe("b.gif");
    expect(await (form.get("meta") as File).text()).toBe('{"a":1}');
  });

  it("[A.37] takes FormData, whatever the header says", async () => {
    const data = new FormData();
    data.append("a", "1");
    for (const headers of [{}, { "content-type": MULTIPART }]) {
      const result = post({ contentType: MULTIPART }, { data, headers });
      expect(result.body).toBe(data);
      expect((await parseMultipart(result)).get("a")).toBe("1");
    }
  });

  it.each([
    ["a stream", new ReadableStream()],
    ["a function", () => 1],
    ["a Map", new Map()],
    ["a Map in an object", { b: new Map() }],
    ["NaN", Number.NaN],
    ["a lone surrogate", "\ud800"],
    ["a stream in a list", [new ReadableStream()]],
  ])("[A.37] refuses %s", (_title, a) => {
    const error = errorOf(() => post({ contentType: MULTIPART }, { a }));
    expect([error.code, error.parameters]).toEqual(["INVALID_PARAMETER", ["a"]]);
  });

  it("[A.37] refuses a lone surrogate in the name of a part", () => {
    const encoding = { a: { style: "explode" } } as const;
    const error = errorOf(() => post({ contentType: MULTIPART, encoding }, { a: { "\ud800": 1 } }));
    expect([error.code, error.parameters]).toEqual(["INVALID_PARAMETER", ["a"]]);
    const data = { "\ud800": 1 };
    const other = errorOf(() => post({ contentType: MULTIPART }, { data }));
    expect([other.code, other.parameters]).toEqual(["INVALID_PARAMETER", ["\ud800"]]);
  });
});
