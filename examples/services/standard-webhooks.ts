import type { EndpointCreatedEvent } from "svix";
import { createInbox } from "typewire-runtime/inbox";
import { openSqliteStore } from "typewire-runtime/inbox/sqlite";
import { standardWebhooks } from "typewire-runtime/signatures";
import { createNodeMiddleware, createWebhooks } from "typewire-runtime/webhooks";

const secret = process.env["WEBHOOK_SECRET"] ?? ""; // an empty one is refused
type Payloads = { "endpoint.created": EndpointCreatedEvent };
const webhooks = createWebhooks<Payloads>(standardWebhooks, { secret });
webhooks.on("endpoint.created", ({ payload }) => console.log(payload.data.endpointId));
export const inbox = createInbox({ webhooks, store: openSqliteStore("standard-webhooks.db") });
export const receive = createNodeMiddleware(inbox);
