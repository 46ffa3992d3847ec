/** Settings and deliveries that the crash test and its workers share. */
import { createHmac } from "node:crypto";
import { webhookHeaders } from "../../../generated/constants.js";

export type StoreKind = "postgres" | "sqlite";

/** Settings of a worker, as JSON in its first argument. */
export interface WorkerSetup {
  readonly store: StoreKind;
  /** A connection string, or the path of a file. */
  readonly address: string;
  /** A file to which handlers append a line when they begin and one when they end. */
  readonly journal: string;
  /** Milliseconds until what a lost worker was handling is given to another one. */
  readonly lease: number;
  /** The way in which the delivery {@link POISON} ends its process. */
  readonly poison: PoisonKind;
  /** Decides how long handlers take. By default, chance does. */
  readonly seed?: number;
}

/** What a parent does to a worker that runs. */
export type WorkerFault =
  /** Sets its wall clock so many milliseconds ahead of the machine's, or back. */
  | { readonly kind: "clock"; readonly ahead: number }
  /** Lets the file of its store grow no more, until it may again. */
  | { readonly kind: "full"; readonly isFull: boolean };

/** A process in a `loop` does not end: a supervisor has to notice it, and to kill it. */
export type PoisonKind = "exit" | "kill" | "memory" | "loop" | "throw";

/** The id of the delivery that no process survives. */
export const POISON = "poison";

export const PATH = "/webhooks";
export const SECRET = "a secret of thirty-two characters";
export const CONCURRENCY = 10;
/** A lease of workers that are killed at random moments: a busy machine needs some time. */
export const LEASE = 5_000;

/** A signed delivery. Those of a line are handled in the order of their numbers. */
export interface CrashDelivery {
  readonly id: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The padding makes it about as long as a delivery is. */
const PADDING = "x".repeat(1_500);

export function createDelivery(line: string | undefined, id: string): CrashDelivery {
  const body = JSON.stringify({ line, zen: PADDING, id });
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    [webhookHeaders.event]: "ping",
    [webhookHeaders.delivery]: id,
    [webhookHeaders.signature]: `sha256=${signature}`,
  };
  return { id, body, headers };
}
