/** Programs that use a client with `values`, for a compiler: each line marked as an error must be one. */

/** Uses a client whose values are `Date` and `bigint`. */
export const PROGRAM = `
import { createClient, isResponseError, type Client } from "./generated/client.js";
import { Depot } from "./generated/sdk.js";
import { endpoint } from "./generated/endpoint.js";
import { createDelivery, createMockFetch } from "./generated/testing.js";
import { Webhooks } from "./generated/webhooks.js";
import { schemas, validatePayload } from "./generated/validate.js";
import { ThingsCreateBodySchema } from "./generated/schemas/routes/things.js";
import { VisitPayloadSchema } from "./generated/schemas/events/visit.js";
import type { Thing } from "./generated/shared.js";

type Same<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false;
const is = <One, Other>(_same: Same<One, Other>): void => undefined;

is<Thing["at"], Date | undefined>(true);
is<Thing["maybe"], Date | null | undefined>(true);
is<Thing["id"], bigint | undefined>(true);
is<Thing["either_or_null"], bigint | null | undefined>(true);
is<Thing["times"], Date[] | undefined>(true);
is<Thing["when"], string | Date | undefined>(true);
is<Thing["pair"], [Date, bigint, ...unknown[]] | undefined>(true);
is<Thing["day"], string | undefined>(true);
is<Thing["plain"], number | undefined>(true);

export async function read(client: Client): Promise<Date | undefined> {
  const { data } = await client.request("GET /things/{id}", { id: 7n, since: new Date() });
  is<typeof data, Thing>(true);
  if (data.animal?.kind === "cat") return data.animal.mark;
  // @ts-expect-error -- an id is a bigint
  void client.request("GET /things/{id}", { id: 7 });
  // @ts-expect-error -- a time is a Date
  void client.request("GET /things/{id}", { id: 7n, since: "2026-03-01T00:00:00Z" });
  for await (const item of client.paginate("GET /things")) is<typeof item, Thing>(true);
  void client.request("POST /things", { at: new Date(), ids: [1n] });
  // @ts-expect-error -- a list of bigints
  void client.request("POST /things", { ids: ["1"] });
  return data.at;
}

export async function fail(client: Client): Promise<bigint | undefined> {
  try {
    await client.request("GET /things/{id}", { id: 7n });
  } catch (error) {
    if (isResponseError(error, "GET /things/{id}") && error.status === 404) return error.data.id;
  }
  return undefined;
}

endpoint("GET /visits/{at}", { at: new Date() });

const webhooks = new Webhooks({ secret: "s" });
webhooks.on("thing.gone", ({ payload }) => is<typeof payload.at, Date>(true));
webhooks.on("visit", ({ payload }) => is<typeof payload.id, bigint | undefined>(true));
void createDelivery("thing.gone", { at: new Date() });
void createDelivery("visit", { node: { id: 7n } });
// @ts-expect-error -- a time is a Date
void createDelivery("thing.gone", { at: "2026-03-01T00:00:00Z" });
createMockFetch(createClient()).reply("GET /things/{id}", { data: { at: new Date(), id: 7n } });

new Webhooks({ secret: "s", validation: { validate: validatePayload } });
createClient({ validation: "refuse", schemas });
export async function validate(payload: unknown): Promise<void> {
  const gone = await validatePayload("thing.gone", payload);
  if (gone.valid) is<typeof gone.payload.at, string>(true);
  const visit = await validatePayload("visit", payload);
  if (visit.valid) is<typeof visit.payload.id, number | undefined>(true);
  if (visit.valid) is<NonNullable<typeof visit.payload.node>["id"], number>(true);
  const result = VisitPayloadSchema["~standard"].validate(payload);
  if (!result.issues) is<typeof result.value.at, string | undefined>(true);
  const body = ThingsCreateBodySchema["~standard"].validate(payload);
  if (!body.issues) is<typeof body.value.at, string | undefined>(true);
  if (!body.issues) is<typeof body.value.times, string[] | undefined>(true);
  if (!body.issues) is<typeof body.value.pair, [string, number, ...unknown[]] | undefined>(true);
}

const depot = new Depot();
export const time: Promise<Date | undefined> = depot.things.get({ id: 7n }).then(({ at }) => at);
`;

/** The types of `Temporal`, for a compiler that does not know it. */
export const TEMPORAL_TYPES = `
declare namespace Temporal {
  interface Instant { readonly epochMilliseconds: number; toJSON(): string }
  interface PlainDate { readonly year: number; toJSON(): string }
}
`;

/** Uses a client whose values are types of `Temporal`. */
export const TEMPORAL_PROGRAM = `
import type { Client } from "./generated/client.js";
import { createDelivery } from "./generated/testing.js";
export async function read(client: Client, now: Temporal.Instant): Promise<Temporal.PlainDate | undefined> {
  const { data } = await client.request("GET /things/{id}", { id: 7, since: now });
  const time: Temporal.Instant | undefined = data.at;
  // @ts-expect-error -- an instant
  const date: Date | undefined = data.at;
  void createDelivery("thing.gone", { at: now });
  return time ?? date ? data.day : undefined;
}
`;
