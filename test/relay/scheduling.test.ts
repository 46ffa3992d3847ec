/** Tasks, delays and timers of a connection to a relay. */
import { describe, expect, it, vi } from "vitest";
import { Backoff } from "../../src/relay/backoff.js";
import { createDeferred } from "../../src/relay/connect-relay.js";
import { Lifetime } from "../../src/relay/lifetime.js";
import { TaskQueue } from "../../src/relay/task-queue.js";

const LIMITS = { minRetryDelay: 100, maxRetryDelay: 1000 };

describe("TaskQueue", () => {
  it("[D.6] runs at most `limit` tasks at once, in order, and reports when there is room", async () => {
    const { started, finish, tasks } = createTasks(4);
    const queue = new TaskQueue(2);
    for (const task of tasks) queue.add(task);
    let hasRoom = false;
    void queue.room()?.then(() => (hasRoom = true));
    expect(started).toEqual([0, 1]);
    finish[0]?.();
    finish[1]?.();
    await settle();
    expect([started, hasRoom]).toEqual([[0, 1, 2, 3], false]);
    finish[2]?.();
    await settle();
    expect([hasRoom, queue.room()]).toEqual([true, undefined]);
  });

  it("[D.3] drops tasks that have not started and lets producers continue", async () => {
    const { started, finish, tasks } = createTasks(3);
    const queue = new TaskQueue(1);
    for (const task of tasks) queue.add(task);
    const room = queue.room();
    queue.clear();
    await room;
    finish[0]?.();
    await settle();
    expect(started).toEqual([0]);
  });
});

describe("Lifetime", () => {
  it("[D.3] releases what is held, in order and once", () => {
    const lifetime = new Lifetime();
    const released: string[] = [];
    const hold = (name: string) => lifetime.onEnd(() => released.push(name));
    hold("a");
    const forget = hold("b");
    hold("c");
    forget();
    expect([lifetime.hasEnded(), released]).toEqual([false, []]);
    lifetime.end();
    lifetime.end();
    expect([lifetime.hasEnded(), released]).toEqual([true, ["a", "c"]]);
    hold("late");
    expect(released).toEqual(["a", "c", "late"]);
    lifetime.end();
    expect(released).toHaveLength(3);
  });

  it("[D.3] sleeps as long as it is told, and leaves no timer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const lifetime = new Lifetime();
      const woken: string[] = [];
      void lifetime.sleep(100).then(() => woken.push("first"));
      void lifetime.sleep(1_000).then(() => woken.push("second"));
      await vi.advanceTimersByTimeAsync(99);
      expect(woken).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(woken).toEqual(["first"]);
      lifetime.end();
      await settle();
      expect([woken, vi.getTimerCount()]).toEqual([["first", "second"], 0]);
      await lifetime.sleep(1_000);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

it("a deferred promise is settled from outside", async () => {
  const [fulfilled, rejected] = [createDeferred(), createDeferred()];
  fulfilled.resolve();
  rejected.reject("reason");
  await expect(fulfilled.promise).resolves.toBeUndefined();
  await expect(rejected.promise).rejects.toBe("reason");
});

describe("Backoff", () => {
  it("[D.1] doubles up to the maximum", () => {
    expect(listDelays(new Backoff(LIMITS, () => 0), 6)).toEqual([100, 200, 400, 800, 1000, 1000]);
  });

  it("[D.1] stays at the maximum after thousands of attempts", () => {
    expect(listDelays(new Backoff(LIMITS, () => 0), 5000).at(-1)).toBe(1000);
  });

  it("[D.1] waits at least half of the ceiling", () => {
    expect(listDelays(new Backoff(LIMITS, () => 1), 2)).toEqual([50, 100]);
  });

  it.each([
    [0, 100],
    [1, 100],
    [300, 300],
    [999_999_999, 1000],
    [Infinity, 1000],
  ])("[D.1] clamps the server's retry of %d to %d", (retry, expected) => {
    const backoff = new Backoff(LIMITS, () => 0);
    backoff.suggest(retry);
    expect(backoff.next()).toBe(expected);
  });

  it("[D.1] leaves out a random part", () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
    expect(listDelays(new Backoff(LIMITS), 2)).toEqual([75, 150]);
    random.mockRestore();
  });

  it("[D.1] starts over only after a connection that lasted longer than the delay before it", () => {
    const backoff = new Backoff(LIMITS, () => 0);
    listDelays(backoff, 3);
    backoff.settle(400);
    expect(backoff.next()).toBe(800);
    backoff.settle(801);
    expect(backoff.next()).toBe(100);
  });
});

function createTasks(count: number) {
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const tasks = Array.from({ length: count }, (_, index) => () => {
    started.push(index);
    return new Promise<void>((resolve) => finish.push(resolve));
  });
  return { started, finish, tasks };
}

function listDelays(backoff: Backoff, count: number): number[] {
  return Array.from({ length: count }, () => backoff.next());
}

function settle(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
