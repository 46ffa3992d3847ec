/** Conversations over one connection, and the steps that they are made of. */
import type { ImplementationName } from "../../http/implementations.js";
import type { RawClient } from "../../http/raw-client.js";
import type { Receiver, ReceiverOptions } from "../../http/receiver.js";
import { chunked } from "../../http/requests.js";
import { payload, type createGate } from "../../http/toolkit.js";
import { untilMet } from "../../until-met.js";

/** The payload of a delivery in two parts, and its length in bytes. */
export const FIRST_PART = payload.slice(0, 9);
export const REST = payload.slice(9);
export const PAYLOAD_LENGTH = Buffer.byteLength(payload);

export const WRONG_SIGNATURE = `sha256=${"0".repeat(64)}`;

export const pause =
  (milliseconds: number): Step =>
  () =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until a request has reached the middleware. */
export const untilRequest: Step = (_, { settled }) => untilMet(() => settled.length > 0);

/** Waits until a delivery has reached a handler. */
export const untilHandler: Step = (_, { received }) => untilMet(() => received.length > 0);

export const openGate: Step = (_client, _receiver, gate) => gate.open();

/** The payload as a chunked body, with each character in a chunk of its own. */
export const CHUNKED_BY_CHARACTER = chunked(payload.split(/(?:)/u));

/** Waits until the connection has ended. */
export const untilClosed: Step = (client) => client.closed;

/** A step of a client: text or bytes that it writes, or a function that gets the connection. */
export type Step =
  | string
  | Buffer
  | ((client: RawClient, receiver: Receiver, gate: ReturnType<typeof createGate>) => unknown);

/** A conversation on one connection. */
export interface ConnectionCase {
  readonly title: string;
  /** One of a product, of which a sampled run may draw a part; the others are picked by hand. */
  readonly isProduct?: true;
  readonly steps: readonly Step[];
  /** The status of every answer, in order. */
  readonly answers: readonly number[];
  /** `open`: the next request is served. `closed`: the server has closed it. `gone`: the client has left it. */
  readonly ends: "open" | "closed" | "gone";
  /** How many deliveries reach a handler; by default as many as are answered with 200. */
  readonly received?: number;
  /** Handlers wait until a step opens the gate. */
  readonly isGated?: true;
  readonly options?: ReceiverOptions;
  readonly only?: ImplementationName;
}
