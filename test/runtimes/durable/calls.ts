/** Calls of a store between tests and the worker: JSON in which bytes and `NaN` are objects. */
import type { RelayStore, RelayStoreLimits } from "../../../src/relay/server/store.js";

/** Path of a request that resets the object of the relay. */
export const EVICT = "/evict";

export function writeCall(call: Call): string {
  return write(call);
}

export function readCall(text: string): Call {
  return read(text) as Call; // as `writeCall` wrote it
}

export function writeResult(result: Result): string {
  return write(result);
}

export function readResult(text: string): Result {
  return read(text) as Result; // as `writeResult` wrote it
}

function write(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (each instanceof Uint8Array) return { $bytes: [...each] };
    return Number.isNaN(each) ? { $bytes: "NaN" } : each;
  });
}

function read(text: string): unknown {
  return JSON.parse(text, (_key, each: unknown) => {
    const bytes = (each as { $bytes?: readonly number[] | "NaN" } | null)?.$bytes;
    if (bytes === undefined) return each;
    return bytes === "NaN" ? Number.NaN : Uint8Array.from(bytes);
  });
}

export interface Call {
  readonly method: keyof RelayStore;
  readonly args: readonly unknown[];
  readonly limits: RelayStoreLimits | undefined;
  /** Milliseconds since 1970, by the clock of the test. */
  readonly now: number;
}

export interface Result {
  readonly value?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
}
