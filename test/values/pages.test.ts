/** Values in the pages of a list. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importClient, removeClient, writeClient, type Generated } from "./clients.js";

const TIME = "2026-03-01T10:20:30.000Z";

let generated: Generated;
let folder: string;

beforeAll(async () => {
  folder = await writeClient("pages");
  generated = await importClient(folder);
});

afterAll(() => removeClient(folder));

describe("lists with pages", () => {
  it("[J.3] end at a page that repeats the one before, with bigints too", async () => {
    const client = generated.createClient();
    const mock = generated.createMockFetch(client);
    mock.reply("GET /things", { data: { items: [{ id: 9007199254740993n }] } });
    const items: unknown[] = [];
    for await (const item of client.paginate("GET /things")) items.push(item);
    expect(items).toEqual([{ id: 9007199254740993n }]); // the second page repeats the first one
    expect(mock.requests).toHaveLength(2);
  });

  it("[J.4] send a time of the last item as the cursor", async () => {
    const client = generated.createClient();
    const mock = generated.createMockFetch(client);
    mock.reply(
      "GET /history",
      { data: { items: [{ at: new Date(TIME) }] } },
      { data: { items: [] } },
    );
    for await (const item of client.paginate("GET /history")) expect(item).toBeDefined();
    expect(mock.requests[1]?.url).toBe(
      `https://depot.example/history?before=${encodeURIComponent(TIME)}`,
    );
  });
});
