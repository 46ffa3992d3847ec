import type { IssuesOpenedEvent } from "@octokit/webhooks-types";
import { createInbox } from "typewire-runtime/inbox";
import { openSqliteStore } from "typewire-runtime/inbox/sqlite";
import { github } from "typewire-runtime/signatures";
import { createNodeMiddleware, createWebhooks } from "typewire-runtime/webhooks";

const secret = process.env["WEBHOOK_SECRET"] ?? ""; // an empty one is refused
const webhooks = createWebhooks<{ "issues.opened": IssuesOpenedEvent }>(github, { secret });
webhooks.on("issues.opened", ({ payload }) => console.log(payload.issue.title));

export const inbox = createInbox({ webhooks, store: openSqliteStore("github.db") });
export const receive = createNodeMiddleware(inbox);
