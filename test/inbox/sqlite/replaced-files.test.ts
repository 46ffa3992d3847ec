/** Files of SQLite that are moved, deleted or replaced while a store has them open. */
import { copyFileSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createInbox } from "../../../src/inbox/inbox.js";
import { openInPlace } from "../../../src/inbox/sqlite/file-watch.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import { createToolkit } from "../../http/toolkit.js";
import { arrive, commit, SETTINGS } from "../deliveries.js";
import { deliver } from "../setup.js";
import { Database } from "./engine.js";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-inbox-"));
  path = join(folder, "inbox.db");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a file that is moved, deleted or replaced while it is open", () => {
  const movedFolder = () => `${folder}-moved`;

  afterEach(() => rmSync(movedFolder(), { recursive: true, force: true }));

  it.each<[string, () => void, () => void]>([
    ["the file is gone", () => renameSync(path, `${path}.before`), () => putBack(path)],
    ["another file is there", () => replaceByCopy(path), () => putBack(path)],
    [
      "its log is gone",
      () => renameSync(`${path}-wal`, `${path}-wal.before`),
      () => putBack(`${path}-wal`),
    ],
    ["another log is there", () => replaceByCopy(`${path}-wal`), () => putBack(`${path}-wal`)],
    [
      "the index of its log is gone",
      () => replaceByCopy(`${path}-shm`),
      () => putBack(`${path}-shm`),
    ],
    [
      "its folder is gone",
      () => renameSync(folder, movedFolder()),
      () => renameSync(movedFolder(), folder),
    ],
  ])(
    "[G.9] is not answered with 202 while %s, and the log says why",
    async (_, takeAway, putItBack) => {
      const { webhooks, recorder } = createToolkit();
      const inbox = createInbox({ webhooks, store: openSqliteStore(path) });
      await deliver(inbox, { id: "1" });
      takeAway();
      for (const id of ["2", "3"]) {
        await expect(deliver(inbox, { id })).rejects.toMatchObject({
          code: "STORE_UNAVAILABLE",
          cause: { code: "STORE_REPLACED" },
        });
      }
      expect(recorder.entries.map(({ level }) => level)).toEqual(["error"]);
      expect(recorder.text().join()).toContain(`was deleted or replaced; expected the one`);
      putItBack();
      await deliver(inbox, { id: "4" });
      expect(recorder.entries.map(({ level }) => level)).toEqual(["error", "info"]);
      // Nothing was written meanwhile.
      expect((await inbox.list()).map(({ id }) => id)).toEqual(["4", "1"]);
      await inbox.drain();
    },
  );

  it("[G.9] is noticed when a link leads to another file, and with a handle", async () => {
    const link = join(folder, "link.db");
    symlinkSync(path, link);
    const linked = await open(link);
    const db = new Database(path);
    const handled = await open(db);
    await commit(linked, { arrivals: [arrive("1")] });
    rmSync(link);
    symlinkSync(join(folder, "other.db"), link);
    await expect(commit(linked, { arrivals: [arrive("2")] })).rejects.toThrow(/link\.db was/);
    expect((await commit(handled, { arrivals: [arrive("3")] })).arrivals).toEqual(["new"]);
    replaceByCopy(path);
    await expect(commit(handled, { arrivals: [arrive("4")] })).rejects.toThrow(/inbox\.db was/);
    await Promise.all([linked.close(), handled.close()]);
    db.close();
  });

  it.each<[what: string, change: () => void, isRefused: boolean]>([
    ["replaced", () => replaceByCopy(path), true],
    ["deleted", () => rmSync(path), true],
    ["left alone", () => undefined, false],
  ])(
    "[G.9] is looked at again when it has been opened: it was %s",
    async (_, change, isRefused) => {
      writeFileSync(path, "x");
      const closed: unknown[] = [];
      const db = { exec: () => undefined } as never; // it is only passed on
      const opening = openInPlace(
        path,
        async (file) => {
          expect(file).toBe(path);
          change();
          return db;
        },
        async (each) => void closed.push(each),
      );
      if (isRefused) {
        await expect(opening).rejects.toMatchObject({
          code: "STORE_REPLACED",
          message: `The file ${path} was replaced while it was opened.`,
        });
      } else expect(await opening).toBe(db);
      expect(closed).toEqual(isRefused ? [db] : []);
    },
  );

  it("[G.9] may be made by the engine, and have an address that only the engine knows", async () => {
    for (const file of [path, `file:${path}`]) {
      const create = async () => {
        writeFileSync(path, "x");
        return "the handle" as never; // it is only passed on
      };
      expect(await openInPlace(file, create, () => expect.fail("it is closed"))).toBe("the handle");
      replaceByCopy(path);
    }
  });

  it("[G.9] is used again by the next process", async () => {
    const store = await open();
    await commit(store, { arrivals: [arrive("1")] });
    rmSync(path);
    await expect(commit(store, { arrivals: [arrive("2")] })).rejects.toThrow(/restart/);
    await store.close();
    rmSync(`${path}-wal`, { force: true });
    rmSync(`${path}-shm`, { force: true });
    const next = await open();
    expect((await commit(next, { arrivals: [arrive("2")] })).arrivals).toEqual(["new"]);
    await next.close();
  });
});

async function open(file: Parameters<typeof openSqliteStore>[0] = path) {
  const store = openSqliteStore(file, { busyTimeout: 100 });
  await store.open({ ...SETTINGS, clock: Date.now });
  return store;
}

/** Puts a copy in the place of a file, which `putBack` takes away again. */
function replaceByCopy(name: string): void {
  renameSync(name, `${name}.before`);
  copyFileSync(`${name}.before`, name);
}

function putBack(name: string): void {
  renameSync(`${name}.before`, name);
}
