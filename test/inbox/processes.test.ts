/** Several processes on one file. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { READING } from "../../src/inbox/move.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../src/inbox/store.js";
import { bundleProgram } from "../programs/programs.js";
import { arrive, commit } from "./deliveries.js";
import { untilMet } from "../until-met.js";

const COUNT = 200;
const KEYS = 5;

describe("several processes on one file", () => {
  let folder: string;
  let path: string;
  let store: InboxStore;
  let program: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    program = await bundleProgram("test/inbox/worker.ts");
  });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "typewire-inbox-"));
    path = join(folder, "inbox.db");
    store = openSqliteStore(path);
    await store.open(READING);
  });

  afterEach(async () => {
    for (const child of children.splice(0)) child.kill("SIGKILL"); // after a failure, some run
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([2, 4])(
    "[G.7] [G.6] %i processes handle each delivery once, in the order of its key",
    async (count) => {
      const handled = Array.from({ length: count }, (): string[] => []);
      const workers = handled.map((list) => startWorker(list));
      await Promise.all(workers.map(({ started }) => started));
      await write({ isOrdered: true });
      await untilMet(async () => (await store.stats()).done === COUNT);
      for (const { child } of workers) child.kill("SIGTERM");
      const exits: unknown[] = await Promise.all(workers.map(({ ended }) => ended));
      expect(exits).toEqual(workers.map(() => [0, null]));
      const handledIds = handled.flat().map(Number);
      expect(handledIds.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: COUNT }, (_, n) => n),
      );
      for (const list of handled) {
        for (let key = 0; key < KEYS; key++) {
          const line = list.map(Number).filter((id) => id % KEYS === key);
          expect(line).toEqual(line.toSorted((a, b) => a - b));
        }
      }
    },
  );

  it("[G.7] [G.1] others take over what a killed process was handling, and nothing else runs twice", async () => {
    await write();
    const first: string[] = [];
    const killed = startWorker(first, "hang");
    await untilMet(() => first.length >= 4);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const running = (await store.list({ state: "running" })).map(({ id }) => id);
    const second: string[] = [];
    const worker = startWorker(second);
    await worker.started; // before that, it ends without draining
    await untilMet(async () => (await store.stats()).done === COUNT);
    worker.child.kill("SIGTERM");
    await worker.ended;
    expect(new Set([...first, ...second]).size).toBe(COUNT);
    expect(second).toEqual(expect.arrayContaining(running));
    expect(new Set(second).size).toBe(second.length);
  });

  it.each<[string, mode: string, beginsAtOnce: number, signals: readonly NodeJS.Signals[]]>([
    ["is paused", "hang", 4, ["SIGSTOP", "SIGCONT"]],
    ["blocks its thread", "block", 1, []],
  ])(
    "[G.7] others take over from a process that %s; it begins nothing that they have, and its outcomes do not count",
    async (_, mode, beginsAtOnce, [pause, resume]) => {
      const first: string[] = [];
      const stopped = startWorker(first, mode);
      await stopped.started;
      await write();
      await untilMet(() => first.length >= beginsAtOnce);
      if (pause !== undefined) stopped.child.kill(pause);
      const begun = [...first];
      const second: string[] = [];
      const worker = startWorker(second);
      await untilMet(async () => (await store.stats()).done === COUNT);
      expect(new Set(second).size).toBe(second.length);
      expect(second).toEqual(expect.arrayContaining(begun));
      if (resume !== undefined) stopped.child.kill(resume);
      await untilMet(() => begun.every((id) => first.includes(`${id}!`)));
      const later = first.filter((line) => !line.endsWith("!")).slice(begun.length);
      expect(later.filter((id) => second.includes(id))).toEqual([]);
      for (const { child } of [stopped, worker]) child.kill("SIGKILL");
      await Promise.all([stopped.ended, worker.ended]);
      for (const id of begun) {
        expect(await store.get(id)).toMatchObject({ state: "done", attempts: 1, losses: 1 });
      }
    },
  );

  /** Starts a worker that adds the lines of its output to a list. */
  function startWorker(lines: string[], ...parameters: readonly string[]) {
    const child = spawn(process.execPath, [program, path, ...parameters]);
    child.stdout.on("data", (bytes: Buffer) => {
      lines.push(...bytes.toString().split("\n").filter(Boolean));
    });
    children.push(child);
    const started = once(child.stdout, "data");
    return { child, started, ended: once(child, "exit") };
  }

  /** Writes all deliveries, with one of a few order keys each if they are ordered. */
  function write({ isOrdered = false } = {}) {
    const arrivals = Array.from({ length: COUNT }, (_, index) =>
      arrive(String(index), isOrdered ? { orderKey: String(index % KEYS) } : {}),
    );
    return commit(store, { arrivals });
  }
});
