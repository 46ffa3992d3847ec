/** Texts that are no values, which are refused with their path, and unusual ones that are. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBodyValues, dates } from "../../src/runtime/values.js";
import { importClient, removeClient, writeClient, type Generated } from "./clients.js";
import { answerWith, GET, MAXIMUM, rejection, TIME } from "./responses.js";

const DATE_FAULT = "is not a date-time with an offset (RFC 3339)";
const INTEGER_FAULT = "is not an integer whose digits are known";

/** JSON with a value that is none, and the message for it. */
const FAULTS: readonly (readonly [json: string, message: string])[] = [
  [`{"at":"yesterday"}`, `at ${DATE_FAULT}`],
  [`{"at":""}`, `at ${DATE_FAULT}`],
  [`{"at":7}`, `at ${DATE_FAULT}`],
  [`{"at":"2026-03-01"}`, `at ${DATE_FAULT}`],
  [`{"at":"2026-03-01T10:00:00"}`, `at ${DATE_FAULT}`],
  [`{"at":"2026-02-30T10:00:00Z"}`, `at ${DATE_FAULT}`],
  [`{"at":"2026-04-31T10:00:00Z"}`, `at ${DATE_FAULT}`],
  [`{"at":"2025-02-29T10:00:00Z"}`, `at ${DATE_FAULT}`],
  [`{"at":"2026-13-01T10:00:00Z"}`, `at ${DATE_FAULT}`],
  [`{"at":"2026-03-01T25:00:00Z"}`, `at ${DATE_FAULT}`],
  [`{"maybe":false}`, `maybe ${DATE_FAULT}`],
  [`{"id":"7"}`, `id ${INTEGER_FAULT}`],
  [`{"id":7.5}`, `id ${INTEGER_FAULT}`],
  [`{"id":1e300}`, `id ${INTEGER_FAULT}`],
  [`{"id":12345678901234567.5}`, `id ${INTEGER_FAULT}`],
  [`{"id":1e12345678901234567}`, `id ${INTEGER_FAULT}`],
  [`{"times":["${TIME}","no"]}`, `times[1] ${DATE_FAULT}`],
  [`{"by_name":{"a-b":"no"}}`, `by_name["a-b"] ${DATE_FAULT}`],
  [`{"odd name":"no"}`, `["odd name"] ${DATE_FAULT}`],
  [`{"pair":["${TIME}","no"]}`, `pair[1] ${INTEGER_FAULT}`],
  [`{"animal":{"kind":"dog","mark":"no"}}`, `animal.mark ${INTEGER_FAULT}`],
  [`{"node":{"id":1,"children":[{"id":"no"}]}}`, `node.children[0].id ${INTEGER_FAULT}`],
];

let generated: Generated;
let folder: string;

beforeAll(async () => {
  folder = await writeClient("none");
  generated = await importClient(folder);
});

afterAll(() => removeClient(folder));

describe("a text that is no value", () => {
  it.each(FAULTS)("[J.6] is refused in a response: %s", async (text, message) => {
    const client = generated.createClient({ fetch: answerWith(`{"items":[{},{},{},${text}]}`) });
    const error = await rejection(client.request("GET /things"));
    const joiner = message.startsWith("[") ? "" : ".";
    expect(error).toMatchObject({
      code: "INVALID_VALUE",
      status: 200,
      message: `"GET /things" got status 200, and data.items[3]${joiner}${message}.`,
      data: { items: [{}, {}, {}, JSON.parse(text)] },
    });
  });

  it.each(FAULTS)("[J.6] is refused in a payload: %s", async (text, message) => {
    const webhooks = new generated.Webhooks({ secret: "s", log: { warn() {}, error() {} } });
    const handled: unknown[] = [];
    const errors: unknown[] = [];
    webhooks.onAny(() => handled.push(1));
    webhooks.onError((error) => errors.push(error.message));
    const signature = webhooks.sign(text);
    const failed = await rejection(
      webhooks.verifyAndReceive({ id: "1", name: "visit", payload: text, signature }),
    );
    expect(failed).toMatchObject({ code: "INVALID_PAYLOAD", status: 400 });
    expect(handled).toEqual([]);
    const [path = "", detail = ""] = message.split(" is not ");
    const joiner = path.startsWith("[") ? "" : ".";
    expect(errors).toEqual([
      `The payload of delivery "1" of "visit" has an invalid value: ${JSON.stringify(`payload${joiner}${path}`)} is not ${detail}.`,
    ]);
  });

  it("[J.6] in the error of a status changes no code, and is named in the message", async () => {
    const client = generated.createClient({
      fetch: answerWith(`{"message":"gone","at":"no"}`, 404),
    });
    expect(await rejection(client.request(GET, { id: 1n }))).toMatchObject({
      code: "STATUS",
      status: 404,
      message: `"${GET}" got status 404: gone, and data.at ${DATE_FAULT}.`,
      data: { message: "gone", at: "no" },
    });
  });

  it("[J.6] is also one that is nested too deeply", async () => {
    const depth = 200_000;
    const text = `{"node":${`{"id":1,"next":`.repeat(depth)}null${"}".repeat(depth)}}`;
    const client = generated.createClient({ fetch: answerWith(text) });
    expect(await rejection(client.request(GET, { id: 1n }))).toMatchObject({
      code: "INVALID_VALUE",
    });
  });
});

describe("values in unusual texts", () => {
  it.each<readonly [text: string, time: number]>([
    ["2026-03-01T10:20Z", Date.UTC(2026, 2, 1, 10, 20)],
    ["2026-03-01 10:20:30Z", Date.UTC(2026, 2, 1, 10, 20, 30)],
    ["2026-03-01t10:20:30z", Date.UTC(2026, 2, 1, 10, 20, 30)],
    ["2026-03-01T10:20:30+0100", Date.UTC(2026, 2, 1, 9, 20, 30)],
    ["2026-03-01T10:20:30.123456789Z", Date.UTC(2026, 2, 1, 10, 20, 30, 123)],
    ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
    ["2026-03-20T00:00:00Z", Date.UTC(2026, 2, 20)],
    ["2026-03-31T00:00:00Z", Date.UTC(2026, 2, 31)],
    ["2016-12-31T23:59:60Z", Date.UTC(2017, 0, 1)],
    ["0001-01-01T00:00:00Z", Date.parse("0001-01-01T00:00:00Z")],
    ["9999-12-31T23:59:59Z", Date.UTC(9999, 11, 31, 23, 59, 59)],
  ])("[J.2] %s is a date", async (text, time) => {
    const client = generated.createClient({ fetch: answerWith(`{"at":"${text}"}`) });
    expect((await client.request(GET, { id: 1n })).data).toEqual({ at: new Date(time) });
  });

  it("[J.3] an inherited property is no value", () => {
    const catalog = { shared: [0], routes: { x: { 200: { constructor: "date-time" } } } };
    const values = createBodyValues(catalog, [dates])();
    expect(values.convert({}, "{}", "x", 200)).toEqual({});
    const body = `{"constructor":"${TIME}"}`;
    expect(values.convert(JSON.parse(body), body, "x", 200)).toEqual({
      constructor: new Date(TIME),
    });
    expect(values.convert({}, "{}", "constructor", 200)).toEqual({});
  });

  it.each([
    `{"text":"${'\\\\\\"'.repeat(3)}123456789012345678","id":${MAXIMUM}}`,
    `{"text":"a\\\\","id":${MAXIMUM},"plain":0.12345678901234567}`,
    `{"12345678901234567":"\\"","id":${MAXIMUM}}`,
    `{"text":", 12345678901234567 ,","id":${MAXIMUM}}`,
    `{"plain":1.2345678901234567e-17,"id":${MAXIMUM}}`,
  ])("[J.2] digits are found outside of other texts and numbers: %s", async (text) => {
    const client = generated.createClient({ fetch: answerWith(text) });
    const { data } = await client.request(GET, { id: 1n });
    expect(data).toEqual({ ...(JSON.parse(text) as object), id: 9007199254740993n });
  });
});
