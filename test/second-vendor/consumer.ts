/** A program of a user of the second vendor, with lines that the compiler has to refuse. */
export const CONSUMER = `
import { createNodeMiddleware, emitterEventNames, endpoint, Webhooks } from "./generated/index.js";
import type { Endpoints, HandlerFunction } from "./generated/index.js";
import Default, { AcmeWarehouse as Acme, ConflictError, NotFoundError, type Call } from "./generated/index.js";
import { get } from "./generated/methods/parcels.js";
import { createClient } from "./generated/client.js";
import { createDelivery } from "./generated/testing.js";
import { validatePayload } from "./generated/validate.js";

const client = createClient({ timeout: 9 });
const webhooks = new Webhooks({ secret: "a secret", client, validation: { validate: validatePayload } });
webhooks.on("heartbeat", async (event) => (await event.fetch()).articles?.length.toFixed());
// @ts-expect-error -- only events with a resource have it
webhooks.on("stock", (event) => event.fetch());
export const delivery = createDelivery("parcel.arrived", { parcel: { id: "7" } });
// @ts-expect-error -- a shelf is a text
export const wrong = createDelivery("parcel.arrived", { shelf: 7 });
export async function amountOf(payload: unknown): Promise<number> {
  const result = await validatePayload("stock", payload);
  return result.valid ? result.payload.amount : result.errors.length;
}
const onArrived: HandlerFunction<"parcel.arrived"> = ({ payload }) => payload.shelf.length;
webhooks.on("parcel.arrived", onArrived);
webhooks.on("stock", ({ payload }) => payload.amount.toFixed());
// @ts-expect-error -- an event of another vendor has an unknown payload
webhooks.on("issues.opened", ({ payload }) => payload.issue);

endpoint("GET /parcels/{id}", { id: "1" });
// @ts-expect-error -- \`id\` is required
endpoint("GET /parcels/{id}", {});
// @ts-expect-error -- no state of a parcel
endpoint("GET /parcels", { state: "lost" });

const acme = new Acme({ timeout: 9 });
export const withClass = new Webhooks({ secret: "a secret", client: acme });
export const parcel: Call<Endpoints["GET /parcels/{id}"]["response"]> = acme.parcels.get({ id: "1" });
export const sameParcel: typeof parcel = get(acme, { id: "1" });
// @ts-expect-error -- \`id\` is required
void acme.parcels.get({});
export function bodyOf(error: unknown): unknown {
  if (error instanceof NotFoundError) return error.data.message satisfies string;
  // @ts-expect-error -- no route declares a body for this status, so it is unknown
  return error instanceof ConflictError ? error.data.message : undefined;
}
export const isMissing = (error: unknown) => error instanceof NotFoundError && error.status === 404;
export const shelf = async () => {
  const event = await acme.webhooks.unwrap("{}", {});
  return event.name === "parcel" && event.payload.action === "arrived" ? event.payload.shelf : "";
};
export const sameClass: typeof Acme = Default;

export const middleware = createNodeMiddleware(webhooks);
export const names: readonly ["parcel", "parcel.arrived", "parcel.sent", "stock", "heartbeat"] =
  emitterEventNames;
export const articles = (parcel: Endpoints["GET /parcels/{id}"]["response"]) => parcel.articles;
`;
