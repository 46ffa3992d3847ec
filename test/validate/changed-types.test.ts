/** Values of another type, which validators must refuse nearly everywhere in a payload. */
import { describe, expect, it } from "vitest";
import { validatePayload } from "typewire/validate";
import type { EmitterWebhookEventName } from "typewire";
import { readRecordedDeliveries } from "../../scripts/start/recorded-deliveries.js";
import { formatKeys, listLeaves, retype } from "./retype.js";

/** Every 31st value is changed. The number is prime, so that each delivery gives other properties. */
const STRIDE = 31;

describe("a change of a text, a number or a flag", () => {
  it("is listed once for each value and each other type", () => {
    const payload = { text: "x", list: [{ number: 1 }, true], nothing: null };
    const leaves = listLeaves(payload);
    expect(leaves.map(({ keys, type }) => `${formatKeys(keys)}: ${type}`)).toEqual([
      "text: string",
      "list[].number: number",
      "list[]: boolean",
    ]);
    expect(leaves.map((leaf) => retype(payload, leaf)[0])).toEqual([
      { ...payload, text: 7 },
      { ...payload, list: [{ number: "text" }, true] },
      { ...payload, list: [{ number: 1 }, "text"] },
    ]);
    expect(payload).toEqual({ text: "x", list: [{ number: 1 }, true], nothing: null });
  });

  it("is refused in at least 99 % of the recorded deliveries", async () => {
    let index = 0;
    const tries = readRecordedDeliveries().flatMap(({ name, payload }) =>
      listLeaves(payload)
        .filter(() => index++ % STRIDE === 0)
        .flatMap((leaf) =>
          retype(payload, leaf).map((changed) => ({ name, changed, keys: leaf.keys })),
        ),
    );
    expect(tries.length).toBeGreaterThan(5_000);

    const accepted: string[] = [];
    for (const { name, changed, keys } of tries) {
      const { valid } = await validatePayload(name as EmitterWebhookEventName, changed);
      if (valid) accepted.push(`${name} ${formatKeys(keys)}`);
    }
    expect(accepted.length / tries.length, accepted.join("\n")).toBeLessThan(0.01);
  });
});
