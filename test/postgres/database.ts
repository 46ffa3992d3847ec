/** A database for one test. */
import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { query } from "./query.js";

/** Makes an empty database on the server that all test files of a run share; returns its URL. */
export async function createDatabase(): Promise<string> {
  const response = await fetch(inject("postgresAddress"));
  const url = await response.text();
  if (!response.ok) throw new Error(url);
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await query(url, `create database ${name}`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
