/** The thread that searches a file of SQLite. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Worker as Thread } from "node:worker_threads";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createInbox } from "../../../src/inbox/inbox.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import { createToolkit } from "../../http/toolkit.js";
import { bundleProgram } from "../../programs/programs.js";
import { arrive, commit } from "../deliveries.js";
import { createFolder, fill, open } from "../searched-stores.js";
import { Database } from "./engine.js";

const SEARCH_ALONE = await bundleProgram("test/inbox/sqlite/search-alone.ts");

describe("the thread", () => {
  it("[G.12] searches a file on a connection of its own, one for all searches", async () => {
    const threads = spyOnThreads();
    const store = await open(openSqliteStore(join(createFolder(), "inbox.db")));
    await commit(store, { arrivals: [arrive("1")] });
    await store.list({});
    expect(threads).not.toHaveBeenCalled();
    for (let count = 0; count < 3; count++) await store.list({ text: "1" });
    expect(threads).toHaveBeenCalledTimes(1);
  });

  it.runIf(process.platform === "linux")(
    "[G.12] has the lowest priority, and it alone",
    async () => {
      const task = "/proc/self/task";
      const listPriorities = (): string[] =>
        readdirSync(task).map((id) => {
          const stat = readFileSync(join(task, id, "stat"), "utf8");
          // The name of the thread, in parentheses, may hold spaces. The nice value is the 17th field behind it.
          return stat.slice(stat.lastIndexOf(")")).split(" ")[17] ?? "";
        });
      const countLowest = () => listPriorities().filter((priority) => priority === "19").length;
      const store = await open(openSqliteStore(join(createFolder(), "inbox.db")));
      const before = countLowest();
      await store.list({ text: "1" });
      expect(countLowest()).toBe(before + 1);
    },
  );

  it("[G.12] leaves nothing behind when the inbox is drained", async () => {
    const folder = createFolder();
    const store = openSqliteStore(join(folder, "inbox.db"));
    const inbox = createInbox({ webhooks: createToolkit().webhooks, store });
    expect(await inbox.list({ text: "needle" })).toEqual([]);
    await inbox.drain();
    expect(readdirSync(folder)).toEqual(["inbox.db"]);
  });

  it("[G.12] keeps its process alive until it has answered and closed the file, and no longer", async () => {
    const args = [SEARCH_ALONE, join(createFolder(), "inbox.db")];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toBe("found 1\nclosed\n");
  });

  it("[G.12] keeps a process alive while it searches alone", async () => {
    const store = await open(openSqliteStore(join(createFolder(), "inbox.db")));
    await fill(store);
    const countPorts = () =>
      process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
    const idle = countPorts();
    for (let count = 0; count < 2; count++) {
      const state = { isRunning: true };
      const searches = ["needle", "other"].map((text) => store.list({ text }));
      const searching = Promise.all(searches).finally(() => (state.isRunning = false));
      let most = idle;
      while (state.isRunning) {
        most = Math.max(most, countPorts());
        await new Promise((resolve) => setImmediate(resolve));
      }
      await searching;
      expect([most, countPorts()]).toEqual([idle + 1, idle]);
    }
  });

  it("[G.12] that has ended fails its searches, and the next search begins another", async () => {
    const threads = spyOnThreads().mockImplementationOnce((thread) => void thread.terminate());
    const store = await open(openSqliteStore(join(createFolder(), "inbox.db")));
    await commit(store, { arrivals: [arrive("1", { text: "Needle" })] });
    const searches = ["needle", "x"].map((text) => store.list({ text }));
    for (const result of await Promise.allSettled(searches)) {
      expect(result).toMatchObject({ reason: { message: "The thread of the search has ended." } });
    }
    expect(await store.list({ text: "needle" })).toHaveLength(1);
    expect(threads).toHaveBeenCalledTimes(2);
  });

  it("[G.12] runs whatever options its process was started with", async () => {
    const path = join(createFolder(), "inbox.db");
    const program = `process.argv[2] = ${JSON.stringify(path)}; await import(${JSON.stringify(SEARCH_ALONE)})`;
    const args = ["--input-type=module", "--eval", program];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toBe("found 1\nclosed\n");
  });

  it("[G.12] is not used with a handle, whose engine only the caller knows", async () => {
    const threads = spyOnThreads();
    const store = await open(openSqliteStore(new Database(join(createFolder(), "inbox.db"))));
    await store.list({ text: "1" });
    expect(threads).not.toHaveBeenCalled();
  });

  it("[G.12] passes on the error of a damaged file", async () => {
    const path = join(createFolder(), "inbox.db");
    const store = await open(openSqliteStore(path));
    const db = new Database(path);
    db.exec("DROP TABLE inbox_deliveries");
    db.close();
    await expect(store.list({ text: "needle" })).rejects.toThrow(/no such table/);
  });
});

/** A spy that is called with each thread that begins from now on. */
function spyOnThreads() {
  const begun = vi.fn<(thread: Thread) => void>();
  const threads = process.getBuiltinModule("node:worker_threads");
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      begun(this);
    }
  };
  onTestFinished(() => void (threads.Worker = Worker));
  return begun;
}
