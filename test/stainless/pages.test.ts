/** Pages of lists (contract H.10). */
import { describe, expect, it } from "vitest";
import type * as stainless from "../../src/runtime/stainless.js";
import { json } from "../client/server.js";
import { GardenTool, startGarden } from "./garden.js";

const { server, connect } = startGarden();

describe("pages", () => {
  it("[H.10] are iterated one after the other", async () => {
    server.play(json({ items: [1], next: "b" }), json({ items: [2] }));
    const page = (await connect().plants.list()) as stainless.Page<{ items: number[] }, number>;
    const pages: unknown[] = [];
    for await (const each of page.iterPages()) pages.push(each.getPaginatedItems());
    expect(pages).toEqual([[1], [2]]);
  });

  it("[H.10] have errors of the class, also where the first page has arrived", async () => {
    let count = 0;
    const send = (): Promise<Response> =>
      ++count === 1
        ? Promise.resolve(Response.json({ items: [1], next: "b" }))
        : Promise.reject(new TypeError("lost"));
    const client = connect({ fetch: send, maxRetries: 0 });
    const items: unknown[] = [];
    const read = async () => {
      for await (const item of client.plants.list()) items.push(item);
    };
    await expect(read()).rejects.toBeInstanceOf(GardenTool.APIConnectionError);
    expect([items, count]).toEqual([[1], 2]);
    await expect(client.plants.list()).rejects.toBeInstanceOf(GardenTool.APIConnectionError);
  });
});
