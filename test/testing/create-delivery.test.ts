/** `createDelivery`: a signed delivery of any event, for the tests of users. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { createDelivery } from "typewire/testing";
import { validatePayload } from "typewire/validate";
import {
  createNodeMiddleware,
  createWebMiddleware,
  emitterEventNames,
  Webhooks,
  type NodeMiddleware,
} from "typewire";
import { readTextSecret } from "../../src/receive/signatures/secrets.js";
import { HMAC_SHA256 } from "../../src/receive/signatures/algorithms.js";
import { bindScheme } from "../../src/receive/signatures/scheme.js";
import { webhookSignature } from "../../generated/webhook-catalog.js";
import { createDeliveryFactory, mergeOverrides } from "../../src/testing/webhook-deliveries.js";

const secret = "It's a secret to everybody";

const ACME_SCHEME = bindScheme(
  { ...webhookSignature, header: "acme-signature" },
  { use: HMAC_SHA256, readSecret: readTextSecret },
);

describe("createDelivery", () => {
  it.each(emitterEventNames)("[B.30] makes a valid, signed delivery of %s", async (name) => {
    const delivery = await createDelivery(name, undefined, { secret, id: "41" });
    expect(delivery).toMatchObject({ id: "41", name: name.split(".")[0] });
    expect(JSON.parse(delivery.body)).toEqual(delivery.payload);
    expect(await validatePayload(name, delivery.payload)).toMatchObject({ valid: true });
    expect(new Webhooks({ secret }).verify(delivery.body, delivery.signature)).toBe(true);
  });

  it.each(["issues.opened", "push", "ping"] as const)(
    "[B.30] is accepted by both middlewares: %s",
    async (name) => {
      const delivery = await createDelivery(name, {}, { secret });
      const webhooks = new Webhooks({
        secret,
        validation: { validate: validatePayload, onInvalid: "throw" },
      });
      const received: unknown[] = [];
      webhooks.on(name, (event: unknown) => received.push(event));
      expect((await createWebMiddleware(webhooks)(delivery.toRequest())).status).toBe(200);
      expect(await postToNode(createNodeMiddleware(webhooks), delivery)).toBe(200);
      await webhooks.verifyAndReceive({ ...delivery, payload: delivery.body });
      const { id, payload } = delivery;
      const event = { id, name: delivery.name, payload };
      expect(received).toEqual([event, event, event]);
    },
  );

  it("[B.30] merges overrides into the sample, and signs what comes of it", async () => {
    const plain = await createDelivery("issues.opened");
    const delivery = await createDelivery("issues.opened", {
      issue: { title: "Broken", labels: [] },
      repository: { name: "site" },
    });
    expect(delivery.payload.issue).toMatchObject({ title: "Broken", labels: [] });
    expect(delivery.payload.repository.name).toBe("site");
    expect(delivery.payload.repository.id).toBe(plain.payload.repository.id);
    expect(JSON.parse(delivery.body)).toEqual(delivery.payload);
    expect(delivery.signature).not.toBe(plain.signature);
  });

  it("[B.30] shares nothing with the overrides", async () => {
    const labels: never[] = [];
    const { payload } = await createDelivery("issues.opened", { issue: { labels } });
    expect(payload.issue.labels).toEqual(labels);
    expect(payload.issue.labels).not.toBe(labels);
  });

  it("[B.30] makes the same delivery each time, and never the same object", async () => {
    const [one, other] = [
      await createDelivery("star.created", {}, { id: "41" }),
      await createDelivery("star.created", {}, { id: "41" }),
    ];
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    one.payload.repository.name = "changed";
    expect(other.payload.repository.name).not.toBe("changed");
    expect((await createDelivery("star.created")).body).toBe(other.body);
  });

  it("[B.30] gives each delivery an id of its own unless one is given", async () => {
    const made = await Promise.all([1, 2, 3].map(() => createDelivery("ping")));
    expect(new Set(made.map(({ id }) => id)).size).toBe(3);
    for (const { id, headers } of made) expect(Object.values(headers)).toContain(id);
    expect((await createDelivery("ping", {}, { id: "41" })).id).toBe("41");
  });

  it("[B.30] gives the first action of an event to its bare name", async () => {
    const { payload } = await createDelivery("issues");
    expect(payload.action).toBe("assigned");
  });

  it("[B.30] signs with a secret of its own when none is given", async () => {
    const { body, signature } = await createDelivery("ping");
    expect(new Webhooks({ secret: "development" }).verify(body, signature)).toBe(true);
  });

  it("[B.30] makes a request to any URL", async () => {
    const delivery = await createDelivery("ping", undefined, { secret });
    const request = delivery.toRequest("https://hooks.example/inbox");
    expect(request.url).toBe("https://hooks.example/inbox");
    expect(await request.text()).toBe(delivery.body);
    expect(Object.fromEntries(request.headers)).toMatchObject(delivery.headers);
  });

  it("[B.30] rejects for an unknown name and for an empty secret", async () => {
    await expect(createDelivery("issues.opend" as "issues.opened")).rejects.toThrow(
      'Did you mean "issues.opened"?',
    );
    await expect(createDelivery("ping", {}, { secret: "" })).rejects.toThrow(TypeError);
  });

  it("[B.30] takes the header names of another service from its catalog", async () => {
    const create = createDeliveryFactory<{ parcel: { name: "parcel"; payload: { id: number } } }>({
      catalog: {
        path: "/hooks/acme",
        event: { header: "acme-event" },
        delivery: { header: "acme-delivery" },
        eventNames: ["parcel"],
      },
      scheme: ACME_SCHEME,
      loaders: { parcel: async () => ({ samples: new Map([["parcel", () => ({ id: 1 })]]) }) },
    });
    const { headers, signature, toRequest } = await create("parcel", { id: 2 }, { id: "7" });
    expect(headers).toEqual({
      "content-type": "application/json",
      "acme-event": "parcel",
      "acme-delivery": "7",
      "acme-signature": signature,
    });
    expect(new URL(toRequest().url).pathname).toBe("/hooks/acme");
  });
});

describe("createDelivery for a service that names deliveries in the body", () => {
  it.each<[sample: object, overrides: object | undefined, payload: object]>([
    [{ n: 1 }, undefined, { n: 1, meta: { type: "parcel", id: "7" } }],
    [{ n: 1 }, {}, { n: 1, meta: { type: "parcel", id: "7" } }],
    [
      { meta: { type: "own", id: "of the sample", x: 1 } },
      undefined,
      { meta: { type: "own", id: "7", x: 1 } },
    ],
    [{ meta: 7 }, undefined, { meta: { type: "parcel", id: "7" } }],
    [{ meta: [7] }, undefined, { meta: { type: "parcel", id: "7" } }],
    [{ meta: { type: "" } }, undefined, { meta: { type: "parcel", id: "7" } }],
    [{}, { meta: { id: "8" } }, { meta: { type: "parcel", id: "8" } }],
    [{}, { meta: { id: "" } }, { meta: { type: "parcel", id: "7" } }],
    [{}, { meta: { id: 8 } }, { meta: { type: "parcel", id: "7" } }],
    [{}, { meta: { type: "mine" } }, { meta: { type: "mine", id: "7" } }],
  ])("[B.30] makes of %j with %j the payload %j", async (sample, overrides, payload) => {
    const before = JSON.stringify([sample, overrides]);
    const delivery = await bindParcels({ parcel: sample })("parcel", overrides, { id: "7" });
    const { meta } = payload as { meta: { id: string } };
    expect({ ...delivery, toRequest: undefined }).toEqual({
      id: meta.id,
      name: "parcel",
      payload,
      body: delivery.body,
      toRequest: undefined,
      signature: delivery.headers["acme-signature"],
      headers: delivery.headers,
    });
    expect(JSON.parse(delivery.body)).toEqual(payload);
    expect(Object.keys(delivery.headers).toSorted()).toEqual(["acme-signature", "content-type"]);
    expect(JSON.stringify([sample, overrides])).toBe(before);
  });

  it.each([
    ["parcel", "lost"],
    ["parcel.lost", "lost"],
    ["parcel.sent", "sent"],
  ])("[B.30] takes the sample of %s", async (name, n) => {
    const create = bindParcels({ "parcel.lost": { n: "lost" }, "parcel.sent": { n: "sent" } });
    expect(await create(name)).toMatchObject({ name: "parcel", payload: { n } });
  });

  it("[B.30] needs a sample, and known options", async () => {
    await expect(bindParcels({})("parcel")).rejects.toThrow(
      new TypeError("There is no sample of parcel."),
    );
    const options = { secrt: "x" } as object;
    await expect(bindParcels({ parcel: {} })("parcel", {}, options)).rejects.toThrow(
      "Unknown option `secrt`. Did you mean `secret`?",
    );
  });

  it("[B.30] makes a request to the path of the service on this machine", async () => {
    const request = (await bindParcels({ parcel: {} })("parcel")).toRequest();
    expect([request.method, request.url]).toEqual(["POST", "http://localhost/hooks"]);
  });
});

describe("mergeOverrides", () => {
  it.each([
    [{ a: 1, b: 2 }, { b: 3 }, { a: 1, b: 3 }],
    [{ a: { b: 1, c: 2 } }, { a: { c: 3 } }, { a: { b: 1, c: 3 } }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: 1, b: 2 }, { a: undefined }, { b: 2 }],
    [{ a: { b: 1 } }, { a: null }, { a: null }],
    [{ a: null }, { a: { b: 1 } }, { a: { b: 1 } }],
    [{}, { a: { b: undefined, c: 1 } }, { a: { c: 1 } }],
    [[1], { a: 1 }, { a: 1 }],
    [{ a: 1 }, [2], [2]],
    [{ a: 1 }, "b", "b"],
    [{ a: 1 }, { toJSON: 7 }, { a: 1, toJSON: 7 }],
  ])("[B.30] %j with %j is %j", (base, overrides, expected) => {
    const before = JSON.stringify([base, overrides]);
    expect(mergeOverrides(base, overrides)).toEqual(expected);
    expect(JSON.stringify([base, overrides])).toBe(before);
  });

  it("[B.30] replaces a value that writes itself as JSON as a whole", () => {
    const date = new Date(0);
    expect(mergeOverrides({ a: { b: 1 } }, { a: date })).toEqual({ a: date });
  });

  it("[B.30] takes an own __proto__ as data", () => {
    const merged = mergeOverrides({}, JSON.parse('{"__proto__":{"polluted":true}}')) as object;
    expect("polluted" in merged).toBe(false);
    expect(Object.keys(merged)).toEqual(["__proto__"]);
  });
});

/** The function of a service with a type and an id in its payloads, and with these samples. */
function bindParcels(samples: Readonly<Record<string, object>>) {
  return createDeliveryFactory<Record<string, { name: string; payload: object }>>({
    catalog: {
      path: "/hooks",
      event: { body: "meta.type" },
      delivery: { body: "meta.id" },
      eventNames: ["parcel", "parcel.lost", "parcel.sent"],
    },
    scheme: ACME_SCHEME,
    loaders: {
      parcel: async () => ({
        samples: new Map(Object.entries(samples).map(([name, sample]) => [name, () => sample])),
      }),
    },
  });
}

async function postToNode(
  middleware: NodeMiddleware,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
): Promise<number> {
  const server = createServer((request, response) => void middleware(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo; // a TCP server has an address object
    const url = `http://127.0.0.1:${port}/api/vendor/webhooks`;
    return (await fetch(url, { method: "POST", headers: { ...headers }, body })).status;
  } finally {
    server.close();
  }
}
