import { describe, expect, it } from "vitest";
import { Backoff, TaskQueue } from "../../src/relay/scheduling.js";

function createTasks(count: number) {
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const tasks = Array.from({ length: count }, (_, index) => () => {
    started.push(index);
    return new Promise<void>((resolve) => finish.push(resolve));
  });
  return { started, finish, tasks };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

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

const limits = { minRetryDelay: 100, maxRetryDelay: 1000 };
const ceilings = (backoff: Backoff, count: number): number[] =>
  Array.from({ length: count }, () => backoff.next());

describe("Backoff", () => {
  it("[D.1] doubles up to the maximum", () => {
    expect(ceilings(new Backoff(limits, () => 0), 6)).toEqual([100, 200, 400, 800, 1000, 1000]);
  });

  it("[D.1] stays at the maximum after thousands of attempts", () => {
    expect(ceilings(new Backoff(limits, () => 0), 5000).at(-1)).toBe(1000);
  });

  it("[D.1] waits at least half of the ceiling", () => {
    expect(ceilings(new Backoff(limits, () => 1), 2)).toEqual([50, 100]);
  });

  it.each([
    [0, 100],
    [1, 100],
    [300, 300],
    [999_999_999, 1000],
    [Infinity, 1000],
  ])("[D.1] clamps the server's retry of %d to %d", (retry, expected) => {
    const backoff = new Backoff(limits, () => 0);
    backoff.suggest(retry);
    expect(backoff.next()).toBe(expected);
  });

  it("[D.1] starts over only after a connection that lasted longer than the delay before it", () => {
    const backoff = new Backoff(limits, () => 0);
    ceilings(backoff, 3);
    backoff.settle(400);
    expect(backoff.next()).toBe(800);
    backoff.settle(801);
    expect(backoff.next()).toBe(100);
  });
});
