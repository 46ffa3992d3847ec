import { describe, expect, it } from "vitest";
import { Flights } from "../../src/relay/flights.js";

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

describe("Flights", () => {
  it("[D.bounds] runs no more than the limit, in order, and tells when there is room", async () => {
    const { started, finish, tasks } = createTasks(4);
    const flights = new Flights(2);
    for (const task of tasks) flights.add(task);
    let hasRoom = false;
    void flights.room()?.then(() => (hasRoom = true));
    expect(started).toEqual([0, 1]);
    finish[0]?.();
    finish[1]?.();
    await settle();
    expect([started, hasRoom]).toEqual([[0, 1, 2, 3], false]);
    finish[2]?.();
    await settle();
    expect([hasRoom, flights.room()]).toEqual([true, undefined]);
  });

  it("[D.close] forgets what has not started and frees who waits", async () => {
    const { started, finish, tasks } = createTasks(3);
    const flights = new Flights(1);
    for (const task of tasks) flights.add(task);
    const room = flights.room();
    flights.clear();
    await room;
    finish[0]?.();
    await settle();
    expect(started).toEqual([0]);
  });
});
