/** Values in deliveries: those that tests make, that a class opens, that `receive` takes, and that an inbox stores. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import { createInbox } from "../../src/runtime/inbox.js";
import { importClient, removeClient, writeClient, type Generated } from "./clients.js";

const SECRET = "development";
const TIME = "2026-03-01T10:20:30.000Z";
const VALUES = { at: new Date(TIME), id: 9007199254740993n, node: { id: -9223372036854775808n } };
const JSON_TEXT = `{"at":"${TIME}","id":9007199254740993,"node":{"id":-9223372036854775808}}`;

let generated: Generated;
let folder: string;

beforeAll(async () => {
  folder = await writeClient("deliveries");
  generated = await importClient(folder);
});

afterAll(() => removeClient(folder));

describe("a delivery of a test", () => {
  it("[J.4] has values as JSON in its body, and as values in its payload", async () => {
    const delivery = await generated.createDelivery("visit", VALUES);
    expect(delivery.body).toBe(JSON_TEXT);
    expect(delivery.payload).toEqual(VALUES);
  });

  it("[J.4] has the values of its sample", async () => {
    const { payload } = await generated.createDelivery("thing.gone");
    expect(payload).toEqual({ action: "gone", at: new Date("2026-01-01T00:00:00Z") });
  });

  it("[J.5] is verified, and handled with values", async () => {
    const webhooks = new generated.Webhooks({
      secret: SECRET,
      validation: { validate: generated.validatePayload, onInvalid: "throw" },
    });
    const payloads: unknown[] = [];
    webhooks.on("visit", ({ payload }) => payloads.push(payload));
    const delivery = await generated.createDelivery("visit", VALUES);
    const { id, name, body, signature } = delivery;
    await webhooks.verifyAndReceive({ id, name, payload: body, signature });
    expect(payloads).toEqual([VALUES]);
  });

  it("[J.5] is opened with values by the class", async () => {
    const depot = new generated.Depot({ webhookSecret: SECRET });
    const { body, headers } = await generated.createDelivery("visit", VALUES);
    expect((await depot.webhooks.unwrap(body, headers)).payload).toEqual(VALUES);
    const invalid = await generated.createDelivery("ping");
    expect((await depot.webhooks.unwrap(invalid.body, invalid.headers)).payload).toEqual({});
  });
});

describe("a delivery with an invalid value", () => {
  it("[J.5] is refused by the class, with the path to the value", async () => {
    const depot = new generated.Depot({ webhookSecret: SECRET });
    const { headers, signature } = await generated.createDelivery("visit", VALUES);
    const body = JSON_TEXT.replace(TIME, "yesterday");
    const signed = new generated.Webhooks({ secret: SECRET }).sign(body);
    const sent = Object.entries(headers).map(([name, value]) => [
      name,
      value === signature ? signed : value,
    ]);
    const opened = depot.webhooks.unwrap(body, Object.fromEntries(sent) as typeof headers);
    await expect(opened).rejects.toMatchObject({
      name: "WebhookError",
      code: "INVALID_PAYLOAD",
      message: expect.stringContaining('"payload.at"') as string,
    });
  });
});

describe("receive", () => {
  const receive = async (payload: object): Promise<unknown> => {
    const webhooks = new generated.Webhooks({ secret: SECRET });
    let received: unknown;
    webhooks.onAny(({ payload: eventPayload }) => (received = eventPayload));
    await webhooks.receive({ id: "1", name: "visit", payload });
    return received;
  };

  it("[J.5] takes JSON, and changes nothing that was passed", async () => {
    const json = { at: TIME, id: 7, times: [TIME], node: { id: 1, next: { id: 2 } } };
    const copy = structuredClone(json);
    expect(await receive(json)).toEqual({
      at: new Date(TIME),
      id: 7n,
      times: [new Date(TIME)],
      node: { id: 1n, next: { id: 2n } },
    });
    expect(json).toEqual(copy);
  });

  it("[J.5] takes values", async () => {
    expect(await receive(VALUES)).toEqual(VALUES);
  });

  it("[J.5] refuses an integer that was rounded when it was parsed", async () => {
    const parsed = JSON.parse(JSON_TEXT) as object;
    await expect(receive(parsed)).rejects.toMatchObject({ code: "INVALID_PAYLOAD" });
  });
});

describe("an inbox", () => {
  it("[J.5] stores the bytes, and hands out values", async () => {
    const webhooks = new generated.Webhooks({ secret: SECRET });
    const inbox = createInbox({ webhooks: webhooks, store: openMemoryStore() });
    const payloads: unknown[] = [];
    webhooks.on("visit", ({ payload }) => payloads.push(payload));
    const { id, name, body, signature } = await generated.createDelivery("visit", VALUES);
    await inbox.start();
    await inbox.verifyAndReceive({ id, name, payload: body, signature } as never);
    await expect.poll(() => payloads).toEqual([VALUES]);
    await inbox.drain();
  });
});
