/** Recorded deliveries of a real service: the input of the main job and of tests. */
import { createRequire } from "node:module";
import { nameWithAction, readAction } from "../../cli/service/event-printer.js";
import { vendorName, webhookHeaders } from "../../generated/constants.js";
import { sign } from "../../generated/methods.js";

export function readRecordedDeliveries(): readonly RecordedDelivery[] {
  // The package is JSON in CommonJS, without types; its README describes this structure.
  const recorded = createRequire(import.meta.url)(
    "@octokit/webhooks-examples/api.github.com/index.json",
  ) as readonly { readonly name: string; readonly examples: readonly object[] }[];
  return recorded.flatMap(({ name, examples }) =>
    examples.map((payload) => ({
      name: rename(name),
      // Only objects are recorded, and renaming keys keeps an object an object.
      payload: renameKeys(payload) as RecordedDelivery["payload"],
    })),
  );
}

/** `issues.opened` where the payload has an action, else the event name. */
export function qualifiedName(event: { readonly name: string; readonly payload: unknown }): string {
  return nameWithAction(event.name, readAction(event.payload, "action"));
}

function rename(name: string): string {
  return name.replace(RECORDED_NAME, vendorName);
}

/** The vendor's name in the recordings. The schema has another. */
const RECORDED_NAME = /github/g;

function renameKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [rename(key), renameKeys(inner)]),
  );
}

/** Creates a function that sends deliveries over HTTP as the service does: signed bytes, three headers. */
export function createRecordedSender(url: string, secret: string): Send {
  return (id, { name, payload }, changes) => {
    const body = JSON.stringify(payload);
    const headers = {
      "content-type": "application/json",
      [webhookHeaders.event]: name,
      [webhookHeaders.delivery]: id,
      [webhookHeaders.signature]: sign(secret, body),
      ...changes,
    };
    return fetch(url, { method: "POST", headers, body });
  };
}

// ---- Types

/** @param changes Headers in place of those of a good delivery, by lowercase name. */
export type Send = (
  id: string,
  delivery: RecordedDelivery,
  changes?: Readonly<Record<string, string>>,
) => Promise<Response>;

export interface RecordedDelivery {
  /** The bare event name. */
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}
