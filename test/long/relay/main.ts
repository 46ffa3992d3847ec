/**
 * Kills a relay and crowds one: `npx tsx test/long/relay/main.ts --kills 20 --followers 1000`.
 *
 * The first half kills a relay with a file while services send and a follower follows, and checks that
 * everything that was answered arrives, in order and once. The second half has followers of
 * which a tenth never reads, and limits the memory of the relay's process.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connectRelay } from "../../../src/relay/connect-relay.js";
import { createChannel } from "../../../src/relay/server/relay-server.js";
import { findPort } from "../../http/server.js";
import { createReceiver, createRecordingLog } from "../../relay/stand-in.js";
import { killRelay, startRelayProcess } from "../../relay/server/processes.js";
import { send } from "../../relay/server/send.js";
import { areInOrder } from "../../relay/server/sending.js";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    followers: { type: "string", default: "1000" },
    deliveries: { type: "string", default: "24" },
  },
});

const MIB = 1024 * 1024;

/**
 * Memory that the relay's process may need more while it sends, garbage included: for itself, and for each
 * follower. It is the same for any number of deliveries; queues of those that never read would hold all.
 */
const MAX_GROWTH = { own: 100 * MIB, ofFollower: 0.25 * MIB };

const folder = mkdtempSync(join(tmpdir(), "typewire-relay-"));
try {
  await killOften(Number(values.kills));
  await crowd(Number(values.followers), Number(values.deliveries));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function killOften(kills: number): Promise<void> {
  const [port, channel] = [await findPort(), createChannel()];
  const recording = createRecordingLog();
  const { receiver, received } = createReceiver(recording);
  const url = `http://127.0.0.1:${port}/${channel}`;
  const options = { url, minRetryDelay: 5, maxRetryDelay: 200 };
  const follower = connectRelay(receiver, options);
  const plan = { kills, pause: 800, channel, port, ready: follower.ready };
  const { answered, sent, relay } = await killRelay(join(folder, "kills.db"), plan);
  const count = (): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { id = "" } of received) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  };
  await waitFor(() => answered.every((id) => count().has(id)), "answered deliveries are missing");
  await follower.close();
  await relay.end();
  const twice = [...count()].filter(([, times]) => times > 1);
  if (twice.length > 0) throw new Error(`${twice.length} deliveries came twice.`);
  if (!areInOrder(received.map(({ id = "" }) => id))) throw new Error("The order was not kept.");
  const returns = recording.lines.filter(({ text }) => text.includes("connected again")).length;
  report(
    `${kills} kills: ${sent} sent, ${answered.length} answered, ${count().size} handled, 0 lost, 0 twice, in order; ` +
      `the follower came back ${returns} times`,
  );
}

async function crowd(followers: number, deliveries: number): Promise<void> {
  const [port, channel] = [await findPort(), createChannel()];
  const relay = await startRelayProcess(port, join(folder, "crowd.db"), channel);
  const url = `http://127.0.0.1:${port}/${channel}`;
  const readers = followers - Math.round(followers / 10);
  const ends = Array.from({ length: readers }, () => 0);
  const sockets: Socket[] = [];
  for (let index = 0; index < followers; index++) {
    const socket = await follow(url);
    sockets.push(socket);
    if (index >= readers) socket.pause();
    else socket.on("data", (chunk) => (ends[index] = (ends[index] ?? 0) + countEnds(chunk)));
  }
  const pid = relay.child.pid ?? 0;
  const before = readMemory(pid);
  const body = Buffer.alloc(MIB / 2, "x").fill("~", MIB / 2 - 1);
  let peak = before;
  for (let sent = 1; sent <= deliveries; sent++) {
    await send(url, { body });
    await waitFor(() => {
      peak = Math.max(peak, readMemory(pid));
      return ends.every((count) => count === sent);
    }, "a follower that reads was not served");
  }
  for (const socket of sockets) socket.destroy();
  await relay.end();
  const growth = peak - before;
  report(
    `${followers} followers, ${followers - readers} of which never read: ${deliveries} deliveries of ` +
      `512 KiB reached the others; ${toMib(before)} MiB before, ${toMib(peak)} MiB at the peak`,
  );
  const most = MAX_GROWTH.own + followers * MAX_GROWTH.ofFollower;
  if (growth > most) throw new Error(`${toMib(growth)} MiB more; expected at most ${toMib(most)}.`);
}

function follow(url: string): Promise<Socket> {
  const { port, pathname } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined); // the relay is killed at the end
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: x\r\n\r\n`);
  return new Promise((resolve) => socket.once("data", () => resolve(socket)));
}

/** Counts the tildes, each of which ends a body. */
function countEnds(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf("~"); at !== -1; at = chunk.indexOf("~", at + 1)) count++;
  return count;
}

/** Reads the resident memory of a process in bytes, on Linux. */
function readMemory(pid: number): number {
  const [, pages = "0"] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
  return Number(pages) * 4096;
}

async function waitFor(check: () => boolean, failure: string): Promise<void> {
  const end = performance.now() + 120_000;
  while (!check()) {
    if (performance.now() > end) throw new Error(`After two minutes, ${failure}.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function toMib(bytes: number): number {
  return Math.round(bytes / MIB);
}

function report(text: string): void {
  console.log(`✓ ${text}`);
}
