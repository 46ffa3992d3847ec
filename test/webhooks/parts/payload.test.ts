/** Payloads of JSON, as text and as bytes. */
import { describe, expect, it } from "vitest";
import { decodeUtf8, parsePayload } from "../../../src/receive/webhooks/payload.js";
import { readAscii } from "../../../src/receive/signatures/platform.node.js";

const encoder = new TextEncoder();

/** With characters of two bytes before and after ASCII. */
const mixedText = encoder.encode('é{"a":"\u007f\u0000"}é');

/** Bodies that are no JSON object in UTF-8. */
const refusedBodies: readonly (readonly [what: string, body: string | Uint8Array])[] = [
  ["no JSON", "payload=%7B%7D"],
  ["cut short", '{"a":'],
  ["junk after it", "{}x"],
  ["an array", "[{}]"],
  ["null", "null"],
  ["a number", "1"],
  ["a string", '"{}"'],
  ["a boolean", "true"],
  ["a byte order mark in text", "\ufeff{}"],
  ["a byte order mark in bytes", encoder.encode("\ufeff{}")],
  ["a stray continuation byte", new Uint8Array([...encoder.encode('{"a":"'), 0x80, 0x22, 0x7d])],
  ["an overlong slash", new Uint8Array([...encoder.encode('{"a":"'), 0xc0, 0xaf, 0x22, 0x7d])],
  [
    "an encoded surrogate",
    new Uint8Array([...encoder.encode('{"a":"'), 0xed, 0xa0, 0x80, 0x22, 0x7d]),
  ],
  ["Latin-1", new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d])],
  ["UTF-16", new Uint8Array([0x7b, 0, 0x7d, 0])],
];

it.each(refusedBodies)("[B.3] refuses %s", (_, body) => {
  expect(parsePayload(body)).toBeUndefined();
});

it("[B.3] reads text and bytes, also after a refused body", () => {
  const text = '{"title":"déjà 🎉","__proto__":{"a":1}}';
  const bytes = encoder.encode(text);
  expect(parsePayload(new Uint8Array([0xe2, 0x82]))).toBeUndefined();
  for (const form of [text, bytes]) {
    expect(JSON.stringify(parsePayload(form))).toBe(text);
  }
});

describe("readAscii", () => {
  it.each([
    ["ASCII in the midst of other bytes", mixedText.subarray(2, -2), '{"a":"\u007f\u0000"}'],
    ["nothing", new Uint8Array(0), ""],
    ["a character of two bytes", mixedText.subarray(0, -2), undefined],
    ["a byte that is no UTF-8", new Uint8Array([0x7b, 0x80, 0x7d]), undefined],
  ])("reads %s", (_, bytes, text) => {
    expect(readAscii(bytes)).toBe(text);
  });
});

describe("decodeUtf8", () => {
  it.each([
    ["ASCII in the midst of other bytes", mixedText.subarray(2, -2), '{"a":"\u007f\u0000"}'],
    ["nothing", new Uint8Array(0), ""],
    ["a character of two bytes", mixedText.subarray(0, -2), 'é{"a":"\u007f\u0000"}'],
  ])("reads %s", (_, bytes, text) => {
    expect(decodeUtf8(bytes)).toBe(text);
  });

  it("refuses a byte that is not UTF-8", () => {
    expect(() => decodeUtf8(new Uint8Array([0x7b, 0x80, 0x7d]))).toThrow(TypeError);
  });
});
