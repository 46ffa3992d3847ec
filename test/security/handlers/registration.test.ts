/** Handlers that come and go while a delivery is dispatched: it runs those that it began with. */
import { describe, expect, it } from "vitest";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import { catalog, secret, parts } from "../../http/toolkit.js";
import { MAX_COST, measureCost, SIZE } from "../../growth.js";
import { observeUnhandled } from "../../webhooks/unhandled.js";

const Webhooks = bindWebhooks(catalog, parts);
const delivery = { id: "1", name: "note", payload: { action: "created" } };

const cases: readonly Case[] = [
  {
    title: "a handler that removes itself by the returned function",
    register: (toolkit, record) => {
      const note = record("once");
      const remove = toolkit.on("note", () => {
        note();
        remove();
        remove();
      });
      toolkit.on("note", record("after"));
    },
    first: ["once", "after"],
    second: ["after"],
  },
  {
    title: "a handler that removes itself by name",
    register: (toolkit, record) => {
      const note = record("once");
      const once = () => {
        note();
        toolkit.removeListener("note", once);
      };
      toolkit.on("note", once);
      toolkit.on("note", record("after"));
    },
    first: ["once", "after"],
    second: ["after"],
  },
  {
    title: "a handler that removes the next",
    register: (toolkit, record) => {
      const next = record("next");
      toolkit.on("note", () => toolkit.removeListener("note", next));
      toolkit.on("note", next);
      toolkit.on("note", record("after"));
    },
    first: ["next", "after"],
    second: ["after"],
  },
  {
    title: "a handler that removes the one before",
    register: (toolkit, record) => {
      const remove = toolkit.on("note", record("before"));
      toolkit.on("note", remove);
      toolkit.on("note", record("after"));
    },
    first: ["before", "after"],
    second: ["after"],
  },
  {
    title: "a handler of the action that removes those of the event and of any",
    register: (toolkit, record) => {
      const [event, any] = [record("event"), record("any")];
      toolkit.on("note.created", () => {
        toolkit.removeListener("note", event);
        toolkit.removeListener("*", any);
      });
      toolkit.on("note", event);
      toolkit.onAny(any);
    },
    first: ["event", "any"],
    second: [],
  },
  {
    title: "a handler that adds others everywhere",
    register: (toolkit, record) => {
      const note = record("adds");
      const remove = toolkit.on("note.created", () => {
        note();
        remove();
        toolkit.on(["note", "note.created"], record("added"));
        toolkit.onAny(record("added any"));
      });
    },
    first: ["adds"],
    second: ["added", "added", "added any"],
  },
  {
    title: "a handler that adds itself again",
    register: (toolkit, record) => {
      const note = record("again");
      const again = () => {
        note();
        toolkit.on("note", again);
      };
      toolkit.on("note", again);
    },
    first: ["again"],
    second: ["again", "again"],
  },
  {
    title: "a handler that removes itself and comes back at the end",
    register: (toolkit, record) => {
      const note = record("moved");
      let remove: () => void;
      const moved = () => {
        note();
        remove();
        remove = toolkit.on("note", moved);
      };
      remove = toolkit.on("note", moved);
      toolkit.on("note", record("other"));
    },
    first: ["moved", "other"],
    second: ["other", "moved"],
  },
  {
    title: "a handler registered twice that removes the newest",
    register: (toolkit, record) => {
      const note = record("twice");
      const twice = () => {
        note();
        toolkit.removeListener("note", twice);
      };
      toolkit.on("note", twice);
      toolkit.on("note", twice);
    },
    first: ["twice", "twice"],
    second: [],
  },
  {
    title: "an asynchronous handler that removes another after a while",
    register: (toolkit, record) => {
      const next = record("next");
      toolkit.on("note", async () => {
        await Promise.resolve();
        toolkit.removeListener("note", next);
      });
      toolkit.on("note", next);
    },
    first: ["next"],
    second: [],
  },
  {
    title: "an asynchronous handler that adds another after a while",
    register: (toolkit, record) => {
      const remove = toolkit.on("note", async () => {
        await Promise.resolve();
        remove();
        toolkit.on("note", record("added"));
      });
    },
    first: [],
    second: ["added"],
  },
  {
    title: "a handler that removes what was never registered",
    register: (toolkit, record) => {
      toolkit.on("note", () => toolkit.removeListener(["note", "*", "error", "ping"], () => 1));
      toolkit.on("note", record("after"));
    },
    first: ["after"],
    second: ["after"],
  },
  {
    title: "an onError handler that removes itself",
    register: (toolkit, record) => {
      const note = record("told");
      const remove = toolkit.onError(() => {
        note();
        remove();
      });
      toolkit.onError(record("after"));
      toolkit.on("note", () => Promise.reject(new Error("x")));
    },
    first: ["told", "after"],
    second: ["after"],
  },
  {
    title: "an onError handler that adds another",
    register: (toolkit, record) => {
      const remove = toolkit.onError(() => {
        remove();
        toolkit.onError(record("added"));
      });
      toolkit.on("note", () => Promise.reject(new Error("x")));
    },
    first: [],
    second: ["added"],
  },
];

describe("registration", () => {
  it.each(cases)("of $title", async ({ register, first, second }) => {
    const toolkit = new Webhooks({ secret, log: {} });
    const calls: string[] = [];
    register(toolkit, (name) => () => void calls.push(name));
    const unhandled = await observeUnhandled(async () => {
      await toolkit.receive(delivery).catch(ignore);
      expect(calls.splice(0)).toEqual(first);
      await toolkit.receive(delivery).catch(ignore);
      expect(calls).toEqual(second);
    });
    expect(unhandled).toEqual([]);
  });

  it("of a handler added while transform runs waits for the next delivery", async () => {
    const calls: string[] = [];
    const toolkit = new Webhooks({
      secret,
      transform: async (event) => {
        toolkit.on("note", () => calls.push("late"));
        toolkit.removeListener("note", early);
        await Promise.resolve();
        return event;
      },
    });
    const early = () => calls.push("early");
    toolkit.on("note", early);
    await toolkit.receive(delivery);
    expect(calls).toEqual(["early"]);
    await toolkit.receive(delivery);
    expect(calls).toEqual(["early", "late"]);
  });

  it("of many deliveries at once keeps each to its own handlers", async () => {
    const toolkit = new Webhooks({ secret });
    const counts: number[] = [];
    const received: Promise<void>[] = [];
    for (let index = 0; index < 100; index++) {
      toolkit.on("note", async () => {
        await new Promise(setImmediate);
        counts[index] = (counts[index] ?? 0) + 1;
      });
      received.push(toolkit.receive(delivery));
    }
    await Promise.all(received);
    expect(counts).toEqual(Array.from({ length: 100 }, (_, index) => 100 - index));
  });

  it("of a delivery inside a delivery is one of its own", async () => {
    const toolkit = new Webhooks({ secret });
    const calls: string[] = [];
    toolkit.on("note", async () => {
      toolkit.on("ping", () => calls.push("ping"));
      await toolkit.receive({ name: "ping", payload: {} });
      calls.push("note");
    });
    await toolkit.receive(delivery);
    expect(calls).toEqual(["ping", "note"]);
  });

  it("of 100,000 handlers that leave again keeps nothing", async () => {
    const toolkit = new Webhooks({ secret });
    let count = 0;
    const removals = Array.from({ length: 100_000 }, () => toolkit.on("note", () => count++));
    for (const remove of removals) remove();
    await toolkit.receive(delivery);
    expect(count).toBe(0);
  });

  it("takes no longer for each handler that leaves, however many there are", () => {
    const leaveInTurns = (text: string): void => {
      const length = text.length / 4; // a handler may cost as much as four characters of the text
      const toolkit = new Webhooks({ secret });
      const removals = Array.from({ length }, () => toolkit.on("note", () => undefined));
      const half = Math.floor(length / 2) + 2;
      for (const remove of removals.slice(0, half)) remove(); // more than half are gone, so the list closes its gaps
      for (const remove of removals.slice(half).toReversed()) remove();
    };
    expect(measureCost("x".repeat(4 * SIZE), leaveInTurns)).toBeLessThanOrEqual(MAX_COST);
  });
});

function ignore(): void {}

type Toolkit = InstanceType<typeof Webhooks>;
/** Makes a handler that writes down its name. */
type Record = (name: string) => () => void;

interface Case {
  readonly title: string;
  readonly register: (toolkit: Toolkit, record: Record) => void;
  /** Names of the handlers that run for the first delivery, and for a second one. */
  readonly first: readonly string[];
  readonly second: readonly string[];
}
