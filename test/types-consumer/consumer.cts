/** The same from CommonJS, where types of an ES module would be out of reach. */
import type { EmitterWebhookEvent } from "typewire-webhook-types";
import type { IssuesOpenedPayload } from "typewire-webhook-types/payloads";

declare const payload: IssuesOpenedPayload;
payload satisfies EmitterWebhookEvent<"issues.opened">["payload"];
// @ts-expect-error -- a payload is no event
payload satisfies EmitterWebhookEvent<"issues.opened">;
