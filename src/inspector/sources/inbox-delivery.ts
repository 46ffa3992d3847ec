/** Deliveries of an inbox as the inspector shows them. */
import { readPath } from "../../base/values.js";
import { findError } from "../row-text.js";
import { summarizePayload } from "../summary.js";
import type { InspectedDelivery, InspectedSummary } from "../types.js";
import { type AttemptedDelivery, listAttempts } from "./inbox-attempts.js";
import { parseJson } from "./payload.js";

/** Describes a delivery with everything that the inbox has of it. */
export function toDelivery(delivery: InboxDelivery, path: ActionPath): InspectedDelivery {
  const { body, size, via } = delivery;
  const isKept = body.length === size; // a deleted body has no bytes left
  return {
    ...describeRow(delivery, path),
    // A delivery that was fetched has never been answered.
    answer: via === undefined ? STORED : undefined,
    body: isKept ? body : undefined,
    history: listAttempts(delivery),
  };
}

/** Answer of an inbox to each delivery that it has stored. */
const STORED = { status: 202, body: "accepted" };

/** Describes a row of the list with what is in its body and in its errors. */
export function describeRow(delivery: InboxDelivery, path: ActionPath): InspectedSummary {
  const payload = parseJson(delivery.body);
  const row = summarize(delivery, findAction(payload, path));
  const error = findError({ ...row, history: listAttempts(delivery), findings: undefined });
  return { ...row, error, summary: summarizePayload(payload, delivery.name) };
}

function findAction(payload: unknown, path: ActionPath): string | undefined {
  const action = path && readPath(payload, path);
  return typeof action === "string" ? action : undefined;
}

/** Describes a row of the list by what the inbox lists of it, without its body. */
export function summarize(row: InboxSummary, action?: string): InspectedSummary {
  const { key, id, name, state, receivedAt, attempts, losses, finishedAt, size } = row;
  const notes = [
    ...(row.via === undefined
      ? []
      : ["Fetched by a catch-up: it never arrived, and was not signed."]),
    ...(row.isConflict ? ["Another body had arrived under this id."] : []),
    ...(losses > 0 ? [`Processes that stopped while they handled it: ${losses}.`] : []),
  ];
  return {
    key,
    id,
    event: name,
    action,
    receivedAt,
    outcome: state,
    attempts,
    size,
    duration: finishedAt === undefined ? undefined : Math.max(0, finishedAt - receivedAt),
    note: notes.length === 0 ? undefined : notes.join(" "),
  };
}

// ---- Types

/** Path of the action in a payload; `undefined` if the service has none. */
export type ActionPath = readonly string[] | undefined;

export type InboxState = "waiting" | "running" | "done" | "dead";

/** Delivery as an inbox lists it. Declared here, because this package depends on no inbox. */
export interface InboxSummary {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly state: InboxState;
  readonly receivedAt: number;
  readonly attempts: number;
  readonly losses: number;
  readonly finishedAt: number | undefined;
  readonly size: number;
  readonly isConflict: boolean;
  /** `catch-up` for a delivery that was fetched. */
  readonly via?: string | undefined;
}

export interface InboxDelivery extends InboxSummary, AttemptedDelivery {
  readonly body: Uint8Array;
}
