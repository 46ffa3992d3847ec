/** Steps that exchanges byte by byte are made of. */
import type { ImplementationName } from "../../http/implementations.js";
import type { RawClient } from "../../http/raw-client.js";
import type { Receiver, ReceiverOptions } from "../../http/receiver.js";
import { chunk } from "../../http/requests.js";
import { payload, type createGate } from "../../http/toolkit.js";

export const first = payload.slice(0, 9);

export const wrong = `sha256=${"0".repeat(64)}`;

export const pause =
  (milliseconds: number): Step =>
  () =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));

export const untilHandler: Step = async (_, { received }) => {
  while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
};

export const openGate: Step = (_client, _receiver, gate) => gate.open();

export const length = Buffer.byteLength(payload);

/** Ends a chunked body of which the start is given, as the fixture's payload goes on. */
export function completeChunks(start: string): string {
  const sent = start === "" ? 0 : Number.parseInt(start, 16);
  const left = payload.slice(sent);
  const pieces = start === "" ? left.split(/(?:)/u).map(chunk).join("") : chunk(left);
  return `${start}${pieces}0\r\n\r\n`;
}

/** What a client does next: it writes, or something that needs the connection. */
export type Step =
  | string
  | Buffer
  | ((client: RawClient, receiver: Receiver, gate: ReturnType<typeof createGate>) => unknown);

/** A conversation on one connection. */
export interface ConnectionCase {
  readonly title: string;
  readonly steps: readonly Step[];
  /** The status of every answer, in order. */
  readonly answers: readonly number[];
  /** `open`: the next request on it is served. `gone`: the client has left it itself. */
  readonly ends: "open" | "closed" | "gone";
  /** How many deliveries reach a handler; by default as many as are answered with 200. */
  readonly received?: number;
  /** Handlers wait until a step opens the gate. */
  readonly isGated?: true;
  readonly options?: ReceiverOptions;
  readonly only?: ImplementationName;
}
