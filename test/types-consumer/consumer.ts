/** A program that has the types package and nothing else, compiled by every supported compiler. */
import type {
  EmitterWebhookEvent,
  EmitterWebhookEventName,
  EventMap,
  IssuesOpenedEvent,
  IssuesOpenedPayload,
} from "typewire-webhook-types";
import type { IssuesOpenedPayload as PayloadAlone } from "typewire-webhook-types/payloads";

export function describe({ id, name, payload }: EmitterWebhookEvent): string {
  switch (name) {
    case "issues":
      return payload.action === "opened" ? payload.issue.title : payload.action;
    case "push":
      return payload.ref;
    default:
      return id;
  }
}

export const onOpened = ({ payload }: IssuesOpenedEvent): PayloadAlone => payload;
export const number = (payload: IssuesOpenedPayload): number => payload.issue.number;
export const opened: IssuesOpenedPayload["action"] = "opened";
export const name: EmitterWebhookEventName = "issues.opened";
export type Opened = EventMap["issues.opened"];
// @ts-expect-error -- no such event
export const misspelt: EmitterWebhookEventName = "issues.opend";
// @ts-expect-error -- a payload of another action
export const closed: IssuesOpenedPayload["action"] = "closed";
// @ts-expect-error -- a title is a text
export const title = (payload: IssuesOpenedPayload): number => payload.issue.title;
