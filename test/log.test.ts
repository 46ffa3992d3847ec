/** The log: its levels, its default, and logs that fail. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { createSafeLog, readLog } from "../src/receive/webhooks/log.js";
import type { Log } from "../src/receive/webhooks/types.js";
import { observeUnhandled } from "./webhooks/unhandled.js";

const levels = ["debug", "info", "warn", "error"] as const;

afterEach(() => vi.restoreAllMocks());

describe("the log", () => {
  it.each(levels)("[B.10] [B.11] passes %s on, to its own object", (level) => {
    const calls: unknown[] = [];
    const log: Log = {
      [level](...data: unknown[]) {
        calls.push([this, ...data]);
      },
    };
    createSafeLog(log)[level]("a", 1);
    expect(calls).toEqual([[log, "a", 1]]);
  });

  it("[B.10] [B.11] is the console by default, debug and info doing nothing", () => {
    const spies = levels.map((level) => vi.spyOn(console, level).mockImplementation(() => {}));
    for (const level of levels) createSafeLog()[level](level);
    expect(spies.map((spy) => spy.mock.calls)).toEqual([[], [], [["warn"]], [["error"]]]);
  });

  it("[B.10] [C.13] writes the message alone when the console cannot show a value", () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    error.mockImplementationOnce(() => {
      throw new Error("cannot be inspected");
    });
    const value = {};
    createSafeLog().error("x", value);
    expect(error.mock.calls).toEqual([["x", value], ["x"]]);
  });

  it("[B.10] leaves a frozen, partial log as it is, and a missing method silent", () => {
    const warn = vi.fn();
    const log = Object.freeze({ warn });
    const safe = createSafeLog(log);
    for (const level of levels) safe[level]("x");
    expect(warn.mock.calls).toEqual([["x"]]);
    expect(log).toEqual({ warn });
  });

  it("[B.10] [B.11] is that of the options, or the default, or the console", () => {
    const [own, byDefault] = [vi.fn(), createSafeLog({ warn: vi.fn() })];
    readLog({ warn: own }, byDefault).warn("a", 1);
    expect(own.mock.calls).toEqual([["a", 1]]);
    expect(readLog(undefined, byDefault)).toBe(byDefault);
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    readLog(undefined).warn("b");
    expect(warn.mock.calls).toEqual([["b"]]);
    expect(Object.keys(readLog({}))).toEqual([...levels]);
  });

  it("[B.10] survives a log that throws, rejects, or is none", async () => {
    const hostile: unknown[] = [
      {
        error: () => {
          throw new Error("broken");
        },
      },
      {
        error: () => Promise.reject(new Error("broken")),
      },
      {
        get error() {
          throw new Error("broken");
        },
      },
      { error: "no function" },
      "no object",
    ];
    const unhandled = await observeUnhandled(() => {
      for (const log of hostile) createSafeLog(log as Log).error("x"); // as JavaScript would pass it
    });
    expect(unhandled).toEqual([]);
  });
});
