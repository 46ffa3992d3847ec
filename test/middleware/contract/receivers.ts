/** Receivers on sockets that are closed after each test, and what every answer of them has. */
import { afterEach, expect, it } from "vitest";
import type { NodeMiddlewareOptions } from "../../../src/receive/middleware/node.js";
import type { AdapterName, Implementation } from "../../http/implementations.js";
import type { RawAnswer } from "../../http/raw-client.js";
import { startReceiver } from "../../http/receiver.js";
import type { ToolkitOptions } from "../../http/toolkit.js";

export function setUpReceivers({ name, isBehindGateway }: Implementation<AdapterName>) {
  const cleanups: (() => unknown)[] = [];

  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function start(toolkit?: ToolkitOptions, middleware?: NodeMiddlewareOptions) {
    const receiver = await startReceiver(name, { toolkit, middleware });
    cleanups.push(receiver.close);
    return { ...receiver, client: receiver.connect };
  }

  /** Tests reading and closing connections, which a gateway does itself where there is one. */
  const itReads = (title: string, run: () => Promise<void>): void => {
    if (isBehindGateway !== true) it(title, run);
  };

  return { name, cleanups, start, itReads };
}

/** Expects an answer of the form that all errors have. */
export function expectError(answer: RawAnswer | undefined, status: number, code: string): void {
  expect(answer).toBeDefined();
  expect(answer?.status).toBe(status);
  expect(answer?.headers.get("content-type")).toBe("application/json");
  expect(JSON.parse(answer?.body ?? "")).toMatchObject({
    error: expect.any(String) as unknown,
    code,
  });
}

/** Expects the headers that all answers have (contract C.16). */
export function expectSound(answer: RawAnswer | undefined): void {
  expect(answer?.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Number(answer?.headers.get("content-length"))).toBeGreaterThan(0);
}

export type Receivers = ReturnType<typeof setUpReceivers>;
