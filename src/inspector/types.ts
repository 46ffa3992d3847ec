/** Interface between the inspector and its sources: an inbox, `dev`, or a channel of a relay. */

/**
 * Source of deliveries. Functions that are absent are not offered on the page. `replay`, `resend` and
 * `send` change something: an inspector that is read-only never calls them.
 */
export interface InspectorSource {
  /** Shown at the top of the page. */
  readonly title?: string | undefined;
  /** Returns where deliveries arrive: the page shows it until the first one has come. */
  target?: (() => DeliveryTarget | undefined) | undefined;
  /** Returns deliveries, the newest first. */
  list(filter: InspectorFilter): Promise<readonly InspectedSummary[]>;
  /** Returns one delivery with everything that is known about it. */
  get(key: string): Promise<InspectedDelivery | undefined>;
  /** Calls back for each new or changed delivery, until the returned function is called. */
  watch(listener: (change: InspectorChange) => void): () => void;
  /** Compares a payload with its schema. */
  describe?: DescribeEvent | undefined;
  /**
   * Handles finished deliveries again; of those that match a filter, the dead ones unless it names an
   * outcome. Resolves with their number.
   */
  replay?: ((which: InspectorFilter) => Promise<number>) | undefined;
  /** Sends a delivery again with its bytes and headers, or a new signature where that has expired. */
  resend?: ((key: string) => Promise<SendResult>) | undefined;
  /** Signs and sends a new delivery. */
  send?: ((delivery: DeliveryToSend) => Promise<SendResult>) | undefined;
  /** Names that `sample` takes: `<event>`, or `<event>.<action>`. */
  readonly events?: readonly string[] | undefined;
  /** Returns a sample payload of an event, which matches its schema. */
  sample?: ((event: string) => Promise<unknown>) | undefined;
  /** Compares deliveries with the schema folder, as `typewire reconcile` does. */
  reconcile?: ((filter: InspectorFilter) => Promise<InspectedReconciliation>) | undefined;
  /** Modules that "copy as test" imports from. Default: `typewire` and `typewire/testing`. */
  readonly modules?: { readonly webhooks: string; readonly testing: string } | undefined;
}

/**
 * All outcomes, in the order in which the page lists them:
 * - `received`: stored, and not handled by this process.
 * - `waiting`: for its first attempt or a retry.
 * - `failed`: answered with an error; the inspected program will not retry by itself.
 * - `dead`: no retry is left.
 * - `refused`: not verified.
 */
export const OUTCOMES = [
  "received",
  "waiting",
  "running",
  "done",
  "failed",
  "dead",
  "refused",
] as const;

/** The state of a delivery, as the page shows it. */
export type InspectorOutcome = (typeof OUTCOMES)[number];

/** Filter of deliveries. They must match all properties that are set. */
export interface InspectorFilter {
  /** Name of the event, without an action. */
  readonly event?: string | undefined;
  readonly action?: string | undefined;
  readonly outcome?: InspectorOutcome | undefined;
  readonly id?: string | undefined;
  /** Text in the body or, if the source keeps them, in the headers; ASCII letters match in either case. */
  readonly text?: string | undefined;
  /** Names of headers, in lower case, in which text must not be searched: the page hides their values. */
  readonly hiddenHeaders?: ReadonlySet<string> | undefined;
  /** Lower limit of the arrival, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Upper limit of the arrival, exclusive. */
  readonly until?: number | undefined;
  /** The `key`s of deliveries. */
  readonly keys?: readonly string[] | undefined;
  /** The `key` of the last delivery of the page before. */
  readonly before?: string | undefined;
  /** Maximum number of deliveries; always given to `list`. */
  readonly limit?: number | undefined;
  /** `true`: `action`, `summary` and `error` may be left out where they take longer to find. */
  readonly isBrief?: boolean | undefined;
  /** Aborted when the page no longer waits for the answer: a search may end then. */
  readonly signal?: AbortSignal | undefined;
}

/** Row of the list. Times are milliseconds since 1970, durations are milliseconds. */
export interface InspectedSummary {
  /** Identifies the delivery within its source. */
  readonly key: string;
  readonly id: string;
  /** Name of the event, without an action. */
  readonly event: string;
  readonly action?: string | undefined;
  readonly receivedAt: number;
  readonly outcome: InspectorOutcome;
  /** Status of the answer, if the source knows it. */
  readonly status?: number | undefined;
  readonly attempts: number;
  /** Time of handling. With an inbox, it is the time from the arrival to the end, with all waits. */
  readonly duration?: number | undefined;
  /** Size of the body, in bytes. */
  readonly size: number;
  /** Anything else worth knowing, such as another body under the same id. */
  readonly note?: string | undefined;
  /** One line of the payload that tells it from others, such as `#7 Login fails · acme/app`. */
  readonly summary?: string | undefined;
  /** One line: why it was refused, or the error that its last attempt ended with. */
  readonly error?: string | undefined;
}

/** Delivery with its content. Undefined properties are shown as not kept. */
export interface InspectedDelivery extends InspectedSummary {
  /** Raw bytes as received. */
  readonly body?: Uint8Array | undefined;
  /** Parsed payload, for a body that is not JSON. */
  readonly payload?: unknown;
  /** Headers in the order of the request, with repeated ones. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** The answer that was sent. */
  readonly answer?: InspectedAnswer | undefined;
  /** Attempts at handling it, the oldest first. */
  readonly history?: readonly InspectedAttempt[] | undefined;
  /** Likely reasons why the signature failed, the likeliest first. */
  readonly findings?: readonly SignatureFinding[] | undefined;
  /** Address that it was or can be sent to. */
  readonly url?: string | undefined;
}

/** Where deliveries arrive. */
export interface DeliveryTarget {
  /** URL, or a path on the host of the page. */
  readonly address: string;
  /** Command line that sends a first delivery. Default: one with `curl`. */
  readonly command?: string | undefined;
}

export interface InspectedAnswer {
  readonly status: number;
  /** Text of the body. */
  readonly body?: string | undefined;
}

export interface InspectedAttempt {
  /** Counted from 1; a replay starts again. */
  readonly attempt: number;
  readonly at?: number | undefined;
  readonly duration?: number | undefined;
  /** Error of the attempt as a whole, such as a timeout. */
  readonly error?: InspectedError | undefined;
  readonly handlers: readonly InspectedHandler[];
}

export interface InspectedHandler {
  readonly id: string;
  readonly duration?: number | undefined;
  /** `undefined`: it succeeded. */
  readonly error?: InspectedError | undefined;
}

export interface InspectedError {
  readonly message: string;
  readonly stack?: string | undefined;
}

/** Likely reason why a signature failed. */
export interface SignatureFinding {
  /** Stable name of the reason. */
  readonly code: string;
  readonly text: string;
  /** Advice on what to do about it. */
  readonly hint?: string | undefined;
}

/** New or changed delivery. `reload`: the source knows only that something has changed. */
export type InspectorChange = InspectedSummary | "reload";

export interface DeliveryToSend {
  /** Name of the event, `<event>` or `<event>.<action>`. */
  readonly event: string;
  /** Payload as JSON, or the edited body if it is something else. */
  readonly body: string;
  /** The `key` of the delivery that was edited. */
  readonly from?: string | undefined;
}

export interface SendResult {
  /** The `key` of the new delivery, if it is known already. */
  readonly key?: string | undefined;
  /** Status of the answer. */
  readonly status?: number | undefined;
  /** One line to show, such as the body of the answer. */
  readonly text?: string | undefined;
}

export type DescribeEvent = (event: {
  readonly event: string;
  readonly action: string | undefined;
  readonly payload: unknown;
}) => PayloadDescription | undefined | Promise<PayloadDescription | undefined>;

/** Payload next to its schema. Places are JSON Pointers (RFC 6901); the payload itself is at `""`. */
export interface PayloadDescription {
  /** Types from the schema, by place. */
  readonly types: Readonly<Record<string, DescribedType>>;
  /** Deviations from the schema, in the order of the payload. */
  readonly deviations: readonly Deviation[];
}

export interface DescribedType {
  /** Short name for readers, such as `integer`, `string or null` or `User`. */
  readonly type: string;
  /** Allowed values, if the schema lists them. */
  readonly values?: readonly unknown[] | undefined;
}

export interface Deviation {
  readonly at: string;
  readonly text: string;
}

/** Result of `reconcile`. */
export interface InspectedReconciliation {
  /** One sentence for readers. */
  readonly summary: string;
  /** Proposed corrections as YAML; empty if there are none. */
  readonly proposals: string;
  /** Complaints that no correction can solve. */
  readonly problems: readonly string[];
}

// ---- Answers of the API to the page

/** Answer about the source. */
export interface SourceAnswer {
  readonly title: string;
  readonly target?: DeliveryTarget | undefined;
  readonly isReadOnly: boolean;
  readonly canReplay: boolean;
  readonly canResend: boolean;
  readonly canSend: boolean;
  readonly canSample: boolean;
  readonly canReconcile: boolean;
  readonly events: readonly string[];
  readonly modules: { readonly webhooks: string; readonly testing: string };
}

export interface ListAnswer {
  readonly deliveries: readonly InspectedSummary[];
  /** False while there may be older ones. */
  readonly isLast: boolean;
}

/** Number of deliveries that match a filter. */
export interface CountAnswer {
  readonly count: number;
  /** True if there may be more. */
  readonly isCut: boolean;
}

export interface DeliveryAnswer extends Omit<InspectedDelivery, "body" | "payload"> {
  /** Body in base64; `undefined` when it is not kept, or longer than the page shows. */
  readonly body?: string | undefined;
  readonly isBodyKept: boolean;
  /** Parsed payload as JSON, for a body that is not JSON. */
  readonly payload?: string | undefined;
  readonly description?: PayloadDescription | undefined;
  /** The `key` of the delivery before it of the same event. */
  readonly previous?: string | undefined;
}

/** Numbers of the charts: they count the newest deliveries that match the filter. */
export interface OverviewAnswer {
  readonly total: number;
  /** True if there are older deliveries than were counted. */
  readonly isCut: boolean;
  /** Width of a bar of time, in milliseconds. */
  readonly step: number;
  readonly times: readonly OverviewTime[];
  readonly events: readonly { readonly event: string; readonly count: number }[];
}

export interface OverviewTime {
  readonly at: number;
  readonly counts: Readonly<Partial<Record<InspectorOutcome, number>>>;
  /** Median and 95th percentile of the durations. */
  readonly median?: number | undefined;
  readonly high?: number | undefined;
}

export interface LiveMessage {
  readonly deliveries: readonly InspectedSummary[];
  readonly isReload: boolean;
}

export interface ErrorAnswer {
  readonly error: string;
  readonly code: string;
}
