/** Values in the items of a stream. */
import { describe, expect, it } from "vitest";
import { createClientFactory } from "../../src/request/client/client.js";
import {
  convertItem,
  eventStream,
  jsonLines,
  readDeclaredItem,
} from "../../src/request/client/streams/stream-formats.js";
import { createStreams } from "../../src/request/client/streams/streams.js";
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";
import { bigints, createBodyValues, dates } from "../../src/runtime/values.js";
import { collect } from "../client/collect.js";

const TIME = "2026-03-01T10:20:30Z";
const MAXIMUM = "9007199254740993";

const ITEM = { at: "date-time", id: "int64" };

/** The plans that a generator makes of the items, and of another response. */
const PLANS = {
  shared: [0],
  routes: {
    "GET /lines": { stream: ITEM, default: { text: "int64" } },
    "GET /events": { stream: { data: ITEM } },
    "GET /other": { default: ITEM },
  },
};

const JSON_ITEM = `{"at":"${TIME}","id":${MAXIMUM},"text":"${MAXIMUM}"}`;
const ITEM_VALUE = { at: new Date(TIME), id: 9007199254740993n, text: MAXIMUM };

describe("items", () => {
  it("[J.3] have values by the plan of their stream alone", async () => {
    const client = createClient("application/jsonl", `${JSON_ITEM}\n{"at":null}\n`);
    expect(await collect(client.stream("GET /lines"))).toEqual([ITEM_VALUE, { at: null }]);
    const [other] = await collect(client.stream("GET /other"));
    expect(other).toEqual(JSON.parse(JSON_ITEM));
  });

  it("[J.3] have values beside the name of their event", async () => {
    const text = `event: made\ndata: ${JSON_ITEM}\n\nevent: note\ndata: ${TIME}\n\n`;
    const client = createClient("text/event-stream", text);
    expect(await collect(client.stream("GET /events"))).toEqual([
      { event: "made", data: ITEM_VALUE },
      { event: "note", data: TIME },
    ]);
  });

  it("[J.6] end the stream where they are no values", async () => {
    const client = createClient("application/jsonl", `${JSON_ITEM}\n{"at":"no"}\n`);
    const items: unknown[] = [];
    const reading = (async () => {
      for await (const item of client.stream("GET /lines")) items.push(item);
    })();
    await expect(reading).rejects.toMatchObject({
      code: "INVALID_VALUE",
      message:
        '"GET /lines" got status 200, and then data.at is not a date-time with an offset (RFC 3339).',
      data: { at: "no" },
    });
    expect(items).toEqual([ITEM_VALUE]);
  });
});

function createClient(type: string, text: string) {
  const endpoint = createEndpoint<Record<keyof Items, [parameters?: object]>>({
    baseUrl: "https://api.acme.example",
    accept: "application/json",
    mediaTypePrefix: "application/vnd.acme",
    routes: {},
  });
  const streams = {
    "GET /lines": { format: "json-lines", type },
    "GET /events": { format: "sse", type, events: ["made", "note"], text: ["note"] },
    "GET /other": { format: "json-lines", type },
  } as const;
  const create = createClientFactory<
    Record<keyof Items, [parameters?: object]>,
    {},
    {},
    string,
    unknown,
    unknown,
    Items
  >(
    endpoint,
    { streams },
    {
      addStreams: createStreams(
        { sse: eventStream, "json-lines": jsonLines },
        { readItem: readDeclaredItem, convertItem },
      ),
      values: createBodyValues(PLANS, [dates, bigints]),
    },
  );
  const headers = { "content-type": type };
  return create({ fetch: () => Promise.resolve(new Response(text, { headers })) });
}

type Items = Record<keyof typeof PLANS.routes, unknown>;
