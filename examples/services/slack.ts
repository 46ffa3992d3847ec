import type { EnvelopedEvent, SlashCommand, types } from "@slack/bolt";
import { createInbox } from "typewire-runtime/inbox";
import { openSqliteStore } from "typewire-runtime/inbox/sqlite";
import { slack } from "typewire-runtime/signatures";
import { createNodeMiddleware, createWebhooks } from "typewire-runtime/webhooks";

type Payloads = { app_mention: EnvelopedEvent<types.AppMentionEvent>; "/weather": SlashCommand };
const webhooks = createWebhooks<Payloads>(slack, { secret: process.env["WEBHOOK_SECRET"] ?? "" });
webhooks.on("app_mention", ({ payload }) => console.log(payload.event.text));
webhooks.on("/weather", ({ payload }) => console.log(payload.text)); // a form
export const inbox = createInbox({ webhooks, store: openSqliteStore("slack.db") });
export const receive = createNodeMiddleware(inbox);
