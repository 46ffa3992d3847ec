import type Stripe from "stripe";
import { createInbox } from "typewire-runtime/inbox";
import { openSqliteStore } from "typewire-runtime/inbox/sqlite";
import { stripe } from "typewire-runtime/signatures";
import { createNodeMiddleware, createWebhooks } from "typewire-runtime/webhooks";

const secret = process.env["WEBHOOK_SECRET"] ?? ""; // an empty one is refused
const webhooks = createWebhooks<{ "invoice.paid": Stripe.InvoicePaidEvent }>(stripe, { secret });
webhooks.on("invoice.paid", ({ payload }) => console.log(payload.data.object.amount_paid));

export const inbox = createInbox({ webhooks, store: openSqliteStore("stripe.db") });
export const receive = createNodeMiddleware(inbox);
