import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** Makes an empty database on the server that all test files of a run share; returns its URL. */
export async function createDatabase(): Promise<string> {
  const response = await fetch(inject("postgresAddress"));
  const url = await response.text();
  if (!response.ok) throw new Error(url);
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
