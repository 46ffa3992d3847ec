import type { RestResources } from "@shopify/shopify-api/rest/admin/2026-04";
import { createInbox } from "typewire-runtime/inbox";
import { openSqliteStore } from "typewire-runtime/inbox/sqlite";
import { shopify } from "typewire-runtime/signatures";
import { createNodeMiddleware, createWebhooks } from "typewire-runtime/webhooks";

const secret = process.env["WEBHOOK_SECRET"] ?? ""; // an empty one is refused
type Payloads = { "orders/create": InstanceType<RestResources["Order"]> };
const webhooks = createWebhooks<Payloads>(shopify, { secret });
webhooks.on("orders/create", ({ payload }) => console.log(payload.total_price));
export const inbox = createInbox({ webhooks, store: openSqliteStore("shopify.db") });
export const receive = createNodeMiddleware(inbox);
