/** Handlers by the names that they are registered under. */
import { describe, expect, it } from "vitest";
import {
  HandlerList,
  HandlerRegistry,
} from "../../../src/receive/webhooks/dispatch/handler-registry.js";
import { keepWhole, splitAtDot } from "../../../src/receive/webhooks/event-names.js";
import { createNameMatcher } from "../../../src/receive/webhooks/parts/varying-names.js";

describe("handlers by name", () => {
  const registry = new HandlerRegistry<string>(splitAtDot);

  it("[B.4] are found by event and action, and known by event", () => {
    const opened = registry.findOrCreate("issues.opened");
    expect([opened.isNew, registry.has("issues"), registry.find("issues")]).toEqual([
      true,
      false,
      undefined,
    ]);
    const remove = opened.add("a");
    opened.add("b");
    expect(registry.findOrCreate("issues.opened")).toBe(opened);
    expect([opened.isNew, registry.has("issues"), registry.has("issues.opened")]).toEqual([
      false,
      true,
      false,
    ]);
    expect(registry.get("issues", "opened")).toEqual(["a", "b"]);
    expect([registry.get("issues"), registry.get("push"), registry.get("issues", "x")]).toEqual([
      [],
      [],
      [],
    ]);
    remove();
    expect([registry.get("issues", "opened"), opened.isNew]).toEqual([["b"], false]);
    opened.removeNewest((handler) => handler === "b");
    expect(registry.has("issues")).toBe(false);
  });

  it("[B.4] [B.20] keep their order, and each list that was handed out", () => {
    const list = new HandlerList<string>();
    const removals = ["a", "b", "a", "c"].map((handler) => list.add(handler));
    const before = list.handlers;
    expect(list.handlers).toBe(before);
    list.removeNewest((handler) => handler === "a");
    list.removeNewest((handler) => handler === "none");
    expect([before, list.handlers]).toEqual([
      ["a", "b", "a", "c"],
      ["a", "b", "c"],
    ]);
    const same = list.handlers;
    removals[2]?.(); // it is gone
    expect(list.handlers).toBe(same);
    removals[0]?.();
    expect(list.handlers).toEqual(["b", "c"]);
  });

  it("[B.33] are those of a name, then those of the name with a placeholder", () => {
    const { createRegistry, match } = createNameMatcher(["{kind}.updated", "plain"]);
    const matching = createRegistry(keepWhole);
    const [exact, varied] = [() => 1, () => 2];
    matching.findOrCreate("{kind}.updated").add(varied);
    expect([matching.has("a.updated"), matching.has("plain")]).toEqual([true, false]);
    expect(matching.get("a.updated")).toEqual([varied]);
    matching.findOrCreate("a.updated").add(exact);
    expect(matching.get("a.updated")).toEqual([exact, varied]);
    expect(matching.get("b.updated")).toEqual([varied]);
    expect(matching.get("{kind}.updated")).toEqual([varied]);
    expect([match("a.updated"), match("plain"), match("a b.updated")]).toEqual([
      "{kind}.updated",
      undefined,
      undefined,
    ]);
  });
});
