/** Stores with bodies to search, which are closed and removed after each test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { InboxStore } from "../../src/inbox/store.js";
import { arrive, commit, SETTINGS } from "./deliveries.js";

/** Creates a folder for a file of the test. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "typewire-search-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function open(store: InboxStore): Promise<InboxStore> {
  await store.open({ ...SETTINGS, clock: Date.now });
  onTestFinished(() => store.close());
  return store;
}

/** Writes 12 MiB of bodies, of which every fifth contains "Needle". */
export async function fill(store: InboxStore): Promise<void> {
  for (let batch = 0; batch < 12; batch++) {
    const arrivals = Array.from({ length: 10 }, (_, index) => {
      const text = "x".repeat(100_000) + (index % 5 === 0 ? " Needle" : "");
      return arrive(`${batch}-${index}`, { text });
    });
    await commit(store, { arrivals });
  }
}
