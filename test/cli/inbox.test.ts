/** `typewire inbox`, on stores in SQLite and PostgreSQL. */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loadPostgres } from "../../cli/service/inbox-store.js";
import { READING } from "../../src/inbox/move.js";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import { closeFile, openFile } from "../../src/inbox/sqlite/engine.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import type { Arrival, Outcome as DeliveryOutcome } from "../../src/inbox/store.js";
import { arrive, commit, describeError } from "../inbox/deliveries.js";
import { Database } from "../inbox/sqlite/engine.js";
import { createDatabase } from "../postgres/database.js";
import { createTestCli, type Outcome, type TestCli } from "./cli.js";

let cli: TestCli;

describe("typewire inbox", () => {
  beforeAll(async () => {
    cli = await createTestCli();
    const waiting = arrive("3\u001b[2J");
    await writeStore(
      "webhooks.db",
      [arrive("1"), arrive("2", { name: "push" }), waiting],
      [{ end: "done" }, { end: "dead", errors: [describeError()] }],
    );
  });

  afterAll(() => cli.remove());

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

  describe("--event", () => {
    beforeAll(async () => {
      const issues = ["opened", "closed", "opened", "opened"].map((action, index) =>
        arrive(`i${index}`, { name: "issues", text: JSON.stringify({ action }) }),
      );
      const waiting = Array.from({ length: 30 }, (_, index) =>
        arrive(`n${index}`, { name: "a.b" }),
      );
      const ends = issues.map(() => ({ end: "dead" as const, errors: [describeError()] }));
      await writeStore("actions.db", [...issues, ...waiting], ends);
    });

    it("takes a name as the list shows it, with its action", async () => {
      expect(await idsOf("--event", "issues.opened")).toEqual(["i0", "i2", "i3"]);
      expect(await idsOf("--event", "issues.closed")).toEqual(["i1"]);
      expect(await idsOf("--event", "issues.opened", "--limit", "1")).toHaveLength(1);
      expect(await idsOf("--event", "issues")).toHaveLength(4);
      expect(await idsOf("--event", "a.b")).toHaveLength(30);
      expect(await idsOf("--event", "issues.opened", "--state", "done")).toEqual([]);
    });

    it.each([
      ["isues", "isues. Did you mean issues?"],
      ["issues.opned", "issues.opned. Did you mean issues.opened?"],
      ["other.name", "other.name."],
    ])("that no delivery has is an error: %s", async (name, end) => {
      for (const command of [["list"], ["dead"], ["replay", "--dead"]]) {
        const { code, err } = await run(...command, "--event", name, "--store", "actions.db");
        expect([code, err]).toEqual([1, `No stored delivery has the event ${end}`]);
      }
    });

    it("replays those with the action alone", async () => {
      const replay = (name: string) =>
        json("replay", "--dead", "--event", name, "--store", "actions.db");
      expect(await replay("issues.closed")).toEqual({ replayed: 1 });
      expect(await idsOf("--state", "dead")).toEqual(["i0", "i2", "i3"]);
      expect(await replay("issues.opened")).toEqual({ replayed: 3 });
      expect(await idsOf("--state", "dead")).toEqual([]);
    });
  });

  it("shows one with its errors", async () => {
    expect((await run("show", "2")).out).toMatch(/handler mail:\n +no connection\n\n\{"id":"2"\}$/);
    expect(await json("show", "2")).toMatchObject({
      body: '{"id":"2"}',
      errors: [describeError()],
    });
    expect(await run("show", "9")).toMatchObject({ code: 1, err: "There is no delivery 9." });
  });

  it("shows how often the process of one has stopped", async () => {
    const path = join(cli.folder, "crashed.db");
    const store = openSqliteStore(path);
    await store.open({ ...READING, lease: 1, waitAfterLoss: () => 0 });
    await commit(store, { arrivals: [arrive("1")], room: 1 });
    await expect
      .poll(async () => (await commit(store, { room: 1, from: "none" })).lost.length)
      .toBe(1);
    await store.close();
    const { out } = await run("show", "1", "--store", "crashed.db");
    expect(out).toContain("\nprocesses that stopped while they handled it: 1\n");
    expect(out).toMatch(/other deliveries may have been handled beside it/);
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

  it("closes the store that it moves from when the other one does not open", async () => {
    const close = vi.spyOn(Database.prototype, "close");
    expect(await run("move", "--to", "no-folder/other.db")).toMatchObject({ code: 1 });
    expect(close).toHaveBeenCalledOnce();
    close.mockRestore();
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
    [["postgresql://me:secret@h/d"], /is postgresql:\/\/[^@]*h\/d; expected one of stats/],
    [["show"], /expected the id/],
    [["replay"], /expected an id, or --dead/],
    [["replay", "1", "--dead"], /^An id and --dead are given; expected one of them\./],
    [["move"], /--to is missing/],
    [["list", "--state", "lost"], /--state is lost/],
    [["list", "--limit", "none"], /--limit is none/],
    [["list", "--since", "soon"], /--since/],
    [["stats", "1"], /^The argument of stats is 1; expected options only\./],
    [["list", "push"], /^The argument of list is push;/],
    [["dead", "push"], /^The argument of dead is push;/],
    [["move", "other.db", "--to", "other.db"], /^The argument of move is other\.db;/],
    [["dead", "--state", "done"], /^The option --state is given to dead; only list takes it\./],
    [["replay", "--dead", "--state", "done"], /^The option --state is given to replay/],
  ])("refuses %s", async (argv, expected) => {
    expect(await run(...argv)).toMatchObject({ code: 2, err: expect.stringMatching(expected) });
  });

  describe("a store", () => {
    const READING_COMMANDS = [["stats"], ["list"], ["dead"], ["show", "1"]];

    it("without deliveries is shown as empty", async () => {
      await writeStore("empty.db", []);
      expect((await run("list", "--store", "empty.db")).out).toBe("No deliveries.");
      expect((await run("stats", "--store", "empty.db")).out).toMatch(/^waiting +0\n[^]*dead +0$/);
    });

    it("is listed in 80 columns, with whole ids", async () => {
      const id = "72d3162e-cc78-11e3-81ab-4c9367dc0958";
      const name = "pull_request_review_thread";
      await writeStore("wide.db", [arrive(id, { name }), arrive(id, { name, text: "[]" })]);
      const lines = (await run("list", "--store", "wide.db")).out.split("\n");
      expect(lines.map(({ length }) => length <= 80)).toEqual([true, true, true, true]);
      expect(lines[1]).toMatch(/waiting +0 +pull_re… +72d3162e-cc78-11e3-81ab-4c9367dc0958 \*$/);
      expect(lines[3]).toBe("* Another body had arrived under this id.");
    });

    it.each(["wal", "delete"])(
      "[G.8] of another program is left as it is, and has no inbox: %s",
      async (mode) => {
        const path = join(cli.folder, `notes-${mode}.db`);
        const db = await openFile(path);
        db.exec("CREATE TABLE notes (text TEXT)");
        db.prepare(`PRAGMA journal_mode = ${mode}`).all();
        await closeFile(db);
        const before = snapshot();
        const change = [
          ["replay", "1"],
          ["replay", "--dead"],
          ["move", "--to", "never.db"],
        ];
        for (const argv of [...READING_COMMANDS, ...change]) {
          expect(await run(...argv, "--store", `notes-${mode}.db`)).toMatchObject({
            code: 1,
            err: "The store has no inbox; expected one that a program has opened before.",
          });
        }
        expect(snapshot()).toEqual(before);
      },
    );

    it("[G.8] is not changed when it is looked at, whether or not it was closed", async () => {
      const path = await writeStore("looked.db", [arrive("1")]);
      for (const isOpen of [false, true]) {
        const db = isOpen ? await openFile(path) : undefined;
        db?.exec("UPDATE inbox_work SET attempts = attempts + 0"); // it is in the log
        const before = snapshot();
        for (const argv of READING_COMMANDS) {
          expect(await run(...argv, "--store", "looked.db")).toMatchObject({ code: 0 });
        }
        const isShared = ([name]: readonly (string | undefined)[]) => !name?.endsWith("-shm");
        expect(snapshot().filter(isShared)).toEqual(before.filter(isShared));
        if (db !== undefined) await closeFile(db);
      }
    });

    it("[G.8] of an older version is not brought up to date by looking, but by a replay", async () => {
      const db = await openFile(await writeStore("older.db", []));
      db.exec(`DROP TABLE inbox_deliveries; DROP TABLE inbox_work; DROP TABLE inbox_ids;
        DROP TABLE inbox_indexed; DROP TABLE inbox_notes; UPDATE inbox_version SET version = 0`);
      await closeFile(db);
      expect((await run("stats", "--store", "older.db")).err).toMatch(
        /^The store has version 0; expected \d+\. Start the program/,
      );
      expect((await run("replay", "--dead", "--store", "older.db")).out).toBe(
        "0 to be handled again.",
      );
      expect((await run("stats", "--store", "older.db")).code).toBe(0);
    });

    it("[G.8] in PostgreSQL is not created by looking", async () => {
      const url = await createDatabase();
      expect(await run("list", "--store", url)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^The store has no inbox/),
      });
      const store = openPostgresStore(url);
      await store.open(READING);
      await commit(store, { arrivals: [arrive("1", { text: '{"action":"opened"}' })] });
      await store.close();
      expect((await run("list", "--store", url)).out).toContain("note.opened");
    });

    it("lists actions with events, and dead deliveries with their last error", async () => {
      const text = '{"action":"opened","a":{"b":"c\\n"}}';
      const arrivals = Array.from({ length: 25 }, (_, index) => arrive(`id-${index}`, { text }));
      const messages = ["first", `last\n${"x".repeat(100)}`];
      const errors = messages.map((message) => describeError({ message }));
      await writeStore(
        "dead.db",
        arrivals,
        arrivals.map(() => ({ end: "dead", errors })),
      );
      const lines = (await run("dead", "--store", "dead.db")).out.split("\n");
      expect(lines).toHaveLength(51);
      expect(lines[1]).toMatch(/ dead +1 +note\.opened +id-24$/);
      expect(lines[2]).toMatch(/^ {2}mail: last\\u000ax{40,}…$/);
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
      expect(
        (await run("list", "--store", "dead.db", "--limit", "11")).out.split("\n"),
      ).toHaveLength(12);
      expect((await run("list", "--store", "dead.db", "--action", "a.b")).out).toContain(
        "note.c\\u000a ",
      );
      expect(await json("dead", "--store", "dead.db", "--limit", "1")).toMatchObject([
        { id: "id-24", action: "opened", lastError: { handler: "mail" } },
      ]);
    });

    it("that another process writes to is read all the same", async () => {
      const other = await openFile(await writeStore("busy.db", [arrive("1")]));
      other.exec("BEGIN IMMEDIATE");
      expect((await run("stats", "--store", "busy.db")).out).toMatch(/^waiting +1\n/);
      other.close();
    });

    it("of a newer version is refused, and so is a file that is none", async () => {
      const db = await openFile(await writeStore("newer.db", []));
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

function run(...argv: readonly string[]): Promise<Outcome> {
  return cli.run(["inbox", ...argv]);
}

/** Runs a command with `--json`, and returns its output. */
async function json(...argv: readonly string[]): Promise<unknown> {
  return JSON.parse((await run(...argv, "--json")).out);
}

/** Lists the ids in the store of `--event`. */
async function idsOf(...filter: readonly string[]): Promise<readonly string[]> {
  const listed = await json("list", ...filter, "--store", "actions.db");
  return (listed as readonly { readonly id: string }[]).map(({ id }) => id).sort();
}

/** Writes a store in SQLite, whose first deliveries have come to an end. Returns its path. */
async function writeStore(
  name: string,
  arrivals: readonly Arrival[],
  ends: readonly DeliveryEnd[] = [],
): Promise<string> {
  const path = join(cli.folder, name);
  const store = openSqliteStore(path);
  await store.open(READING);
  const { claimed } = await commit(store, { arrivals, room: ends.length });
  const outcomes = claimed.map(({ key, token }, index): DeliveryOutcome => {
    return { key, token, done: ["log"], end: "done", errors: [], ...ends[index] };
  });
  await commit(store, { outcomes });
  await store.close();
  return path;
}

/** The end of a delivery. Without errors, none has occurred. */
type DeliveryEnd = Pick<DeliveryOutcome, "end"> & Partial<Pick<DeliveryOutcome, "errors">>;

/** The names in the folder, and the bytes of its files. */
function snapshot() {
  return readdirSync(cli.folder).map((name) => {
    const path = join(cli.folder, name);
    return [name, statSync(path).isFile() ? readFileSync(path).toString("base64") : ""];
  });
}
