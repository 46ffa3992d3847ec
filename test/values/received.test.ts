/**
 * Values in what a service sends: every place of a value, by every way that it arrives, for `Date` with
 * `bigint` and for `Temporal`.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  importClient,
  removeClient,
  writeClient,
  type Generated,
  type UntypedClient,
} from "./clients.js";
import { errorOf } from "../client/error-of.js";
import { answerWith, GET, MAXIMUM, TIME } from "./responses.js";
import { Instant, installTemporal, PlainDate } from "./temporal.js";

const BUILT_IN: Kinds = {
  time: (text) => new Date(text),
  integer: (digits) => BigInt(digits),
  day: (text) => text,
};

const TEMPORAL: Kinds = {
  time: (text) => new Instant(text),
  integer: (digits) => Number(digits),
  day: (text) => new PlainDate(text),
};

const OFFSET = "2026-03-01T10:20:30+02:00";
const MINIMUM = "-9223372036854775808";

/** Places inside the component `thing`. */
const PLACES: readonly Case[] = [
  { place: "a property", json: `{"at":"${TIME}"}`, value: ({ time }) => ({ at: time(TIME) }) },
  {
    place: "an offset",
    json: `{"at":"${OFFSET}"}`,
    value: ({ time }) => ({ at: time(OFFSET) }),
  },
  { place: "an integer", json: `{"id":7}`, value: ({ integer }) => ({ id: integer("7") }) },
  {
    place: "an integer above 2^53",
    json: `{"id":${MAXIMUM},"text":"${MAXIMUM}","plain":${MAXIMUM}}`,
    value: ({ integer }) => ({ id: integer(MAXIMUM), text: MAXIMUM, plain: Number(MAXIMUM) }),
  },
  {
    place: "the smallest integer",
    json: `{ "id" : ${MINIMUM} }`,
    value: ({ integer }) => ({ id: integer(MINIMUM) }),
  },
  {
    place: "a component that is a value",
    json: `{"shared":"${TIME}"}`,
    value: ({ time }) => ({ shared: time(TIME) }),
  },
  {
    place: "null",
    json: `{"at":null,"maybe":null,"either_or_null":null,"times":null}`,
    value: () => ({ at: null, maybe: null, either_or_null: null, times: null }),
  },
  { place: "absent", json: `{}`, value: () => ({}) },
  {
    place: "nullable",
    json: `{"maybe":"${TIME}","either_or_null":5}`,
    value: ({ time, integer }) => ({ maybe: time(TIME), either_or_null: integer("5") }),
  },
  {
    place: "lists",
    json: `{"times":["${TIME}",null],"ids":[1,${MINIMUM}]}`,
    value: ({ time, integer }) => ({
      times: [time(TIME), null],
      ids: [integer("1"), integer(MINIMUM)],
    }),
  },
  {
    place: "maps",
    json: `{"by_name":{"a":"${TIME}","__proto__":"${TIME}"},"counts":{"all":"7","b":7}}`,
    value: ({ time, integer }) => ({
      by_name: Object.fromEntries([
        ["a", time(TIME)],
        ["__proto__", time(TIME)],
      ]),
      counts: { all: "7", b: integer("7") },
    }),
  },
  {
    place: "a tuple",
    json: `{"pair":["${TIME}",8,"${TIME}"]}`,
    value: ({ time, integer }) => ({ pair: [time(TIME), integer("8"), TIME] }),
  },
  {
    place: "a union with a discriminator",
    json: `{"animal":{"kind":"cat","mark":"${TIME}"}}`,
    value: ({ time }) => ({ animal: { kind: "cat", mark: time(TIME) } }),
  },
  {
    place: "another member of that union",
    json: `{"animal":{"kind":"dog","mark":${MAXIMUM}}}`,
    value: ({ integer }) => ({ animal: { kind: "dog", mark: integer(MAXIMUM) } }),
  },
  {
    place: "a member with a text of that name",
    json: `{"animal":{"kind":"fish","mark":"${TIME}","born":"${TIME}"}}`,
    value: ({ time }) => ({ animal: { kind: "fish", mark: TIME, born: time(TIME) } }),
  },
  {
    place: "a member of tomorrow, with what all members have",
    json: `{"animal":{"kind":"bird","mark":"${TIME}","born":"${TIME}"}}`,
    value: ({ time }) => ({ animal: { kind: "bird", mark: TIME, born: time(TIME) } }),
  },
  {
    place: "a union by shape",
    json: `{"change":{"opened":"${TIME}","by":"${TIME}"}}`,
    value: ({ time }) => ({ change: { opened: time(TIME), by: TIME } }),
  },
  {
    place: "another shape",
    json: `{"change":{"closed":4,"by":"${TIME}"}}`,
    value: ({ time, integer }) => ({ change: { closed: integer("4"), by: time(TIME) } }),
  },
  {
    place: "a time or any text",
    json: `{"when":"${TIME}"}`,
    value: ({ time }) => ({ when: time(TIME) }),
  },
  { place: "any text", json: `{"when":"soon"}`, value: () => ({ when: "soon" }) },
  {
    place: "a time or an integer",
    json: `{"since":${MAXIMUM}}`,
    value: ({ integer }) => ({ since: integer(MAXIMUM) }),
  },
  {
    place: "recursion",
    json: `{"node":{"id":1,"next":{"id":2,"next":null},"children":[{"id":${MAXIMUM}}]}}`,
    value: ({ integer }) => ({
      node: {
        id: integer("1"),
        next: { id: integer("2"), next: null },
        children: [{ id: integer(MAXIMUM) }],
      },
    }),
  },
  {
    place: "an `allOf`",
    json: `{"both":{"opened":"${TIME}","at":"${TIME}"}}`,
    value: ({ time }) => ({ both: { opened: time(TIME), at: time(TIME) } }),
  },
  {
    place: "a date",
    json: `{"day":"2026-03-01"}`,
    value: ({ day }) => ({ day: day("2026-03-01") }),
  },
  {
    place: "unusual names",
    json: `{"odd name":"${TIME}"}`,
    value: ({ time }) => ({ "odd name": time(TIME) }),
  },
  {
    place: "other texts and numbers",
    json: `{"state":"open","plain":7,"text":"${TIME}","unknown":"${TIME}"}`,
    value: () => ({ state: "open", plain: 7, text: TIME, unknown: TIME }),
  },
];

describe.each([
  { title: "Date and bigint", values: undefined, kinds: BUILT_IN },
  {
    title: "Temporal.Instant and Temporal.PlainDate",
    values: "values: { date-time: Temporal.Instant, date: Temporal.PlainDate }",
    kinds: TEMPORAL,
  },
])("$title", ({ title, values, kinds }) => {
  let generated: Generated;
  let folder: string;
  let removeTemporal: () => void;

  beforeAll(async () => {
    removeTemporal = installTemporal();
    folder = await writeClient(title.replace(/\W+/g, "-"), values);
    generated = await importClient(folder);
  });

  afterAll(() => {
    removeTemporal();
    removeClient(folder);
  });

  const clientOf = (text: string, status?: number): UntypedClient =>
    generated.createClient({ fetch: answerWith(text, status), retry: 0 });

  it.each(PLACES)("[J.3] a response has $place", async ({ json: text, value }) => {
    const { data } = await clientOf(text).request(GET, { id: 1 });
    expect(data).toEqual(value(kinds));
  });

  it.each(PLACES)("[J.3] items of a page have $place", async ({ json: text, value }) => {
    const client = clientOf(`{"items":[${text},${text}],"total":2}`);
    const items = [];
    for await (const item of client.paginate("GET /things")) items.push(item);
    expect(items).toEqual([value(kinds), value(kinds)]);
  });

  it.each(PLACES)("[J.5] a payload has $place", async ({ json: text, value }) => {
    const { Webhooks } = generated;
    const webhooks = new Webhooks({ secret: "s" });
    const payloads: unknown[] = [];
    webhooks.onAny(({ payload }) => payloads.push(payload));
    const payload = `{"action":"made","thing":${text}}`;
    const signature = webhooks.sign(payload);
    await webhooks.verifyAndReceive({ id: "1", name: "thing", payload, signature });
    expect(payloads).toEqual([{ action: "made", thing: value(kinds) }]);
  });

  it("[J.3] an error has values", async () => {
    const text = `{"message":"gone","at":"${TIME}","id":${MAXIMUM}}`;
    for (const status of [404, 500]) {
      const error = await errorOf(clientOf(text, status).request(GET, { id: 1 }));
      expect(error["data"]).toEqual({
        message: "gone",
        at: kinds.time(TIME),
        id: kinds.integer(MAXIMUM),
      });
      expect(error).toMatchObject({
        code: "STATUS",
        message: `"${GET}" got status ${status}: gone.`,
      });
    }
  });

  it("[J.3] a body that is a value itself becomes one", async () => {
    const { data } = await clientOf(`"${TIME}"`).request("GET /visits/{at}", { at: TIME });
    expect(data).toEqual(kinds.time(TIME));
    expect(await clientOf("null").request("GET /visits/{at}", { at: TIME })).toHaveProperty(
      "data",
      null,
    );
  });

  it("[J.3] a route that the catalog does not know is left as it came", async () => {
    const { data } = await clientOf(`{"at":"${TIME}"}`).request("GET /unknown");
    expect(data).toEqual({ at: TIME });
  });
});

describe("values in unusual texts", () => {
  let generated: Generated;
  let folder: string;

  beforeAll(async () => {
    folder = await writeClient("unusual");
    generated = await importClient(folder);
  });

  afterAll(() => removeClient(folder));

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

/** The values of a table that differ between the clients. */
interface Kinds {
  readonly time: (text: string) => unknown;
  readonly integer: (digits: string) => unknown;
  readonly day: (text: string) => unknown;
}

interface Case {
  readonly place: string;
  /** The text of JSON, as it arrives. */
  readonly json: string;
  readonly value: (kinds: Kinds) => unknown;
}
