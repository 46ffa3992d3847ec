/** Deliveries for tests and for the pictures in the documentation. */
import {
  createMemorySource,
  describePayload,
  type InspectedDelivery,
  type MemorySource,
  type MemorySourceOptions,
  type NewDelivery,
} from "../../src/inspector/index.js";

const SCHEMA = {
  title: "IssuesEvent",
  type: "object",
  properties: {
    action: { enum: ["opened", "closed"] },
    issue: {
      title: "Issue",
      type: "object",
      properties: {
        number: { type: "integer" },
        title: { type: "string" },
        state: { enum: ["open", "closed"] },
        closed_at: { type: ["string", "null"], format: "date-time" },
        labels: { type: "array", items: { $ref: "#/definitions/Label" } },
      },
    },
    sender: { title: "User", type: "object", properties: { login: { type: "string" } } },
  },
  definitions: {
    Label: {
      title: "Label",
      type: "object",
      properties: { name: { type: "string" }, color: { type: "string" } },
    },
  },
};

export function createPayload(number: number, changes: object = {}): object {
  return {
    action: "opened",
    issue: {
      number,
      title: "Login fails after an upgrade",
      state: "open",
      closed_at: null,
      labels: [{ name: "bug", color: "d73a4a" }],
      ...changes,
    },
    sender: { login: "octo" },
  };
}

export function encode(payload: unknown): Uint8Array {
  return new TextEncoder().encode(typeof payload === "string" ? payload : JSON.stringify(payload));
}

export function createDelivery(changes: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    event: "issues",
    action: "opened",
    receivedAt: Date.now(),
    outcome: "done",
    attempts: 1,
    duration: 12,
    body: encode(createPayload(7)),
    headers: [
      ["Content-Type", "application/json"],
      ["X-Vendor-Event", "issues"],
      ["X-Vendor-Signature-256", `sha256=${"0".repeat(64)}`],
      ["Authorization", "Bearer of-a-secret-token"],
    ],
    history: [{ attempt: 1, duration: 12, handlers: [{ id: "notify" }] }],
    url: "http://localhost:3000/webhooks",
    ...changes,
  };
}

/** Describes an issue, whose number must be an integer. */
export const describe: NonNullable<MemorySourceOptions["describe"]> = ({ event, payload }) => {
  if (event !== "issues") return undefined;
  const { issue } = payload as { issue?: { number?: unknown } };
  const isNumber = Number.isInteger(issue?.number);
  const deviations = isNumber ? [] : [{ at: "/issue/number", text: "must be integer" }];
  return describePayload(SCHEMA, payload, { deviations });
};

/** Creates a source that can do everything, and notes what it was asked for. */
export function createSource(options: Partial<MemorySourceOptions> = {}): RecordedSource {
  const sent: RecordedSource["sent"] = [];
  const resent: string[] = [];
  const replayed: InspectedDelivery[] = [];
  const source = createMemorySource({
    title: "typewire dev",
    events: ["issues.opened", "issues.closed", "ping"],
    sample: (event) => Promise.resolve(event === "ping" ? { zen: "Keep it." } : createPayload(1)),
    describe,
    send: (delivery) => {
      sent.push(delivery);
      const [event = "", action] = delivery.event.split(".");
      const key = source.add(createDelivery({ event, action, body: encode(delivery.body) }));
      return Promise.resolve({ key, status: 200, text: "ok" });
    },
    resend: (key) => {
      resent.push(key);
      return Promise.resolve({ status: 200 });
    },
    replay: (delivery) => {
      replayed.push(delivery);
      source.update(delivery.key, { outcome: "done", attempts: delivery.attempts + 1 });
      return Promise.resolve();
    },
    reconcile: () =>
      Promise.resolve({
        summary: "9 of 10 recorded deliveries are as the schema says; 10 with one correction.",
        proposals: "issues.opened:\n  nullable: [issue.title]\n",
        problems: [],
      }),
    ...options,
  });
  return { source, sent, resent, replayed };
}

/** Fills a source with an hour of deliveries of several events and outcomes. */
export function fillSource(source: MemorySource, count = 60, now = Date.now()): void {
  const events = ["issues.opened", "push", "issues.closed", "pull_request.opened", "ping"];
  for (let index = 0; index < count; index++) {
    const [event = "", action] = (events[((index * 7) % 11) % 5] ?? "push").split(".");
    const outcome = index % 13 === 5 ? "failed" : index % 17 === 3 ? "refused" : "done";
    const receivedAt = now - (count - index) * (3_600_000 / count);
    source.add(
      createDelivery({
        event,
        action,
        outcome,
        receivedAt,
        id: `${index.toString(16).padStart(8, "0")}-cc78-11e3-81ab-4c9367dc0958`,
        duration: 8 + ((index * 37) % 50) + (index % 13 === 5 ? 400 : 0),
        status: { done: 200, failed: 500, refused: 401 }[outcome],
        body: encode(createPayload(index, { title: `Issue ${index}` })),
      }),
    );
  }
}

/** Calls that a source got, to look at. */
export interface RecordedSource {
  readonly source: MemorySource;
  readonly sent: { readonly event: string; readonly body: string; readonly from?: unknown }[];
  readonly resent: string[];
  readonly replayed: InspectedDelivery[];
}
