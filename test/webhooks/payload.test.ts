import { describe, expect, it } from "vitest";
import { decodeUtf8, parsePayload } from "../../src/receive/webhooks/delivery.js";
import { readFormDelivery } from "../../src/receive/webhooks/parts/forms.js";
import { readAscii } from "../../src/receive/signatures/platform.node.js";
import { MAX_COST, measureCost, SIZE } from "../growth.js";

const encoder = new TextEncoder();

const refused: readonly (readonly [what: string, body: string | Uint8Array])[] = [
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

it.each(refused)("[B.3] refuses %s", (_, body) => {
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

const whole = encoder.encode('é{"a":"\u007f\u0000"}é');

describe("readAscii", () => {
  it.each([
    ["ASCII in the midst of other bytes", whole.subarray(2, -2), '{"a":"\u007f\u0000"}'],
    ["nothing", new Uint8Array(0), ""],
    ["a character of two bytes", whole.subarray(0, -2), undefined],
    ["a byte that is no UTF-8", new Uint8Array([0x7b, 0x80, 0x7d]), undefined],
  ])("reads %s", (_, bytes, text) => {
    expect(readAscii(bytes)).toBe(text);
  });
});

describe("decodeUtf8", () => {
  it.each([
    ["ASCII in the midst of other bytes", whole.subarray(2, -2), '{"a":"\u007f\u0000"}'],
    ["nothing", new Uint8Array(0), ""],
    ["a character of two bytes", whole.subarray(0, -2), 'é{"a":"\u007f\u0000"}'],
  ])("reads %s", (_, bytes, text) => {
    expect(decodeUtf8(bytes)).toBe(text);
  });

  it("refuses a byte that is not UTF-8", () => {
    expect(() => decodeUtf8(new Uint8Array([0x7b, 0x80, 0x7d]))).toThrow(TypeError);
  });
});

it.each([
  ["application/x-www-form-urlencoded", true],
  [" application/X-WWW-Form-Urlencoded ; charset=UTF-8", true],
  ['application/x-www-form-urlencoded;charset="utf8";', true],
  ["application/x-www-form-urlencoded; charset=latin1", false],
  ["application/x-www-form-urlencoded, text/plain", false],
  ["text/plain, application/x-www-form-urlencoded", false],
])("[B.3] tells whether a form is of the type %j: %j", (type, isForm) => {
  expect(readFormDelivery.accepts(type)).toBe(isForm);
});

it("[B.3] reads the values of a repeated field as a list", () => {
  const fields = readFormDelivery.parse("a=1&b=2&b=3&c=4&c=&c=5&__proto__=6");
  expect(Object.entries(fields ?? {})).toEqual([
    ["a", "1"],
    ["b", ["2", "3"]],
    ["c", ["4", "", "5"]],
    ["__proto__", "6"],
  ]);
});

it("[B.3] reads a form of many fields at a cost that grows no faster than its length", () => {
  const names = Array.from({ length: SIZE / 5 }, (_, index) => index.toString(36).padStart(4, "a"));
  const cost = measureCost(names.join("&"), readFormDelivery.parse);
  expect(cost).toBeLessThanOrEqual(MAX_COST);
});
