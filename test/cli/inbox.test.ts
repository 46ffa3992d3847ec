import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadPostgres } from "../../cli/inbox-store.js";
import { READING } from "../../src/inbox/move.js";
import { openFile } from "../../src/inbox/sqlite-handle.js";
import { openSqliteStore } from "../../src/inbox/sqlite-store.js";
import type { Arrival } from "../../src/inbox/store.js";
import { arrive, commit, describeError } from "../inbox/store-contract.js";
import { createTestCli, type TestCli } from "./cli.js";

describe("typewire inbox", () => {
  let cli: TestCli;

  beforeAll(async () => {
    cli = await createTestCli();
    const store = openSqliteStore(join(cli.folder, "webhooks.db"));
    await store.open(READING);
    const arrivals = [arrive("1"), arrive("2", { name: "push" }), arrive("3\u001b[2J")];
    const { claimed } = await commit(store, { arrivals, room: 2 });
    const outcomes = claimed.map(({ key, token }, index) => ({
      ...{ key, token, done: ["log"] },
      end: index === 0 ? ("done" as const) : ("dead" as const),
      errors: index === 0 ? [] : [describeError()],
    }));
    await commit(store, { outcomes });
    await store.close();
  });

  afterAll(() => cli.remove());

  const run = async (...argv: readonly string[]) => cli.run(["inbox", ...argv]);
  const json = async (...argv: readonly string[]): Promise<unknown> =>
    JSON.parse((await run(...argv, "--json")).out);

  it("counts", async () => {
    expect((await run("stats")).out).toMatch(/waiting +1\nrunning +0\ndone +1\ndead +1\n/);
    expect(await json("stats")).toMatchObject({ waiting: 1, done: 1, dead: 1 });
  });

  it("lists what matches, and nothing that would reach the terminal's controls", async () => {
    const { out } = await run("list");
    expect(out.split("\n")).toHaveLength(4);
    expect(out).toContain("3\\u001b[2J");
    expect((await run("list", "--event", "push")).out).toMatch(/dead +1 +push +2$/);
    expect(await json("dead")).toMatchObject([{ id: "2", state: "dead" }]);
    expect((await run("list", "--since", "2999-01-01")).out).toBe("No deliveries.");
  });

  it("shows one with its errors", async () => {
    expect((await run("show", "2")).out).toMatch(/handler mail:\n +no connection\n\n\{"id":"2"\}$/);
    expect(await json("show", "2")).toMatchObject({
      body: '{"id":"2"}',
      errors: [describeError()],
    });
    expect(await run("show", "9")).toMatchObject({ code: 1, err: "There is no delivery 9." });
  });

  it("names the packages that a store of PostgreSQL needs", async () => {
    const missing = Object.assign(new Error("x"), { code: "ERR_MODULE_NOT_FOUND" });
    await expect(loadPostgres(() => Promise.reject(missing))).rejects.toThrow(
      "A store of PostgreSQL needs the packages pg and pg-boss. Run `npm install pg pg-boss`.",
    );
    await expect(loadPostgres(() => Promise.reject(new Error("other")))).rejects.toThrow("other");
  });

  it("moves everything, once", async () => {
    expect((await run("move", "--to", "other.db")).out).toMatch(/^3 found, 3 moved/);
    expect(await json("move", "--to", "other.db")).toEqual({ found: 3, moved: 0 });
    expect(await json("stats", "--store", "other.db")).toMatchObject({
      waiting: 1,
      done: 1,
      dead: 1,
    });
  });

  it("has deliveries handled again", async () => {
    expect(await json("replay", "--dead", "--event", "note")).toEqual({ replayed: 0 });
    expect(await json("replay", "--dead")).toEqual({ replayed: 1 });
    expect((await run("replay", "1")).out).toBe("1 to be handled again.");
    expect(await run("replay", "1")).toMatchObject({
      code: 1,
      out: "",
      err: "The delivery 1 is waiting; expected one that is done or dead.",
    });
    expect((await run("replay", "9")).err).toBe("There is no delivery 9.");
    expect(await json("stats")).toMatchObject({ waiting: 3, done: 0, dead: 0 });
  });

  it.each([
    [[], /one of stats, list/],
    [["look"], /is look; expected one of stats/],
    [["show"], /expected the id/],
    [["replay"], /expected an id, or --dead/],
    [["move"], /--to is missing/],
    [["list", "--state", "lost"], /--state is lost/],
    [["list", "--limit", "none"], /--limit is none/],
    [["list", "--since", "soon"], /--since/],
  ])("refuses %s", async (argv, expected) => {
    expect(await run(...argv)).toMatchObject({ code: 2, err: expect.stringMatching(expected) });
  });

  describe("a store", () => {
    const fill = async (name: string, arrivals: readonly Arrival[]): Promise<string> => {
      const path = join(cli.folder, name);
      const store = openSqliteStore(path);
      await store.open(READING);
      await commit(store, { arrivals });
      await store.close();
      return path;
    };

    it("without deliveries is shown as empty", async () => {
      await fill("empty.db", []);
      expect((await run("list", "--store", "empty.db")).out).toBe("No deliveries.");
      expect((await run("stats", "--store", "empty.db")).out).toMatch(/^waiting +0\n[^]*dead +0$/);
    });

    it("is listed in 80 columns, with whole ids", async () => {
      const id = "72d3162e-cc78-11e3-81ab-4c9367dc0958";
      const name = "pull_request_review_thread";
      await fill("wide.db", [arrive(id, { name }), arrive(id, { name, text: "[]" })]);
      const lines = (await run("list", "--store", "wide.db")).out.split("\n");
      expect(lines.map(({ length }) => length <= 80)).toEqual([true, true, true, true]);
      expect(lines[1]).toMatch(/waiting +0 +pull_re… +72d3162e-cc78-11e3-81ab-4c9367dc0958 \*$/);
      expect(lines[3]).toBe("* Another body had arrived under this id.");
    });

    it("that another process writes to is read all the same", async () => {
      const other = await openFile(await fill("busy.db", [arrive("1")]));
      other.exec("BEGIN IMMEDIATE");
      expect((await run("stats", "--store", "busy.db")).out).toMatch(/^waiting +1\n/);
      other.close();
    });

    it("of a newer version is refused, and so is a file that is none", async () => {
      const db = await openFile(await fill("newer.db", []));
      db.exec("UPDATE inbox_version SET version = 99");
      db.close();
      expect((await run("stats", "--store", "newer.db")).err).toMatch(/version 99; .* Update/);
      writeFileSync(join(cli.folder, "text.db"), "no database ".repeat(1_000));
      expect((await run("stats", "--store", "text.db")).err).toMatch(
        /^The store text\.db cannot be opened: file is not a database\.$/,
      );
      rmSync(join(cli.folder, "text.db"));
    });

    it("that cannot be reached is named without its password", async () => {
      const { err } = await run("stats", "--store", "postgresql://me:secret@127.0.0.1:1/app");
      expect(err).toMatch(/^The store postgresql:\/\/127\.0\.0\.1:1\/app cannot be opened: /);
    });
  });

  it("does not make a store that is not there", async () => {
    const { code, err } = await run("stats", "--store", "absent.db");
    expect([code, err]).toEqual([
      1,
      "The store absent.db does not exist; expected a file of SQLite.",
    ]);
    expect(await cli.list(".")).not.toContain("absent.db");
  });
});
