/** The PostgreSQL servers of tests. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { startPostgres } from "./start.js";
import { createDatabase } from "./database.js";
import { query } from "./query.js";

test("each test file gets a database of its own on one server", async () => {
  const [first, second] = [await createDatabase(), await createDatabase()];
  await query(first, "create table mine (id int)");
  expect(await query(second, "select to_regclass('mine') as name")).toEqual([{ name: null }]);
  expect(new URL(first).host).toBe(new URL(second).host);
});

test("a server keeps what was committed before a crash, and leaves nothing behind", async () => {
  const server = await startPostgres();
  try {
    await query(server.url, "create table kept as select 1 as id");
    const [{ data_directory: folder } = {}] = await query(server.url, "show data_directory");
    await server.crash();
    await expect(query(server.url, "select 1")).rejects.toThrow("ECONNREFUSED");
    await server.start();
    expect(await query(server.url, "select id from kept")).toEqual([{ id: 1 }]);
    await server.close();
    expect(existsSync(String(folder))).toBe(false);
  } finally {
    await server.close();
  }
});
