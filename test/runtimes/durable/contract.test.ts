/** The contract of stores, with a Durable Object in workerd. */
import { afterAll, beforeAll } from "vitest";
import { randomUUID } from "node:crypto";
import type { RelayStore, RelayStoreLimits } from "../../../src/relay/server/store.js";
import { findPort } from "../../http/server.js";
import { describeStore } from "../../relay/server/store-contract.js";
import { type Call, readResult, writeCall } from "./calls.js";
import { createWorkerFolder, removeFolder, startWorkerd } from "./workerd.js";

const port = await findPort();
let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  const folder = await createWorkerFolder();
  const workerd = await startWorkerd(folder, port);
  stop = async () => {
    await workerd.kill();
    removeFolder(folder);
  };
});

afterAll(() => stop?.());

describeStore("of a Durable Object in workerd", async (limits) => {
  const store = createRemoteStore(limits);
  await store.open();
  return store;
});

/** Calls the methods of a store in an object of its own. */
function createRemoteStore(limits: RelayStoreLimits | undefined): RelayStore {
  const url = `http://127.0.0.1:${port}/store/${randomUUID()}`;
  const call = async (method: Call["method"], args: readonly unknown[]): Promise<unknown> => {
    const body = writeCall({ method, args, limits, now: Date.now() });
    const response = await fetch(url, { method: "POST", body });
    const { value, error } = readResult(await response.text());
    if (error === undefined) return value;
    throw new (error.name === "RangeError" ? RangeError : Error)(error.message);
  };
  return new Proxy({} as RelayStore, {
    get: (_target, method: Call["method"] | "then") =>
      method === "then" ? undefined : (...args: unknown[]) => call(method, args),
  });
}
