/** Texts that are no values: a response or a payload with one is refused, with the path to it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importClient, removeClient, writeClient, type Generated } from "./clients.js";
import { errorOf } from "../client/error-of.js";
import { answerWith, GET, TIME } from "./responses.js";

const DATE_FAULT = "is not a date-time with an offset (RFC 3339)";
const INTEGER_FAULT = "is not an integer whose digits are known";

/** JSON with a value that is none, where it is in the JSON, and what is wrong with it. */
const FAULTS: readonly Fault[] = [
  { json: `{"at":"yesterday"}`, path: ".at", fault: DATE_FAULT },
  { json: `{"at":""}`, path: ".at", fault: DATE_FAULT },
  { json: `{"at":7}`, path: ".at", fault: DATE_FAULT },
  { json: `{"at":"2026-03-01"}`, path: ".at", fault: DATE_FAULT },
  { json: `{"at":"2026-03-01T10:00:00"}`, path: ".at", fault: DATE_FAULT },
  { json: `{"at":"2026-02-30T10:00:00Z"}`, path: ".at", fault: DATE_FAULT },
  { json: `{"at":"2026-04-31T10:00:00Z"}`, path: ".at", fault: DATE_FAULT },
  { json: `{"at":"2025-02-29T10:00:00Z"}`, path: ".at", fault: DATE_FAULT },
  { json: `{"at":"2026-13-01T10:00:00Z"}`, path: ".at", fault: DATE_FAULT },
  { json: `{"at":"2026-03-01T25:00:00Z"}`, path: ".at", fault: DATE_FAULT },
  { json: `{"maybe":false}`, path: ".maybe", fault: DATE_FAULT },
  { json: `{"id":"7"}`, path: ".id", fault: INTEGER_FAULT },
  { json: `{"id":7.5}`, path: ".id", fault: INTEGER_FAULT },
  { json: `{"id":1e300}`, path: ".id", fault: INTEGER_FAULT },
  { json: `{"id":12345678901234567.5}`, path: ".id", fault: INTEGER_FAULT },
  { json: `{"id":1e12345678901234567}`, path: ".id", fault: INTEGER_FAULT },
  { json: `{"times":["${TIME}","no"]}`, path: ".times[1]", fault: DATE_FAULT },
  { json: `{"by_name":{"a-b":"no"}}`, path: '.by_name["a-b"]', fault: DATE_FAULT },
  { json: `{"odd name":"no"}`, path: '["odd name"]', fault: DATE_FAULT },
  { json: `{"pair":["${TIME}","no"]}`, path: ".pair[1]", fault: INTEGER_FAULT },
  { json: `{"animal":{"kind":"dog","mark":"no"}}`, path: ".animal.mark", fault: INTEGER_FAULT },
  {
    json: `{"node":{"id":1,"children":[{"id":"no"}]}}`,
    path: ".node.children[0].id",
    fault: INTEGER_FAULT,
  },
];

interface Fault {
  readonly json: string;
  /** As it follows the name of the whole in a message. */
  readonly path: string;
  readonly fault: string;
}

let generated: Generated;
let folder: string;

beforeAll(async () => {
  folder = await writeClient("none");
  generated = await importClient(folder);
});

afterAll(() => removeClient(folder));

describe("a text that is no value", () => {
  it.each(FAULTS)("[J.6] is refused in a response: $json", async ({ json, path, fault }) => {
    const client = generated.createClient({ fetch: answerWith(`{"items":[{},{},{},${json}]}`) });
    const error = await errorOf(client.request("GET /things"));
    expect(error).toMatchObject({
      code: "INVALID_VALUE",
      status: 200,
      message: `"GET /things" got status 200, and data.items[3]${path} ${fault}.`,
      data: { items: [{}, {}, {}, JSON.parse(json)] },
    });
  });

  it.each(FAULTS)("[J.6] is refused in a payload: $json", async ({ json, path, fault }) => {
    const webhooks = new generated.Webhooks({ secret: "s", log: { warn() {}, error() {} } });
    const handled: unknown[] = [];
    const errors: unknown[] = [];
    webhooks.onAny(() => handled.push(1));
    webhooks.onError((error) => errors.push(error.message));
    const signature = webhooks.sign(json);
    const failed = await errorOf(
      webhooks.verifyAndReceive({ id: "1", name: "visit", payload: json, signature }),
    );
    expect(failed).toMatchObject({ code: "INVALID_PAYLOAD", status: 400 });
    expect(handled).toEqual([]);
    const place = JSON.stringify(`payload${path}`);
    expect(errors).toEqual([
      `The payload of delivery "1" of "visit" has an invalid value: ${place} ${fault}.`,
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
