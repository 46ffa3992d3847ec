/** The signed text of a delivery, piece by piece. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { acceptAnyPort, readUrlPieces } from "../../src/receive/signatures/any-port.js";
import {
  readDecodedUrl,
  readForm,
  readHeader,
  readJsonTimestamp,
  readLead,
  readListedTimestamp,
  readMethod,
  readPieces,
  readPlaceholder,
  readUrl,
} from "../../src/receive/signatures/readers.js";
import type {
  Algorithm,
  Content,
  DeliveryHeaders,
  DeliveryParts,
  SignatureScheme,
} from "../../src/receive/signatures/types.js";

describe("[E.3] a header", () => {
  it.each<[headers: DeliveryHeaders, expected: string | undefined]>([
    [{ "x-a": "1" }, "1"],
    [{ "X-A": "1" }, "1"],
    [{ "X-A": "1", "x-a": "2" }, "2"],
    [{ "x-a": "" }, ""],
    [{ "x-a": ["1", "2"] }, "1,2"],
    [{ "x-a": undefined }, undefined],
    [{ "x-ab": "1" }, undefined],
    [{}, undefined],
    [new Headers({ "X-A": "1" }), "1"],
    [new Headers(), undefined],
    [{ get: (name: string) => (name === "x-a" ? "1" : null) }, "1"],
    [{ get: "1" }, undefined],
  ])("of %o is read as %j", (headers, expected) => {
    expect(readHeader("x-a", headers)).toBe(expected);
  });

  it("is never an inherited property", () => {
    expect(readHeader("tostring", {})).toBeUndefined();
    expect(readHeader("constructor", {})).toBeUndefined();
    expect(readHeader("get", { get: "1" })).toBe("1");
  });
});

describe("[E.5] the signed text", () => {
  const read = (name: string): string | undefined => ({ a: "1", b: "2", empty: "" })[name];
  const body = bytes("body");

  it.each<[pieces: readonly string[] | undefined, expected: Content | undefined]>([
    [undefined, [body]],
    [["x"], ["x", body]],
    [
      ["", "a", ".", "b", "."],
      ["1.2.", body],
    ],
    [
      ["", "empty", "."],
      [".", body],
    ],
    [["", "a", ".", "none", "."], undefined],
  ])("of text and headers before the body: %j", (pieces, expected) => {
    expect(readLead(pieces, read, body)).toEqual(expected);
  });

  it("has the body of the delivery itself", () => {
    expect(readLead(["x"], read, body)?.[1]).toBe(body);
    expect(readPieces(["x", "{body}", ""], read, body)?.[1]).toBe(body);
  });

  it.each<[pieces: readonly string[] | undefined, expected: Content | undefined]>([
    [undefined, [""]],
    [
      ["", "{body}", ""],
      ["", body, ""],
    ],
    [
      ["x", "a", "y", "{body}", "z", "b", ""],
      ["x1y", body, "z2"],
    ],
    [
      ["", "{body}", "", "{body}", ""],
      ["", body, "", body, ""],
    ],
    [["", "a", "", "none", ""], undefined],
    [["", "empty", ""], [""]],
  ])("of pieces in any order: %j", (pieces, expected) => {
    expect(readPieces(pieces, read, body)).toEqual(expected);
  });

  it("has bytes of a reader as they are", () => {
    expect(readPieces(["x", "{own}", "y"], () => body, "text")).toEqual(["x", body, "y"]);
  });

  it("has a body of no text in its place", () => {
    expect(readPieces(["x", "{body}", "y"], read, "")).toEqual(["x", "", "y"]);
  });

  it("is joined beside a body of text", () => {
    expect(readPieces(["x", "a", "y", "{body}", "z"], read, "text")).toEqual(["x1y", "text", "z"]);
  });

  it.each<[url: string, expected: Content]>([
    ["https://a.example/b?c", ["https://a.example", "", "/b?c", "body"]],
    ["https://a.example:8443/b?c:1", ["https://a.example", ":8443", "/b?c:1", "body"]],
    ["HTTP://u:p@[::1]:80?c", ["HTTP://u:p@[::1]", ":80", "?c", "body"]],
    ["http://a.example#b", ["http://a.example", "", "#b", "body"]],
    ["http://a.example/@b:1", ["http://a.example", "", "/@b:1", "body"]],
    ["http://a.example/b\nc", ["http://a.example", "", "/b\nc", "body"]],
    ["/b:1", ["/b:1", "", "", "body"]],
    ["xhttps://a.example:1/", ["xhttps://a.example:1/", "", "", "body"]],
  ])("begins with a URL in three pieces: %j", (url, expected) => {
    const pieces = ["", "{anyPortUrl}", "bo", "{rest}", ""];
    const readPiece = (name: string) => ({ "{anyPortUrl}": url, "{rest}": "dy" })[name];
    expect(readUrlPieces(pieces, readPiece, "!")).toEqual(expected);
    expect(readUrlPieces([...pieces, "{none}", ""], readPiece, "!")).toBeUndefined();
  });

  it.each([
    ["https://a", "", ":443"],
    ["HTTPS://a", "", ":443"],
    ["http://a", "", ":80"],
    ["httpsx://a", "", ":80"],
    ["https://a", ":443", ""],
    ["http://a", ":8080", ""],
  ])("is tried with a port and without: %s%s, %s", (start, port, other) => {
    const tried: (readonly [Content, readonly string[], string])[] = [];
    const use: Algorithm<string> = {
      name: "token",
      createKey: String,
      sign: (key) => key,
      matches: (_keys, content, signatures, encoding) =>
        tried.push([content, signatures, encoding]) > 2,
    };
    const adapted = acceptAnyPort(use);
    expect(adapted).toEqual({ ...use, matches: adapted.matches });
    expect(adapted.matches([], [start, port, "/b"], ["s"], "hex")).toBe(false);
    expect(tried).toEqual([
      [[start, port, "/b"], ["s"], "hex"],
      [[start, other, "/b"], ["s"], "hex"],
    ]);
    expect(adapted.matches([], [start, port, "/b"], ["s"], "hex")).toBe(true);
    expect(tried).toHaveLength(4);
  });
});

describe("[E.5] a placeholder", () => {
  it("is read by the reader of its name, and otherwise as a header", () => {
    const seen: unknown[] = [];
    const scheme = {
      header: "s",
      placeholders: {
        "{own}": (delivery: DeliveryParts, readerScheme: SignatureScheme) => {
          seen.push({ ...delivery, header: delivery.header("x-a") }, readerScheme.header);
          return "read";
        },
      },
    } as unknown as SignatureScheme; // what a reader is called with
    const headers = { "X-A": "1" };
    const context = { url: "u", method: "m" };
    expect(readPlaceholder("{own}", headers, "b", context, scheme)).toBe("read");
    expect(seen).toEqual([{ body: "b", url: "u", method: "m", header: "1" }, "s"]);
    expect(readPlaceholder("x-a", headers, "b", context, scheme)).toBe("1");
    expect(readPlaceholder("{none}", headers, "b", context, scheme)).toBeUndefined();
  });

  it("of the URL and the method is what was passed", () => {
    expect(readUrl(parts({ url: "" }))).toBe("");
    expect(readMethod(parts({ method: "post" }))).toBe("POST");
    const message = (name: string) =>
      `The delivery's \`${name}\` is undefined; expected a string, because the scheme signs it.`;
    expect(() => readUrl(parts({}))).toThrow(new TypeError(message("url")));
    expect(() => readDecodedUrl(parts({}))).toThrow(new TypeError(message("url")));
    expect(() => readMethod(parts({}))).toThrow(new TypeError(message("method")));
  });

  it.each([
    ["a+b%20", "a+b%20"],
    ["%21%24%27%28%29%2A%2C%2F%3A%3B%3F%40", "!$'()*,/:;?@"],
    ["%2a%2c%2f%3a%3b%3f", "*,/:;?"],
    ["%22%23%25%26%2B%2D%3C%3D%5B%7E%C3%A9%", "%22%23%25%26%2B%2D%3C%3D%5B%7E%C3%A9%"],
  ])("of the decoded URL has twelve characters decoded: %s", (url, expected) => {
    expect(readDecodedUrl(parts({ url }))).toBe(expected);
  });

  it.each<[body: string, url: string | undefined, expected: string | undefined]>([
    ["b=2&a=1", undefined, "a1b2"],
    ["a=2&a=1&a=2", "https://a.example/", "a1a2"],
    ["b=x+y&a=%C3%A9&a", "https://a.example/", "aaébx y"],
    ["", undefined, ""],
    ["{}", `https://a.example/?bodySHA256=${sha256("{}")}`, ""],
    ["{}", `https://a.example/?b&bodySHA256=${sha256("{}")}&c#d`, ""],
    ["{}", `https://a.example/?bodySHA256=${sha256("{}")}#d`, ""],
    ["{}", `https://a.example/?bodySHA256=${sha256("[]")}`, undefined],
    ["{}", "https://a.example/?bodySHA256=", undefined],
    ["a=1", `https://a.example/?xbodySHA256=${sha256("a=1")}`, "a1"],
  ])("of a form: %j at %j", (body, url, expected) => {
    expect(readForm(parts({ body, url }))).toBe(expected);
    expect(readForm(parts({ body: bytes(body), url }))).toBe(expected);
  });

  it.each([
    ["t=1,v=x", "1"],
    ["v=x", undefined],
    ["t=1,t=1,v=x", undefined],
    [undefined, undefined],
  ])("of a timestamp beside the signature: %j", (text, expected) => {
    const asked: string[] = [];
    const header = (name: string) => {
      asked.push(name);
      return text;
    };
    const scheme = { header: "s", timestampItem: /(?<=t=)\d+/g } as unknown as SignatureScheme;
    expect(readListedTimestamp(parts({ header }), scheme)).toBe(expected);
    expect(asked).toEqual(["s"]);
    expect(readListedTimestamp(parts({ header }), { ...scheme, timestampItem: undefined } as never)).toBeUndefined(); // prettier-ignore
  });

  it.each([
    ['{"at":12}', "at", "12"],
    ['{"at":12.9}', "at", "12"],
    ['{"at":"12"}', "at", "12"],
    ['{"at":"12.9"}', "at", "12.9"],
    ['{"a":{"at":12}}', "a.at", "12"],
    ['{"at":null}', "at", "null"],
    ["{}", "at", "undefined"],
    ["no JSON", "at", undefined],
  ])("of a timestamp in the body: %j at %s", (body, timestampPath, expected) => {
    const scheme = { timestampPath } as SignatureScheme; // the reader needs no more of it
    expect(readJsonTimestamp(parts({ body }), scheme)).toBe(expected);
    expect(readJsonTimestamp(parts({ body: bytes(body) }), scheme)).toBe(expected);
  });
});

/** Parts of a delivery, of which a test gives those that its reader reads. */
function parts(overrides: Partial<DeliveryParts>) {
  return {
    body: "",
    url: undefined,
    method: undefined,
    header: () => undefined,
    ...overrides,
  } as const;
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
