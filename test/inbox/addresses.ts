/** Addresses of new, empty places for the stores that outlive a process; files are removed at the end. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { StoreKind } from "../long/crash/setup.js";
import { createDatabase } from "../postgres/database.js";

export const ADDRESSES: Readonly<Record<StoreKind, () => string | Promise<string>>> = {
  sqlite: createFile,
  postgres: createDatabase,
};

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "typewire-crash-"));
  folders.push(folder);
  return join(folder, "inbox.db");
}
