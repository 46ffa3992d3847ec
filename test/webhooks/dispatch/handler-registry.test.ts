/** Handlers by the names that they are registered under. */
import { describe, expect, it } from "vitest";
import {
  HandlerList,
  HandlerRegistry,
} from "../../../src/receive/webhooks/dispatch/handler-registry.js";
import { keepWhole, splitAtDot } from "../../../src/receive/webhooks/event-names.js";
import { createNameMatcher } from "../../../src/receive/webhooks/parts/varying-names.js";

describe("handlers by name", () => {
  it("[B.4] have a list that is new, and whose event is not known, until one is added", () => {
    const registry = new HandlerRegistry<string>(splitAtDot);
    const opened = registry.findOrCreate("issues.opened");
    expect(opened.isNew).toBe(true);
    expect(registry.has("issues")).toBe(false);
    expect(registry.find("issues")).toBeUndefined();
    opened.add("a");
    expect(opened.isNew).toBe(false);
    expect(registry.has("issues")).toBe(true);
    expect(registry.findOrCreate("issues.opened")).toBe(opened);
  });

  it("[B.4] are found by event and action", () => {
    const registry = new HandlerRegistry<string>(splitAtDot);
    const opened = registry.findOrCreate("issues.opened");
    opened.add("a");
    opened.add("b");
    expect(registry.get("issues", "opened")).toEqual(["a", "b"]);
    expect(registry.get("issues")).toEqual([]);
    expect(registry.get("issues", "x")).toEqual([]);
    expect(registry.get("push")).toEqual([]);
    expect(registry.has("issues.opened")).toBe(false); // the name of an event is asked for
  });

  it("[B.4] leave the event unknown when the last one is removed", () => {
    const registry = new HandlerRegistry<string>(splitAtDot);
    const opened = registry.findOrCreate("issues.opened");
    const removeFirst = opened.add("a");
    opened.add("b");
    removeFirst();
    expect(registry.get("issues", "opened")).toEqual(["b"]);
    expect(opened.isNew).toBe(false);
    opened.removeNewest((handler) => handler === "b");
    expect(registry.has("issues")).toBe(false);
  });

  it("[B.4] keep their order when the newest of several equal ones is removed", () => {
    const { list } = createList();
    list.removeNewest((handler) => handler === "a");
    list.removeNewest((handler) => handler === "none");
    expect(list.handlers).toEqual(["a", "b", "c"]);
  });

  it("[B.20] leave each list as it is that was handed out", () => {
    const { list } = createList();
    const handedOut = list.handlers;
    expect(list.handlers).toBe(handedOut);
    list.removeNewest((handler) => handler === "a");
    expect(handedOut).toEqual(["a", "b", "a", "c"]);
  });

  it("[B.4] are removed once by the function that each of them has", () => {
    const { list, removeFirst, removeSecondA } = createList();
    list.removeNewest((handler) => handler === "a");
    const withoutIt = list.handlers;
    removeSecondA();
    expect(list.handlers).toBe(withoutIt);
    removeFirst();
    expect(list.handlers).toEqual(["b", "c"]);
  });

  it("[B.33] are those of a name, then those of the name with a placeholder", () => {
    const { createRegistry } = createNameMatcher(["{kind}.updated", "plain"]);
    const matching = createRegistry(keepWhole);
    const [exact, varied] = [() => 1, () => 2];
    matching.findOrCreate("{kind}.updated").add(varied);
    expect(matching.has("a.updated")).toBe(true);
    expect(matching.has("plain")).toBe(false);
    expect(matching.get("a.updated")).toEqual([varied]);
    matching.findOrCreate("a.updated").add(exact);
    expect(matching.get("a.updated")).toEqual([exact, varied]);
    expect(matching.get("b.updated")).toEqual([varied]);
    expect(matching.get("{kind}.updated")).toEqual([varied]);
  });
});

it.each([
  { name: "a.updated", expected: "{kind}.updated" },
  { name: "plain", expected: undefined },
  { name: "a b.updated", expected: undefined },
])("[B.33] the name $name matches the placeholder of $expected", ({ name, expected }) => {
  const { match } = createNameMatcher(["{kind}.updated", "plain"]);
  expect(match(name)).toBe(expected);
});

/** A list of four handlers, two of them equal. */
function createList() {
  const list = new HandlerList<string>();
  const removeFirst = list.add("a");
  list.add("b");
  const removeSecondA = list.add("a");
  list.add("c");
  return { list, removeFirst, removeSecondA };
}
