import type { MessageStatus } from "twilio/lib/rest/api/v2010/account/message.js";
import { createInbox } from "typewire-runtime/inbox";
import { openSqliteStore } from "typewire-runtime/inbox/sqlite";
import { twilio } from "typewire-runtime/signatures";
import { createNodeMiddleware, createWebhooks } from "typewire-runtime/webhooks";

type Message = Record<"MessageSid" | "From" | "Body", string> & { SmsStatus: MessageStatus };
const secret = process.env["WEBHOOK_SECRET"] ?? ""; // an empty one is refused
const webhooks = createWebhooks<{ received: Message }>(twilio, { secret });
webhooks.on("received", ({ payload }) => console.log(payload.Body)); // a form
export const inbox = createInbox({ webhooks, store: openSqliteStore("twilio.db") });
export const receive = createNodeMiddleware(inbox, { publicUrl: process.env["PUBLIC_URL"] });
