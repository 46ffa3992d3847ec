/** Workers on one store that a test may kill, as if each were a process, and the alerts that they give. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createInboxIn } from "../../../src/inbox/inbox.js";
import { openMemoryStore } from "../../../src/inbox/memory/memory-store.js";
import { openSqliteStore } from "../../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../../src/inbox/store.js";
import type { Inbox, InboxOptions } from "../../../src/inbox/types.js";
import type { Environment } from "../../../src/inbox/environment.js";
import { createEnvironment } from "../environment.js";
import { SECOND } from "../deliveries.js";
import { asHandled, setUp } from "../setup.js";

/**
 * Prepares workers on one store. Their handlers fail for payloads with the member `fail`, and are tried once more.
 * @param createOptions gives the options of each worker, whose alerts go to the list.
 */
export function setUpWorkers(
  kind: StoreKind,
  createOptions: (alerts: string[]) => Partial<InboxOptions>,
) {
  const environment = createEnvironment();
  const open = STORES[kind]();
  const alerts: string[] = [];
  const killed = new Set<Inbox>();
  const startWorker = async (options: Partial<InboxOptions> = {}): Promise<Inbox> => {
    const { webhooks, recorder } = setUp();
    webhooks.onAny((event) => {
      if ("fail" in asHandled(event).payload) throw new Error("no connection");
    });
    const environmentOfWorker: Environment = {
      ...environment,
      // In a process that was killed, no timer fires.
      setTimer: (callback, delay) =>
        environment.setTimer(() => {
          if (!killed.has(inbox)) callback();
        }, delay),
    };
    const inbox = createInboxIn(environmentOfWorker, {
      webhooks,
      store: open(),
      log: recorder.log,
      retries: { limit: 1, delay: SECOND },
      ...createOptions(alerts),
      ...options,
    });
    await inbox.start();
    return inbox;
  };
  const kill = (inbox: Inbox): void => void killed.add(inbox);
  return { environment, alerts, startWorker, kill };
}

const folder = mkdtempSync(join(tmpdir(), "typewire-alerts-"));
let fileCount = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a new place, and returns what opens a store on it for each worker. */
const STORES: Readonly<Record<StoreKind, () => () => InboxStore>> = {
  memory: () => {
    const store = openMemoryStore();
    return () => store;
  },
  sqlite: () => {
    const file = join(folder, `${++fileCount}.db`);
    return () => openSqliteStore(file);
  },
};

export type StoreKind = "memory" | "sqlite";
