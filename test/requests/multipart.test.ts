/** Multipart bodies, as the platform's parser reads them. */
import { describe, expect, it } from "vitest";
import type { FieldEncoding, RouteException } from "../../src/catalog/requests.js";
import { errorOf } from "../endpoint/error-of.js";
import { FORM, MULTIPART, post, parseMultipart, createCycle } from "./posts.js";

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

/** A route that declares the encoding of the field `a`. */
function encodes(encoding: FieldEncoding): RouteException {
  return { encoding: { a: encoding } };
}
