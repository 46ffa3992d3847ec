/** Multipart bodies, as the platform's parser reads them. */
import { describe, expect, it } from "vitest";
import type { FieldEncoding, RouteException } from "../../src/catalog/requests.js";
import { errorOf } from "../endpoint/error-of.js";
import { FORM, MULTIPART, post, parseMultipart, createCycle } from "./posts.js";

describe("multipart bodies", () => {
  const file = new File(["bytes"], 'größe "1".png', { type: "image/png" });

  it("[A.37] have a part for each value, which a parser reads", async () => {
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
    { style: "brackets", name: "tags[]", parts: ["x", "y"] },
    { style: "indexes", name: "tags[0]", parts: ["x"] },
    { style: "comma", name: "tags", parts: ["x,y"] },
    { style: "spaces", name: "tags", parts: ["x y"] },
    { style: "json", name: "tags", parts: ['["x","y"]'] },
  ] as const)(
    "[A.37] have a list of x and y in the style $style as the parts $parts of $name",
    ({ style, name, parts }) => {
      const encoding = { tags: { style } };
      const { body } = post({ contentType: MULTIPART, encoding }, { tags: ["x", "y"] });
      expect((body as FormData).getAll(name)).toEqual(parts);
    },
  );

  it.each<ObjectCase>([
    {
      title: "is JSON without a style of its own, also where lists have commas",
      exception: { lists: "comma" },
      value: { b: 1 },
      parts: [["a", '{"b":1}']],
    },
    {
      title: "with commas is one part",
      exception: encodes({ style: "comma" }),
      value: { b: 1, c: "x y", d: null },
      parts: [["a", "b,1,c,x y"]],
    },
    {
      title: "with commas and no values is no part",
      exception: encodes({ style: "comma" }),
      value: { b: undefined },
      parts: [],
    },
    {
      title: "with commas has a part for each nested value",
      exception: encodes({ style: "comma" }),
      value: { b: [1, 2], c: { d: 3 } },
      parts: [
        ["a[b]", "1,2"],
        ["a[c][d]", "3"],
      ],
    },
    {
      title: "with spaces is one part",
      exception: encodes({ style: "spaces" }),
      value: { b: 1, c: 2 },
      parts: [["a", "b 1 c 2"]],
    },
    {
      title: "with spaces has a part for each item of a nested list",
      exception: encodes({ style: "spaces" }),
      value: { b: [1, 2] },
      parts: [
        ["a[b]", "1"],
        ["a[b]", "2"],
      ],
    },
    {
      title: "with pipes is one part",
      exception: encodes({ style: "pipes" }),
      value: { b: 1, c: 2 },
      parts: [["a", "b|1|c|2"]],
    },
    {
      title: "in brackets has a part for each value",
      exception: encodes({ style: "brackets" }),
      value: { b: [1, 2], c: { d: 3 } },
      parts: [
        ["a[b][]", "1"],
        ["a[b][]", "2"],
        ["a[c][d]", "3"],
      ],
    },
    {
      title: "with indexes has a part for each value",
      exception: encodes({ style: "indexes" }),
      value: { b: [1] },
      parts: [["a[b][0]", "1"]],
    },
    {
      title: "that explodes has a part for each of its fields",
      exception: encodes({ style: "explode" }),
      value: { b: 1, c: "2" },
      parts: [
        ["b", "1"],
        ["c", "2"],
      ],
    },
    {
      title: "as JSON is one part",
      exception: encodes({ style: "json" }),
      value: { b: [1] },
      parts: [["a", '{"b":[1]}']],
    },
  ])("[A.37] an object $title", ({ exception, value, parts }) => {
    const { body } = post({ contentType: MULTIPART, ...exception }, { a: value });
    expect([...(body as FormData)]).toEqual(parts);
  });

  it("[A.37] an object in brackets keeps its files", () => {
    const exception = encodes({ style: "brackets" });
    const { body } = post({ contentType: MULTIPART, ...exception }, { a: { file } });
    expect((body as FormData).get("a[file]")).toMatchObject({ type: "image/png" });
  });

  it("[A.37] an object whose content type is JSON is JSON, whatever its style is", async () => {
    const exception = encodes({ style: "comma", contentType: "application/json" });
    const { body } = post({ contentType: MULTIPART, ...exception }, { a: { b: 1 } });
    expect(await ((body as FormData).get("a") as File).text()).toBe('{"b":1}');
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

  const bytes = new Uint8Array([1]);
  it.each<TypeCase>([
    { title: "of an object", declared: "application/json", value: { a: 1 } },
    { title: "of a text", declared: "text/csv", value: "a,b" },
    { title: "of a file that has no type", declared: "image/gif", value: new File(["b"], "b.gif") },
    { title: "of a Blob that has no type", declared: "image/gif", value: new Blob(["b"]) },
    { title: "of bytes", declared: "image/webp", value: bytes },
    {
      title: "of a file, whose own type wins",
      declared: "image/gif",
      value: file,
      type: file.type,
    },
    {
      title: "of a Blob, but a list of types does not tell which it is",
      declared: "image/png, image/jpeg",
      value: new Blob(["a"]),
      type: "application/octet-stream",
    },
    {
      title: "of a buffer, but a range of types does not tell which it is",
      declared: "image/*",
      value: bytes.buffer,
      type: "application/octet-stream",
    },
  ])("[A.37] a declared content type is that $title", async ({ declared, value, type }) => {
    const exception = encodes({ contentType: declared });
    const form = await parseMultipart(post({ contentType: MULTIPART, ...exception }, { a: value }));
    expect((form.get("a") as File).type).toBe(type ?? declared);
  });

  it("[A.37] a declared content type changes neither the name of a file nor an object's JSON", async () => {
    const encoding = {
      object: { contentType: "application/json" },
      file: { contentType: "image/gif" },
    };
    const parameters = { object: { a: 1 }, file: new File(["b"], "b.gif") };
    const form = await parseMultipart(post({ contentType: MULTIPART, encoding }, parameters));
    expect((form.get("file") as File).name).toBe("b.gif");
    expect(await (form.get("object") as File).text()).toBe('{"a":1}');
  });

  it("[A.37] the parts of a body have the content types of their own fields", async () => {
    const encoding = { a: { contentType: "image/webp" }, b: { contentType: "image/gif" } };
    const form = await parseMultipart(
      post({ contentType: MULTIPART, encoding }, { a: bytes, b: bytes }),
    );
    const types = [...form].map(([name, part]) => [name, (part as File).type]);
    expect(types).toEqual([
      ["a", "image/webp"],
      ["b", "image/gif"],
    ]);
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

interface ObjectCase {
  /** The rest of the sentence "an object …". */
  readonly title: string;
  readonly exception: RouteException;
  readonly value: object;
  readonly parts: readonly (readonly [name: string, text: string])[];
}

interface TypeCase {
  readonly title: string;
  readonly declared: string;
  readonly value: unknown;
  /** That of the part. Default: the declared one. */
  readonly type?: string;
}
