/** Texts that are no values: a response or a payload with one is refused, with the path to it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importClient, removeClient, writeClient, type Generated } from "./clients.js";
import { errorOf } from "../client/error-of.js";
import { answerWith, GET, TIME } from "./responses.js";

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
    const error = await errorOf(client.request("GET /things"));
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
    const failed = await errorOf(
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
    expect(await errorOf(client.request(GET, { id: 1n }))).toMatchObject({
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
    expect(await errorOf(client.request(GET, { id: 1n }))).toMatchObject({
      code: "INVALID_VALUE",
    });
  });
});
