/** Files of a relay's store that are deleted, replaced or cut, and a second relay on the same file. */
import { copyFileSync, renameSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { expect, it } from "vitest";
import { openSqliteRelayStore } from "../../../src/relay/server/sqlite-store.js";
import { createChannel } from "../../../src/relay/server/relay-server.js";
import { findPort } from "../../http/server.js";
import { createRecorder } from "../../http/toolkit.js";
import { startRelayProcess } from "./processes.js";
import { cleanUp, createFile, send, sendEvent, startRelay } from "./setup.js";
import { createDelivery } from "./store-contract.js";
import { Database } from "../../inbox/sqlite/engine.js";

it.each<[string, string, (path: string) => void]>([
  ["was deleted or replaced", "deleted", (path) => rmSync(path)],
  ["was deleted or replaced", "replaced", replace],
  ["was deleted or replaced", "without its log", (path) => rmSync(`${path}-wal`)],
  ["was cut", "cut in its log", (path) => truncateSync(`${path}-wal`, 100)],
])(
  "[D.12] SQLite: what would be lost is not answered with 202, and logged: a file that %s (%s)",
  async (why, _, harm) => {
    const file = createFile();
    const recorder = createRecorder();
    const relay = await startRelay({ store: openSqliteRelayStore(file), log: recorder.log });
    expect(await send(relay.url, { body: "{}" })).toMatchObject({ status: 202 });
    harm(file);
    for (let count = 0; count < 3; count++) {
      expect(await send(relay.url, { body: "{}" })).toEqual({
        status: 503,
        text: expect.stringContaining("STORE_FAILED"),
      });
    }
    expect(recorder.text().join()).toContain(why);
  },
);

it("[D.12] SQLite: goes on when the file is back, and has what it answered", async () => {
  const file = createFile();
  const store = openSqliteRelayStore(file);
  await store.open();
  cleanUp(() => store.close());
  await store.append("a", createDelivery("one"));
  renameSync(file, `${file}.away`);
  await expect(store.append("a", createDelivery("lost"))).rejects.toThrow(/deleted or replaced/);
  renameSync(`${file}.away`, file);
  await store.append("a", createDelivery("two"));
  expect(await store.state()).toMatchObject({ newest: 2 });
});

it("[D.12] SQLite: a link to the file is watched as well", async () => {
  const file = createFile();
  const link = `${file}.link`;
  symlinkSync(file, link);
  const store = openSqliteRelayStore(link);
  await store.open();
  cleanUp(() => store.close());
  await store.append("a", createDelivery("one"));
  copyFileSync(file, `${file}.other`);
  rmSync(link);
  symlinkSync(`${file}.other`, link);
  await expect(store.append("a", createDelivery("lost"))).rejects.toThrow(/deleted or replaced/);
});

it("[D.12] SQLite: a second store on a file does not open, and says what to do", async () => {
  const file = createFile();
  const first = openSqliteRelayStore(file);
  await first.open();
  await first.append("a", createDelivery("one"));
  const second = openSqliteRelayStore(file);
  const message = /^Another relay uses .*relay\.db, and only one may; stop it, or give this one/;
  await expect(second.open()).rejects.toThrow(message);
  const handle = new Database(file);
  await expect(openSqliteRelayStore(handle).open()).rejects.toThrow(message);
  handle.close();
  await first.append("a", createDelivery("two"));
  await first.close();
  await second.open();
  expect(await second.state()).toMatchObject({ newest: 2 });
  await second.close();
});

it("[D.12] SQLite: the lock ends with its process, also when that is killed", async () => {
  const file = createFile();
  const [port, channel] = [await findPort(), createChannel()];
  const relay = await startRelayProcess(port, file, channel);
  cleanUp(() => relay.end());
  await sendEvent(`http://127.0.0.1:${port}/${channel}`, "one");
  const store = openSqliteRelayStore(file);
  cleanUp(() => store.close());
  await expect(store.open()).rejects.toThrow(/Another relay uses/);
  await relay.end("SIGKILL");
  await store.open();
  expect(await store.state()).toMatchObject({ newest: 1 });
});

function replace(path: string): void {
  renameSync(path, `${path}.before`);
  copyFileSync(`${path}.before`, path);
}
