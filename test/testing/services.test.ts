/** `createDelivery` for services that sign, name and write deliveries in other ways than the default one. */
import { describe, expect, it } from "vitest";
import { createWebMiddleware } from "../../src/receive/middleware/web.js";
import { createDeliveryFactory } from "../../src/testing/webhook-deliveries.js";
import { bindWebhooks } from "../../src/receive/webhooks/webhooks.js";
import type { WebhookTypes } from "../../src/receive/webhooks/types.js";
import { discord, services, URL_SIGNED, type Service } from "../cases/webhooks/services.js";

const NOW = 1_700_000_000_000;

/** A service with a public key alone cannot sign. */
const signing = services.filter((service) => service !== discord);

describe.each(signing)("a delivery of $name", (service) => {
  it("[B.30] is accepted by the middleware, under its name and id", async () => {
    const { createDelivery, webhooks, name, events, hasIds } = setUp(service);
    const options = { secret: service.secret, id: "id_7", timestamp: NOW, url: URL_SIGNED };
    const delivery = await createDelivery(name, undefined, options);
    const path = new URL(URL_SIGNED).pathname;
    const handle = createWebMiddleware(webhooks, { path });
    const response = await handle(delivery.toRequest());
    expect([response.status, await response.text()]).toEqual([200, "ok\n"]);
    expect(events).toEqual([{ id: hasIds ? "id_7" : "", name }]);
    expect(delivery.signature).toBe(delivery.headers[service.parts.scheme.header]);
  });

  it("[B.30] is refused under another secret", async () => {
    const { createDelivery, webhooks, name, events } = setUp(service);
    const secret = `whsec_${Buffer.from("another secret of 24 bytes").toString("base64")}`;
    const options = { secret, timestamp: NOW, url: URL_SIGNED };
    const delivery = await createDelivery(name, undefined, options);
    const response = await createWebMiddleware(webhooks, { path: "/hooks" })(delivery.toRequest());
    expect(await response.json()).toMatchObject({ code: "SIGNATURE_MISMATCH" });
    expect(events).toEqual([]);
  });
});

const withIdInBody = signing.filter(({ catalog }) => "body" in (catalog.delivery ?? {}));

it.each(withIdInBody)(
  "[B.30] a delivery of $name has the id that overrides give",
  async (service) => {
    const { createDelivery, name } = setUp(service);
    const { delivery: source } = service.catalog;
    if (source === undefined || !("body" in source)) throw new Error("There is no id in the body.");
    const options = { secret: service.secret, timestamp: NOW, url: URL_SIGNED, id: "id_7" };
    const { id } = await createDelivery(name, { [source.body]: "id_8" }, options);
    expect(id).toBe("id_8");
  },
);

it.each(withIdInBody)("[B.30] a delivery of $name has no id of its sample", async (service) => {
  const { delivery: source } = service.catalog;
  if (source === undefined || !("body" in source)) throw new Error("There is no id in the body.");
  const sample = { [source.body]: "example" };
  const { createDelivery, name } = setUp(service, sample);
  const options = { secret: service.secret, timestamp: NOW, url: URL_SIGNED };
  const made = await Promise.all([1, 2].map(() => createDelivery(name, undefined, options)));
  expect(new Set(["example", ...made.map(({ id }) => id)]).size).toBe(3);
  for (const { id, payload } of made) expect(payload).toMatchObject({ [source.body]: id });
  const withId = await createDelivery(name, undefined, { ...options, id: "id_7" });
  expect([withId.id, withId.payload]).toMatchObject(["id_7", { [source.body]: "id_7" }]);
});

it("[B.30] cannot be made for a service whose key is public", async () => {
  const { createDelivery, name } = setUp(discord);
  const made = createDelivery(name, undefined, { secret: discord.secret });
  await expect(made).rejects.toThrow(TypeError);
});

/** The sample of each event is the payload of the service's example, without name and id. */
function setUp({ catalog, parts, secret, event }: Service, more: object = {}) {
  const name = catalog.eventNames.find((known) => known === event.name) ?? catalog.eventNames[0];
  if (name === undefined) throw new Error("The service has no events.");
  const sample = { n: 1, text: "é", ...more };
  const loaders = {
    [name]: () => Promise.resolve({ samples: new Map([[name, () => sample]]) }),
  };
  const { scheme, body } = parts;
  const source = { catalog, scheme, loaders, ...(body && { body }) };
  const createDelivery =
    createDeliveryFactory<Record<string, { name: string; payload: unknown }>>(source);
  const webhooks = new (bindWebhooks<WebhookTypes, "headers">(catalog, parts))({
    secret,
    now: () => NOW,
    log: { warn: () => undefined },
  });
  const events: { readonly id: string; readonly name: string }[] = [];
  webhooks.onAny(({ id, name: received }) => events.push({ id, name: received }));
  return { createDelivery, webhooks, name, events, hasIds: catalog.delivery !== undefined };
}
