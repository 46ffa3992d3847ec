/** The same tests with the `fetch` of the package undici, passed as the option. */
import * as undici from "undici";
import { afterAll, expect, vi } from "vitest";
import type * as client from "../../../src/request/client/client.js";

const calls = vi.hoisted(() => ({ count: 0 }));

vi.mock("../../../src/request/client/client.js", async (load) => {
  const original = await load<typeof client>();
  const fetch: typeof undici.fetch = (...parameters) => {
    calls.count++;
    return undici.fetch(...parameters);
  };
  const createClientFactory: typeof original.createClientFactory = (...parameters) => {
    const create = original.createClientFactory(...parameters);
    const createWithFetch = (options?: object): unknown => create({ fetch, ...options } as never);
    return createWithFetch as never; // the same, with another default
  };
  return { ...original, createClientFactory };
});

// A mock that is not used would leave the tests to the platform's `fetch`.
afterAll(() => expect(calls.count).toBeGreaterThan(300));

await import("./suite.js");
