/** The exported list of event names. */
import { describe, expect, it } from "vitest";
import { emitterEventNames, validateEventName } from "typewire";
import { eventTable } from "../cases/event-table.js";

const expected = eventTable.flatMap(([event, actions]) => [
  event,
  ...actions.map((action) => `${event}.${action}`),
]);

describe("emitterEventNames", () => {
  it("[B.9] [B.24] [B.25] is the contract's table, in its order", () => {
    expect(emitterEventNames).toEqual(expected);
  });

  it("[B.9] has 323 names of 75 events, each once", () => {
    expect(eventTable).toHaveLength(75);
    expect(emitterEventNames).toHaveLength(323);
    expect(new Set(emitterEventNames).size).toBe(323);
  });

  it("[B.9] is frozen", () => {
    expect(Object.isFrozen(emitterEventNames)).toBe(true);
  });

  it.each(expected)("[B.21] %s is valid", (name) => {
    expect(validateEventName(name)).toBeUndefined();
  });
});
