/** Takeovers between real processes, with the lease that inboxes have by default. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { READING } from "../../src/inbox/move.js";
import { openStore } from "../long/crash/open-store.js";
import { bundleProgram } from "../programs/programs.js";
import { ADDRESSES } from "./addresses.js";
import { arrive, commit, SECOND } from "./deliveries.js";
import { untilMet } from "../until-met.js";

const WORKER = await bundleProgram("test/inbox/worker.ts");

/** Time within which a takeover happens, as the contract promises. */
const WITHIN = 15 * SECOND;

const children = new Set<ReturnType<typeof startWorker>>();

afterAll(() => {
  for (const { child } of children) child.kill("SIGKILL");
});

// The tests wait most of their time, so they do at the same time.
describe.concurrent.each(["sqlite", "postgres"] as const)("a takeover in %s", (kind) => {
  it("[G.7] from a process that was killed in a handler with a timeout of ten minutes", async () => {
    const address = await ADDRESSES[kind]();
    await write(address, kind, "1");
    const first = startWorker(address, "long");
    await untilMet(() => first.lines.includes("1"));
    const second = startWorker(address, "prompt");
    await second.started;
    await delay(15 * SECOND); // the first one renews its lease meanwhile
    expect(second.lines).not.toContain("1");
    const killedAt = await kill(first);
    await untilMet(() => second.lines.includes("1"));
    expect(performance.now() - killedAt).toBeLessThan(WITHIN);
    await kill(second);
  });

  it("[G.7] never happens while a process is alive, but slow", async () => {
    const address = await ADDRESSES[kind]();
    const first = startWorker(address, "slow");
    await first.started;
    const second = startWorker(address, "slow");
    await second.started;
    await write(address, kind, "1");
    await untilMet(() => [first, second].some(({ lines }) => lines.includes("1")));
    await delay(12 * SECOND); // its thread is blocked for five
    for (const worker of [first, second]) await kill(worker);
    const lines = [...first.lines, ...second.lines].filter(Boolean);
    expect(lines).toEqual(["1"]);
    expect(await read(address, kind, "1")).toMatchObject({ state: "done", losses: 0 });
  });
});

describe.concurrent("a restart", () => {
  it("[G.7] takes over at once when no other process has the file open", async () => {
    const address = await ADDRESSES.sqlite();
    await write(address, "sqlite", "1");
    const first = startWorker(address, "long");
    await untilMet(() => first.lines.includes("1"));
    await kill(first);
    const second = startWorker(address, "prompt");
    await second.started;
    const startedAt = performance.now();
    await untilMet(() => second.lines.includes("1"));
    expect(performance.now() - startedAt).toBeLessThan(3 * SECOND); // the lease has ten left
    await kill(second);
  });

  it("[G.7] waits for the lease of a process that stands still", async () => {
    const address = await ADDRESSES.sqlite();
    await write(address, "sqlite", "1");
    const first = startWorker(address, "long");
    await untilMet(() => first.lines.includes("1"));
    first.child.kill("SIGSTOP");
    const second = startWorker(address, "prompt");
    await second.started;
    await delay(3 * SECOND);
    expect(second.lines).not.toContain("1");
    first.child.kill("SIGCONT"); // and renews its lease
    await delay(15 * SECOND);
    expect(second.lines).not.toContain("1");
    for (const worker of [first, second]) await kill(worker);
  });
});

function startWorker(address: string, mode: string) {
  const child = spawn(process.execPath, [WORKER, address, mode]);
  const lines: string[] = [];
  child.stdout.on("data", (bytes: Buffer) => lines.push(...bytes.toString().split("\n")));
  const worker = { child, lines, started: once(child.stdout, "data"), ended: once(child, "exit") };
  children.add(worker);
  return worker;
}

async function write(address: string, kind: "sqlite" | "postgres", id: string): Promise<void> {
  const store = openStore(kind, address);
  await store.open(READING);
  await commit(store, { arrivals: [arrive(id)] });
  await store.close(); // from now on, only the workers have it open
}

async function read(address: string, kind: "sqlite" | "postgres", id: string) {
  const store = openStore(kind, address);
  await store.open(READING);
  const delivery = await store.get(id);
  await store.close();
  return delivery;
}

async function kill({ child, ended }: ReturnType<typeof startWorker>): Promise<number> {
  child.kill("SIGKILL");
  await ended;
  return performance.now();
}
