/** Idempotency keys, with which requests may be sent again. */
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { createClock } from "./clock.js";
import { errorOf } from "./error-of.js";
import { json, reply, reset, startServer } from "./server.js";
import { createService } from "./service.js";

const server = startServer();

describe("[F.12] an idempotency key", () => {
  const keys = () => listHeader("idempotency-key");

  it("makes a POST repeatable, and stays the same", async () => {
    server.play(reset, reply(500), json({}));
    await createKeyedService().request("POST /things");
    expect(new Set(keys()).size).toBe(1);
    expect(keys()).toHaveLength(3);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("is another one for each request", async () => {
    server.play(json({}));
    const client = createKeyedService();
    await client.request("POST /things");
    await client.request("POST /things");
    expect(new Set(keys()).size).toBe(2);
  });

  it.each(["POST", "PATCH"])("is the caller's own where there is one: %s", async (method) => {
    server.play(reply(500), json({}));
    const headers = { "Idempotency-Key": "order-1" };
    await createKeyedService().request(`${method} /things`, { headers });
    expect(keys()).toEqual(["order-1", "order-1"]);
  });

  it("is for POST alone", async () => {
    server.play(reply(500));
    await errorOf(createKeyedService().request("PATCH /things"));
    expect(keys()).toEqual([undefined]);
  });

  it.each(["POST", "PATCH"])(
    "that a call sends makes it repeatable, where the vendor declares none: %s",
    async (method) => {
      server.play(reply(500), reset, json({}));
      const { client } = connect();
      const headers = { "Idempotency-Key": "order-1" };
      await client.request(anyRoute(`${method} /anything`), { headers });
      expect(keys()).toEqual(["order-1", "order-1", "order-1"]);
    },
  );

  it("is not any other header", async () => {
    server.play(reply(500), json({}));
    const { client } = connect();
    const headers = { "x-request-key": "order-1" };
    await errorOf(client.request(anyRoute("POST /anything"), { headers }));
    expect(server.arrivals).toHaveLength(1);
  });

  it.each(["POST /things", "PATCH /things"])(
    "is made for a route that declares it: %s",
    async (route) => {
      const { now, sleep } = createClock();
      const catalog = { idempotencyOf: { [route]: "idempotency-key" } };
      const client = createService(catalog, { baseUrl: server.url, now, sleep });
      server.play(reply(500), json({}));
      await client.request(route);
      expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
      expect(keys()).toEqual([keys()[0], keys()[0]]);
      server.play(reply(500));
      await errorOf(client.request("POST /others"));
      expect(keys().slice(2)).toEqual([undefined]);
    },
  );

  describe("whose header is an option of the client", () => {
    const onceKeys = () => listHeader("x-once");

    it("makes each POST repeatable", async () => {
      server.play(reply(500), json({}));
      await connect({ idempotency: "X-Once" }).client.request(anyRoute("POST /anything"));
      expect(onceKeys()[0]).toMatch(/^[0-9a-f-]{36}$/);
      expect(onceKeys()).toEqual([onceKeys()[0], onceKeys()[0]]);
    });

    it("is for POST alone, unless the caller sets it", async () => {
      const { client } = connect({ idempotency: "X-Once" });
      server.play(reply(500), json({}));
      await errorOf(client.request(anyRoute("PATCH /anything")));
      expect(onceKeys()).toEqual([undefined]);
      await client.request(anyRoute("PATCH /anything"), { headers: { "x-once": "1" } });
      expect(onceKeys()).toEqual([undefined, "1"]);
    });

    it("replaces that of the catalog", async () => {
      const { now, sleep } = createClock();
      const options = { baseUrl: server.url, now, sleep, idempotency: "X-Once" };
      server.play(json({}));
      await createService({ idempotency: "idempotency-key" }, options).request("POST /things");
      expect(keys()).toEqual([undefined]);
      expect(onceKeys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    });

    it.each([
      ["", "name that is not a token"],
      [7, 'Option "idempotency" is a number; expected the name of a header.'],
      ["a b", "name that is not a token"],
    ])("is refused if it names none: %j", (idempotency, message) => {
      expect(() => connect({ idempotency: idempotency as string })).toThrow(message);
    });
  });
});

function connect(options: Parameters<typeof createClient>[0] = {}) {
  const clock = createClock();
  const { now, sleep } = clock;
  return { clock, client: createClient({ baseUrl: server.url, now, sleep, ...options }) };
}

/** A client of a service whose catalog names the header of the key. */
function createKeyedService() {
  const { now, sleep } = createClock();
  return createService({ idempotency: "idempotency-key" }, { baseUrl: server.url, now, sleep });
}

/** Values of a header in all requests of the test. */
function listHeader(name: string) {
  return server.arrivals.map(({ headers }) => headers[name]);
}
