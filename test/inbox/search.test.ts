/** Search for text in bodies, which must not keep anything else waiting. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Worker as Thread } from "node:worker_threads";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createInbox } from "../../src/inbox/inbox.js";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import { replaceText, searchText, type SearchedDelivery } from "../../src/inbox/store-search.js";
import type { InboxStore, StoreFilter } from "../../src/inbox/store.js";
import { createToolkit } from "../http/toolkit.js";
import { createDatabase } from "../postgres/database.js";
import { bundleProgram } from "../programs/programs.js";
import { arrive, commit, SETTINGS } from "./deliveries.js";
import { Database } from "./sqlite-engine.js";

const SEARCH_ALONE = await bundleProgram("test/inbox/search-alone.ts");

const MIB = 1024 * 1024;

describe("a slice", () => {
  const sizes = Array.from({ length: 2_500 }, () => 16 * 1024);
  const longest = (slices: readonly (readonly string[])[]): number =>
    Math.max(...slices.map(({ length }) => length));

  it("[G.12] is larger on a fast machine, up to 16 MiB", async () => {
    const large = Array.from({ length: 1_000 }, () => 64 * 1024);
    const store = createSearched(large, () => 24);
    await searchText(store, { text: "x" }, store.clock);
    expect(store.slices.map(({ length }) => length)).toEqual([16, 32, 64, 128, 256, 256, 248]);
    const small = createSearched(sizes, () => 1);
    await searchText(small, { text: "x" }, small.clock);
    expect(longest(small.slices)).toBe(1_000); // 16 MB, of what is listed at once
    expect(small.slices.flat()).toHaveLength(sizes.length);
  });

  it("[G.12] is smaller on a slow one, down to 64 KiB", async () => {
    const store = createSearched(sizes, () => 60);
    await searchText(store, { text: "x" }, store.clock);
    expect(store.slices.at(-2)).toHaveLength(4);
    expect(store.slices.flat()).toHaveLength(sizes.length);
  });

  it.each([25, 40, 50])("[G.12] stays as it is between the two, at %i ms", async (time) => {
    const store = createSearched(sizes, () => time);
    await searchText(store, { text: "x" }, store.clock);
    const ofList = (length: number) => [
      ...Array<number>(Math.floor(length / 64)).fill(64),
      length % 64,
    ];
    const lengths = [1_000, 1_000, 500].flatMap(ofList); // what is listed at once, 1 MiB each
    expect(store.slices.map(({ length }) => length)).toEqual(lengths);
  });

  it("[G.12] has at least one body, however large", async () => {
    const store = createSearched([5, 500 * MIB, 500 * MIB, 5], () => 1_000);
    await searchText(store, { text: "x" }, store.clock);
    expect(store.slices).toEqual([["4"], ["3"], ["2"], ["1"]]);
  });
});

it("[G.12] finds the newest first, and no more than the limit", async () => {
  const store = createSearched(
    Array.from({ length: 2_500 }, () => 1),
    () => 1,
  );
  expect(await searchText(store, { text: "00", limit: 3 }, store.clock)).toEqual([
    "2500",
    "2400",
    "2300",
  ]);
  expect(await searchText(store, { text: "00", before: "300" }, store.clock)).toEqual([
    "200",
    "100",
  ]);
});

it("[G.12] lists a thousand at a time, and again only after a whole list", async () => {
  for (const [count, lists] of [
    [999, [undefined]],
    [1_000, [undefined, "1"]],
  ] as const) {
    const store = createSearched(Array<number>(count).fill(1), () => 1);
    const asked: StoreFilter[] = [];
    const list = (filter: StoreFilter) => {
      asked.push(filter);
      return store.list(filter);
    };
    expect(await searchText({ ...store, list }, { name: "note" }, store.clock)).toHaveLength(count);
    expect(asked).toEqual(lists.map((before) => ({ name: "note", before, limit: 1_000 })));
  }
});

it("[G.12] is for the deliveries that were found, and for all without a text", async () => {
  const store = createSearched([1, 1, 1], () => 1);
  const filter = { name: "note", before: "4", limit: 2, text: "" };
  expect(await replaceText(store, filter)).toEqual({ name: "note", limit: 2, keys: ["3", "2"] });
  const filterWithoutText = { name: "note", before: "3" };
  expect(await replaceText(store, filterWithoutText)).toBe(filterWithoutText);
  expect(store.slices).toHaveLength(1);
});

it("[G.12] ends with the reason of the signal, after the slice that runs", async () => {
  const gone = new AbortController();
  const store = createSearched([MIB, MIB, MIB, MIB], () => 40);
  const reason = new Error("The page has gone.");
  const match = (...args: Parameters<typeof store.match>) => {
    if (store.slices.length === 1) gone.abort(reason);
    return store.match(...args);
  };
  const filter = { text: "x", signal: gone.signal };
  await expect(searchText({ ...store, match }, filter, store.clock)).rejects.toBe(reason);
  expect(store.slices).toHaveLength(2);
});

// ---- Stores

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

const STORES: Readonly<Record<string, () => Promise<InboxStore> | InboxStore>> = {
  SQLite: () => openSqliteStore(join(createFolder(), "inbox.db")),
  "SQLite with a handle": () => openSqliteStore(new Database(join(createFolder(), "inbox.db"))),
  PostgreSQL: async () => openPostgresStore(await createDatabase()),
};

describe.each(Object.entries(STORES))("in %s", (_, create) => {
  it("[G.12] deliveries are taken while a search runs", async () => {
    const store = await open(await create());
    await fill(store);
    let hasEnded = false;
    const isRunning = () => !hasEnded;
    const search = store.list({ text: "needle" }).finally(() => (hasEnded = true));
    let taken = 0;
    while (isRunning()) {
      await commit(store, { arrivals: [arrive(`late ${taken}`)] });
      await new Promise((resolve) => setImmediate(resolve)); // as an inbox does between transactions
      if (isRunning()) taken++;
    }
    expect((await search).map(({ id }) => id)).toHaveLength(24);
    expect(taken).toBeGreaterThan(0);
  });

  it("[G.12] a search that nobody waits for any more ends", async () => {
    const store = await open(await create());
    await fill(store);
    const gone = new AbortController();
    const search = store.read({ text: "needle", signal: gone.signal });
    gone.abort();
    await expect(search).rejects.toThrow(/abort/i);
    expect(await store.list({ text: "needle", limit: 2 })).toHaveLength(2);
  });

  it("[G.12] what is found is read and replayed", async () => {
    const store = await open(await create());
    await fill(store);
    const { claimed } = await commit(store, { room: 200 });
    const outcomes = claimed.map(({ key, token }) => {
      return { key, token, end: "dead" as const, done: [], errors: [] };
    });
    await commit(store, { outcomes });
    expect(await store.replay({ text: "NEEDLE", state: "dead" })).toBe(24);
    const [found] = await store.read({ text: "needle", state: "waiting", limit: 1 });
    expect([found?.id, found?.body.length]).toEqual(["11-5", 100_007]);
  });
});

describe("the thread", () => {
  /** Notes the threads that begin from now on. */
  const spyOnThreads = () => {
    const begun = vi.fn<(thread: Thread) => void>();
    const threads = process.getBuiltinModule("node:worker_threads");
    const { Worker } = threads;
    threads.Worker = class extends Worker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        begun(this);
      }
    };
    cleanups.push(() => (threads.Worker = Worker));
    return begun;
  };

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
      let hasEnded = false;
      const isRunning = () => !hasEnded;
      const searches = ["needle", "other"].map((text) => store.list({ text }));
      const searching = Promise.all(searches).finally(() => (hasEnded = true));
      let most = idle;
      while (isRunning()) {
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

/** A store whose statements take time by a clock of the test. */
function createSearched(sizes: readonly number[], timeOf: (bytes: number) => number) {
  let now = 0;
  const slices: (readonly string[])[] = [];
  const deliveries = sizes.map((size, index) => ({ key: String(index + 1), size })).reverse();
  return {
    slices,
    clock: () => now,
    list: ({ before, limit }: StoreFilter): Promise<readonly SearchedDelivery[]> => {
      const older = deliveries.filter(
        ({ key }) => before === undefined || Number(key) < Number(before),
      );
      return Promise.resolve(older.slice(0, limit));
    },
    match: (keys: readonly string[], text: string): Promise<readonly string[]> => {
      slices.push(keys);
      now += timeOf(keys.reduce((sum, key) => sum + (sizes[Number(key) - 1] ?? 0), 0));
      return Promise.resolve(keys.filter((key) => key.endsWith(text)).toReversed());
    },
  };
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "typewire-search-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(store: InboxStore): Promise<InboxStore> {
  await store.open({ ...SETTINGS, clock: Date.now });
  cleanups.push(() => store.close());
  return store;
}

/** 12 MiB of bodies, of which every fifth contains the text. */
async function fill(store: InboxStore): Promise<void> {
  for (let batch = 0; batch < 12; batch++) {
    const arrivals = Array.from({ length: 10 }, (_, index) =>
      arrive(`${batch}-${index}`, {
        text: `${"x".repeat(100_000)}${index % 5 === 0 ? " Needle" : ""}`,
      }),
    );
    await commit(store, { arrivals });
  }
}
