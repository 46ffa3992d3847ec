/** Formats of bodies: forms, JSON in a field of a form, and bodies that may be either. */
import { expect, it } from "vitest";
import {
  createFormDeliveryReader,
  createMixedReader,
  readFormDelivery,
} from "../../../src/receive/webhooks/parts/forms.js";
import { MAX_COST, measureCost, SIZE } from "../../growth.js";

const encoder = new TextEncoder();

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

const A = { a: 1 };

/** The payloads of a body that is the JSON of `A`. */
const READ_BY_ALL_OF_JSON = {
  "JSON, or a form with JSON in a field": A,
  "JSON, or a form": A,
  "JSON, or a form of both kinds": A,
  "JSON, or a list": A,
  "JSON alone": A,
};

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

/** A body, and the payload that each format reads from it. All others refuse it. */
it.each<[body: string | Uint8Array, payloads: Partial<Record<keyof typeof FORMATS, unknown>>]>([
  [
    "data=%7B%22a%22%3A1%7D",
    {
      "a form": { data: '{"a":1}' },
      "a form with JSON in a field": A,
      "JSON, or a form with JSON in a field": A,
      "JSON, or a form": { data: '{"a":1}' },
      "JSON, or a form of both kinds": A,
    },
  ],
  [
    "x=1&data=%7B%22a%22%3A1%7D",
    {
      "a form": { x: "1", data: '{"a":1}' },
      "a form with JSON in a field": A,
      "JSON, or a form with JSON in a field": A,
      "JSON, or a form": { x: "1", data: '{"a":1}' },
      "JSON, or a form of both kinds": A,
    },
  ],
  [
    "data=%7B%7D&data=%7B%7D",
    { "a form": { data: ["{}", "{}"] }, "JSON, or a form": { data: ["{}", "{}"] } },
  ],
  ["data=%5B%5D", { "a form": { data: "[]" }, "JSON, or a form": { data: "[]" } }],
  [
    "x=1",
    {
      "a form": { x: "1" },
      "JSON, or a form": { x: "1" },
      "JSON, or a form of both kinds": { x: "1" },
    },
  ],
  ["", {}],
  [
    'data={"a":1}',
    {
      "a form": { data: '{"a":1}' },
      "a form with JSON in a field": A,
      "JSON, or a form with JSON in a field": A,
      "JSON, or a form": { data: '{"a":1}' },
      "JSON, or a form of both kinds": A,
    },
  ],
  ['{"a":1}', { "a form": { '{"a":1}': "" }, ...READ_BY_ALL_OF_JSON }],
  [' \t\r\n{"a":1} ', { "a form": { ' \t\r\n{"a":1} ': "" }, ...READ_BY_ALL_OF_JSON }],
  ["[1]", { "a form": { "[1]": "" }, "JSON, or a list": [1] }],
  ["[1", { "a form": { "[1": "" } }],
  [new Uint8Array([0x78, 0x3d, 0xff]), {}],
  [new Uint8Array([0x7b, 0xff]), {}],
])("[B.3] [C.27] each format reads %j in its own way", (body, payloads) => {
  const isText = typeof body === "string";
  for (const form of isText ? [body, encoder.encode(body)] : [body])
    for (const [name, { parse }] of Object.entries(FORMATS))
      expect(parse(form), name).toEqual(payloads[name as keyof typeof FORMATS]);
});

it("[B.3] writes payloads as the service sends them", () => {
  const payload = { a: "é b", list: [1, "x"], none: [], flag: true };
  const json = JSON.stringify(payload);
  const fields = "a=%C3%A9+b&list=1&list=x&flag=true";
  const written = Object.entries(FORMATS).map(([name, { write }]) => [name, write(payload)]);
  expect(Object.fromEntries(written)).toEqual({
    "a form": fields,
    "a form with JSON in a field": new URLSearchParams({ data: json }).toString(),
    "JSON, or a form with JSON in a field": json,
    "JSON, or a form": fields,
    "JSON, or a form of both kinds": json,
    "JSON, or a list": json,
    "JSON alone": json,
  });
});

it("[B.3] reads a form of many fields at a cost that grows no faster than its length", () => {
  const names = Array.from({ length: SIZE / 5 }, (_, index) => index.toString(36).padStart(4, "a"));
  const cost = measureCost(names.join("&"), readFormDelivery.parse);
  expect(cost).toBeLessThanOrEqual(MAX_COST);
});
