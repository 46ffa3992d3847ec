/** Receivers of services without a description: names and payloads come from a type parameter. */
import { anyEvent, createNodeMiddleware, createWebhooks } from "typewire-runtime/webhooks";
import { createInbox, openMemoryStore } from "typewire-runtime/inbox";
import { defineScheme, github, HMAC_SHA256, stripe } from "typewire-runtime/signatures";
import type { Equal, Expect } from "./assert.js";

interface InvoicePaid {
  type: "invoice.paid";
  total: number;
}
interface AccountUpdated {
  type: "account.updated";
  account: string;
}

const secret = "a secret";

// Without a type parameter, names are any text.
const any = createWebhooks(stripe, { secret, tolerance: 60, now: () => 0 });
any.on("invoice.paid", (event) => {
  const result: Expect<Equal<typeof event.payload, unknown>> = true;
  return [result, event.attempt, event.id.length, event.name.length];
});
any.on(["a", "b"] as const, ({ payload }) => payload);
any.onAny(({ payload, name }) => [payload, name]);
void any.receive({ name: "anything", payload: {} });

const known = createWebhooks<{ "invoice.paid": InvoicePaid; "account.updated": AccountUpdated }>(
  stripe,
  { secret },
);
known.on("invoice.paid", ({ payload, signal }) => {
  const result: Expect<Equal<typeof payload, InvoicePaid>> = true;
  return [result, signal?.aborted];
});
known.on(["invoice.paid", "account.updated"], ({ payload }) => {
  const result: Expect<Equal<typeof payload, InvoicePaid | AccountUpdated>> = true;
  return result;
});
known.onAny((event) => (event.name === "invoice.paid" ? event.payload.total : event.payload.type));
// @ts-expect-error -- the map does not have this name
known.on("invoice.payed", () => {});
known.on(anyEvent("invoice.voided"), ({ payload }) => {
  const result: Expect<Equal<typeof payload, unknown>> = true;
  return result;
});
known.removeListener("*", () => {});
known.onError(({ event, code }) => [event.id, code]);

// The name of an event is without its action, where the service has actions.
const withActions = createWebhooks<{
  "issues.opened": { action: "opened"; issue: { number: number } };
  push: { ref: string };
}>(github, { secret });
withActions.on("issues.opened", ({ payload }) => payload.issue.number.toFixed());
withActions.onAny((event) => (event.name === "issues" ? event.payload.issue : event.payload));

// A union of events, as libraries of services have it, becomes a map in one line.
type StripeLike = InvoicePaid | AccountUpdated;
const ofUnion = createWebhooks<{ [Event in StripeLike as Event["type"]]: Event }>(stripe, {
  secret,
});
ofUnion.on("account.updated", ({ payload }) => payload.account.length);

// An interface will do as well: libraries of services declare theirs as one.
interface Payloads {
  push: { ref: string };
}
const ofInterface = createWebhooks<Payloads, { tenant: string }>(github, {
  secret,
  transform: (event) => ({ ...event, tenant: event.id }),
});
ofInterface.on("push", ({ payload, tenant }) => [payload.ref, tenant.length]);

const acme = defineScheme({ header: "acme-signature", algorithm: HMAC_SHA256 });
createWebhooks(acme, { secret, event: { header: "acme-event" }, id: { body: "id" } });
// @ts-expect-error -- a place is in a header or in the body
createWebhooks(acme, { secret, event: "type" });
// @ts-expect-error -- the secret is required
createWebhooks(stripe, {});

export const inbox = createInbox({ webhooks: known, store: openMemoryStore() });
export const middleware = createNodeMiddleware(known);
export const headers: Record<string, string> = known.sign("{}");
