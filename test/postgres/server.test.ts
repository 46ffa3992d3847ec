import { existsSync } from "node:fs";
import pg from "pg";
import { expect, test } from "vitest";
import { startPostgres } from "./start.js";
import { createDatabase } from "./database.js";

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  return client
    .query({ text, rowMode: "array" })
    .then(({ rows }) => rows.flat())
    .finally(() => client.end());
}

test("each test file gets a database of its own on one server", async () => {
  const [first, second] = [await createDatabase(), await createDatabase()];
  await query(first, "create table mine (id int)");
  expect(await query(second, "select to_regclass('mine')")).toEqual([null]);
  expect(new URL(first).host).toBe(new URL(second).host);
});

test("a server keeps what was committed before a crash, and leaves nothing behind", async () => {
  const server = await startPostgres();
  try {
    await query(server.url, "create table kept as select 1 as id");
    const [folder] = await query(server.url, "show data_directory");
    await server.crash();
    await expect(query(server.url, "select 1")).rejects.toThrow("ECONNREFUSED");
    await server.start();
    expect(await query(server.url, "select id from kept")).toEqual([1]);
    await server.close();
    expect(existsSync(String(folder))).toBe(false);
  } finally {
    await server.close();
  }
});
