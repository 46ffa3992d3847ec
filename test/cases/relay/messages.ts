/** Messages of a relay: those that are deliveries, and those that are not. */
import { sign } from "../../relay/stand-in.js";

const body = { action: "opened" };
const text = JSON.stringify(body);
const good = {
  "x-request-id": "1",
  "x-acme-event": "issues",
  "x-hub-signature": sign(text),
  body,
};

/** Unusual ids that are legal header values. One character stands for one byte. */
export const unusualIds: readonly [string, string][] = [
  ["with spaces, a tab and punctuation", 'a b\tc, "d"; (e)=%00/é'],
  ["of every byte that a header can hold", everyHeaderByte()],
  ["in UTF-8", Buffer.from("漢字").toString("latin1")],
  ["of 4,000 characters", "0123456789".repeat(400)],
];

/** Messages that map to a delivery, and the fields that each case checks. */
export const deliveries: readonly [string, object, object][] = [
  [
    "the four documented keys",
    good,
    { id: "1", name: "issues", payload: text, signature: sign(text) },
  ],
  [
    "`query` and `timestamp` are ignored",
    { ...good, query: { x: "1" }, timestamp: 5 },
    { id: "1" },
  ],
  [
    "the newer signature is preferred",
    { ...good, "x-hub-signature-256": "sha256=ab" },
    { signature: "sha256=ab" },
  ],
  ["the raw body is preferred", { ...good, rawBody: '{ "a": 1.0 }' }, { payload: '{ "a": 1.0 }' }],
  ["a raw body that is not text is ignored", { ...good, rawBody: null }, {}],
  [
    "a body that is text is taken as it is",
    { ...good, body: '{"a":1e2}' },
    { payload: '{"a":1e2}' },
  ],
  ["text that is not ASCII", { ...good, body: { a: "é😀" } }, { payload: '{"a":"é😀"}' }],
  [
    "a second key where the first is absent",
    { ...good, "x-request-id": undefined, "x-acme-delivery": "9" },
    { id: "9" },
  ],
  ...unusualIds.map(([title, id]): [string, object, object] => [
    `an id ${title}`,
    { ...good, "x-request-id": id },
    { id, deliveryHeader: id },
  ]),
  [
    "the delivery header is kept beside the id of the relay",
    { ...good, "x-acme-delivery": "9" },
    { id: "1", deliveryHeader: "9" },
  ],
  [
    "a delivery header that cannot be sent is replaced by the id",
    { ...good, "x-acme-delivery": "9\r\nx: y" },
    { id: "1", deliveryHeader: "1" },
  ],
  [
    "a prototype's name is an ordinary event",
    { ...good, "x-acme-event": "toString" },
    { name: "toString" },
  ],
  ["a bad signature is left to the toolkit", { ...good, "x-hub-signature": "" }, { signature: "" }],
];

const json = (fields: object): string => JSON.stringify({ ...good, ...fields });

/** Data that is not a delivery. */
export const nonsense: readonly [string, string][] = [
  ["no JSON", "hello"],
  ["nothing", ""],
  ["half an object", text.slice(0, -1)],
  ["an array", "[1]"],
  ["null", "null"],
  ["a number", "7"],
  ["a string", '"text"'],
  ["an empty object", "{}"],
  ["fields of the prototype", '{"__proto__":{"x-request-id":"1"}}'],
  ["no id", json({ "x-request-id": undefined })],
  ["a number as id", json({ "x-request-id": 5 })],
  ["an id of two lines", json({ "x-request-id": "a\nb" })],
  ["an endless id", json({ "x-request-id": "a".repeat(8193) })],
  ["an id with characters that no header can hold", json({ "x-request-id": "漢字" })],
  ["an id with white space around it", json({ "x-request-id": " 1" })],
  ["an id with a NUL", json({ "x-request-id": "a\u0000b" })],
  ["no event", json({ "x-acme-event": undefined })],
  ["an event given twice", json({ "x-acme-event": ["a", "b"] })],
  ["an event name with an action", json({ "x-acme-event": "issues.opened" })],
  ["an event name of two words", json({ "x-acme-event": "two words" })],
  ["an endless event name", json({ "x-acme-event": "a".repeat(257) })],
  ["the event name error", json({ "x-acme-event": "error" })],
  ["the event name *", json({ "x-acme-event": "*" })],
  ["no signature", json({ "x-hub-signature": undefined })],
  ["null as the first signature", json({ "x-hub-signature-256": null })],
  ["no body", json({ body: undefined })],
  ["null as body", json({ body: null })],
  ["an array as body", json({ body: [1] })],
  ["a number as body", json({ body: 5 })],
  ["an empty body", json({ body: "" })],
  [
    "a body nested too deep to serialise",
    json({ body: 0 }).replace(
      '"body":0',
      `"body":{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
    ),
  ],
  ["a raw body that is not text, without a body", json({ rawBody: { a: 1 }, body: undefined })],
];

function everyHeaderByte(): string {
  const bytes = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
  return bytes.filter((byte) => /[\x21-\x7e\x80-\xff]/.test(byte)).join("");
}
