/** Payloads: text, bytes, JSON and forms. */
import { describe, expect, it } from "vitest";
import { decodeUtf8, parsePayload } from "../../../src/receive/webhooks/payload.js";
import {
  createFormDeliveryReader,
  createMixedReader,
  readFormDelivery,
} from "../../../src/receive/webhooks/parts/forms.js";
import { readAscii } from "../../../src/receive/signatures/platform.node.js";
import { MAX_COST, measureCost, SIZE } from "../../growth.js";

const encoder = new TextEncoder();

/** With characters of two bytes before and after ASCII. */
const mixedText = encoder.encode('é{"a":"\u007f\u0000"}é');

/** The formats of bodies, each as a service may declare it. */
const FORMATS = {
  "a form": readFormDelivery,
  "a form with JSON in a field": createFormDeliveryReader("data"),
  "JSON, or a form with JSON in a field": createMixedReader({ form: { json: "data" } }),
  "JSON, or a form": createMixedReader({ form: { fields: true } }),
  "JSON, or a form of both kinds": createMixedReader({ form: { json: "data", fields: true } }),
  "JSON, or a list": createMixedReader({ lists: true }),
  "JSON alone": createMixedReader({}),
} as const;

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

/** A form that has JSON in a field, and the object that the JSON is. */
const inField = `data=${encodeURIComponent('{"a":1}')}`;
const A = { a: 1 };

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

it.each<
  [format: keyof typeof FORMATS, types: readonly string[], mediaType: string, hasJson: unknown]
>([
  ["a form", [FORM], FORM, undefined],
  ["a form with JSON in a field", [FORM], FORM, true],
  ["JSON, or a form with JSON in a field", [JSON_TYPE, FORM], JSON_TYPE, undefined],
  ["JSON, or a form", [JSON_TYPE, FORM], FORM, undefined],
  ["JSON, or a form of both kinds", [JSON_TYPE, FORM], JSON_TYPE, undefined],
  ["JSON, or a list", [JSON_TYPE], JSON_TYPE, undefined],
  ["JSON alone", [JSON_TYPE], JSON_TYPE, undefined],
])("[B.3] the format of %s accepts %j, and is named %s", (name, types, mediaType, hasJson) => {
  const format = FORMATS[name];
  const contentTypes = [JSON_TYPE, FORM, "text/plain", "multipart/form-data", ""];
  expect(contentTypes.filter(format.accepts)).toEqual(types);
  expect([format.mediaType, format.hasJson]).toEqual([mediaType, hasJson]);
});

it.each<[body: string | Uint8Array, payloads: readonly unknown[]]>([
  // The payloads are in the order of `FORMATS`.
  [inField, [{ data: '{"a":1}' }, A, A, { data: '{"a":1}' }, A, undefined, undefined]],
  [
    `x=1&${inField}`,
    [{ x: "1", data: '{"a":1}' }, A, A, { x: "1", data: '{"a":1}' }, A, undefined, undefined],
  ],
  [
    "data=%7B%7D&data=%7B%7D",
    [
      { data: ["{}", "{}"] },
      undefined,
      undefined,
      { data: ["{}", "{}"] },
      undefined,
      undefined,
      undefined,
    ],
  ],
  [
    "data=%5B%5D",
    [{ data: "[]" }, undefined, undefined, { data: "[]" }, undefined, undefined, undefined],
  ],
  ["x=1", [{ x: "1" }, undefined, undefined, { x: "1" }, { x: "1" }, undefined, undefined]],
  ["", Array(7).fill(undefined)],
  ['data={"a":1}', [{ data: '{"a":1}' }, A, A, { data: '{"a":1}' }, A, undefined, undefined]],
  ['{"a":1}', [{ '{"a":1}': "" }, undefined, A, A, A, A, A]],
  [' \t\r\n{"a":1} ', [{ ' \t\r\n{"a":1} ': "" }, undefined, A, A, A, A, A]],
  ["[1]", [{ "[1]": "" }, undefined, undefined, undefined, undefined, [1], undefined]],
  ["[1", [{ "[1": "" }, undefined, undefined, undefined, undefined, undefined, undefined]],
  [new Uint8Array([0x78, 0x3d, 0xff]), Array(7).fill(undefined)],
  [new Uint8Array([0x7b, 0xff]), Array(7).fill(undefined)],
])("[B.3] [C.27] each format reads %j in its own way", (body, payloads) => {
  const isText = typeof body === "string";
  for (const form of isText ? [body, encoder.encode(body)] : [body])
    expect(Object.values(FORMATS).map(({ parse }) => parse(form))).toEqual(payloads);
});

it("[B.3] writes payloads as the service sends them", () => {
  const payload = { a: "é b", list: [1, "x"], none: [], flag: true };
  const json = JSON.stringify(payload);
  const fields = "a=%C3%A9+b&list=1&list=x&flag=true";
  const field = new URLSearchParams({ data: json }).toString();
  expect(Object.values(FORMATS).map(({ write }) => write(payload))).toEqual([
    fields,
    field,
    json,
    fields,
    json,
    json,
    json,
  ]);
});

it("[B.3] reads a form of many fields at a cost that grows no faster than its length", () => {
  const names = Array.from({ length: SIZE / 5 }, (_, index) => index.toString(36).padStart(4, "a"));
  const cost = measureCost(names.join("&"), readFormDelivery.parse);
  expect(cost).toBeLessThanOrEqual(MAX_COST);
});
