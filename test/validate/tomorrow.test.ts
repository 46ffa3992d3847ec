/** Payloads as they may come tomorrow: recorded deliveries with other texts and further properties. */
import { describe, expect, it } from "vitest";
import { validatePayload } from "typewire/validate";
import type { EmitterWebhookEventName } from "typewire";
import { readRecordedDeliveries } from "../../scripts/start/recorded-deliveries.js";
import { formatKeys, listLeaves, replaceAt } from "./retype.js";

/** Every 13th text is changed. The number is prime, so that each delivery gives other properties. */
const STRIDE = 13;

const deliveries = readRecordedDeliveries();

describe("[K.10] [K.14] another text", () => {
  it("is valid everywhere but in the action, which tells events apart", async () => {
    let index = 0;
    const tries = deliveries.flatMap(({ name, payload }) =>
      listLeaves(payload)
        .filter(({ type }) => type === "string" && index++ % STRIDE === 0)
        .map(({ keys }) => ({ name, keys, changed: replaceAt(payload, keys, "tomorrow") })),
    );
    expect(tries.length).toBeGreaterThan(3_000);

    const refused = new Set<string>();
    for (const { name, keys, changed } of tries) {
      const { valid } = await validatePayload(name as EmitterWebhookEventName, changed);
      if (!valid) refused.add(formatKeys(keys));
    }
    expect([...refused]).toEqual(["action"]);
  });
});

describe("[K.10] a new property", () => {
  it("is valid in every object", async () => {
    for (const { name, payload } of deliveries) {
      const changed = addEverywhere(payload);
      const { valid } = await validatePayload(name as EmitterWebhookEventName, changed);
      expect(valid, name).toBe(true);
    }
  });
});

/** A copy in which each object has a new property. It is a text, because maps may hold nothing else. */
function addEverywhere(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(addEverywhere);
  const entries = Object.entries(value).map(([key, child]) => [key, addEverywhere(child)] as const);
  return { ...Object.fromEntries(entries), of_tomorrow: "new" };
}
