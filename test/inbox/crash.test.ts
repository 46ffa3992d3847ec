import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { runCrashTest } from "../../scripts/crash/run.js";
import { createDatabase } from "../postgres/database.js";
import { isWhole } from "../sample.js";

/** `npm run test:crash` kills twenty times, with each store and number of workers. */
const KILLS = isWhole ? 3 : 1;

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "typewire-crash-"));
  folders.push(folder);
  return join(folder, "inbox.db");
}

it.each([
  ["sqlite", createFile],
  ["postgres", createDatabase],
] as const)(
  "[G.1] [G.7] loses nothing in %s when a worker is killed, and repeats what it ran alone",
  async (store, createAddress) => {
    const address = await createAddress();
    const result = await runCrashTest({ store, address, workers: 2, kills: KILLS });
    expect(result.violations).toEqual([]);
    expect(result.answered.size).toBeGreaterThan(20);
  },
);
