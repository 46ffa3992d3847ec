import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTimerDeadlines, createSharedDeadlines } from "../../src/middleware/deadline.js";

const timeout = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe.each([
  ["one timer each", createTimerDeadlines],
  ["one timer for all", createSharedDeadlines],
])("deadlines, %s", (_, createDeadlines) => {
  function setUp() {
    const start = createDeadlines(timeout);
    const expired: string[] = [];
    const begin = (name: string) => start(() => expired.push(name));
    return { begin, expired };
  }

  it("[C.14] end after their time, each after its own", () => {
    const { begin, expired } = setUp();
    begin("first");
    vi.advanceTimersByTime(600);
    begin("second");
    vi.advanceTimersByTime(399);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(["first"]);
    vi.advanceTimersByTime(599);
    expect(expired).toEqual(["first"]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(["first", "second"]);
  });

  it.each([
    ["first", [0]],
    ["middle", [1]],
    ["last", [2]],
    ["first two", [0, 1]],
    ["last two", [2, 1]],
    ["outer two", [0, 2]],
    ["whole", [1, 0, 2]],
  ])("[C.14] do not end when they are cleared: the %s of three", (_title, cleared) => {
    const { begin, expired } = setUp();
    const deadlines = ["0", "1", "2"].map(begin);
    for (const index of [...cleared, ...cleared]) deadlines[index]?.clear();
    begin("3");
    vi.advanceTimersByTime(timeout);
    const rest = [0, 1, 2].filter((index) => !cleared.includes(index));
    expect(expired).toEqual([...rest.map(String), "3"]);
  });

  it("[C.14] do what they were last told, once", () => {
    const { begin, expired } = setUp();
    const deadline = begin("replaced");
    deadline.expire = () => expired.push("replacement");
    vi.advanceTimersByTime(10 * timeout);
    deadline.clear();
    expect(expired).toEqual(["replacement"]);
  });

  it("[C.14] may clear and begin others as they end", () => {
    const { begin, expired } = setUp();
    const first = begin("first");
    const second = begin("second");
    first.expire = () => {
      second.clear();
      begin("third");
    };
    vi.advanceTimersByTime(timeout);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(timeout);
    expect(expired).toEqual(["third"]);
  });

  it("[C.14] leave no timer when all have ended", () => {
    const { begin } = setUp();
    for (let count = 0; count < 3; count++) begin("x");
    vi.advanceTimersByTime(timeout);
    expect(vi.getTimerCount()).toBe(0);
    begin("y").clear();
    vi.advanceTimersByTime(timeout);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("deadlines, one timer for all", () => {
  it("[C.14] keep the process from its end only while one runs", () => {
    vi.useRealTimers();
    const count = () =>
      process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const idle = count();
    const start = createSharedDeadlines(60_000);
    for (let round = 0; round < 3; round++) {
      const deadlines = [start(() => {}), start(() => {})];
      expect(count()).toBe(idle + 1);
      for (const deadline of deadlines) deadline.clear();
      expect(count()).toBe(idle);
    }
  });
});
