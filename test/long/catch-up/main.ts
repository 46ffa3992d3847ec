/**
 * A service that cannot be relied on, and workers that are killed: 10,000 deliveries, of which a fifth is never sent,
 * two workers, 30 kills. Fails unless every delivery is handled, none twice but what a killed worker was handling,
 * and the requests are at most twice the least possible. `--store sqlite --style github --count 10000 --kills 30
 * --seconds 90 --seed 1` narrows it down.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { signature } from "../../http/toolkit.js";
import {
  countLeast,
  LyingService,
  type Sent,
  type Style,
} from "../../inbox/catch-up/lying-service.js";
import { startPostgres } from "../../postgres/start.js";
import { bundleProgram } from "../../programs/programs.js";
import { createRandom } from "../../random.js";
import type { StoreKind } from "../crash/setup.js";
import type { WorkerParameters } from "./worker.js";

const { values } = parseArgs({
  options: {
    store: { type: "string" },
    style: { type: "string" },
    count: { type: "string", default: "10000" },
    kills: { type: "string", default: "30" },
    seconds: { type: "string", default: "90" },
    seed: { type: "string", default: "1" },
  },
});
const [count, kills, seconds, seed] = [values.count, values.kills, values.seconds, values.seed].map(
  Number,
) as [number, number, number, number];
const stores: readonly StoreKind[] = ["sqlite", "postgres"];
const styles: readonly Style[] = ["github", "stripe", "svix"];
const program = await bundleProgram("test/long/catch-up/worker.ts");

for (const store of stores.filter((name) => name === (values.store ?? name)))
  for (const style of styles.filter((name) => name === (values.style ?? name)))
    await withFolder((folder) => run(store, style, folder));

async function withFolder(call: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "typewire-catch-up-"));
  try {
    await call(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(store: StoreKind, style: Style, folder: string): Promise<void> {
  const postgres = store === "postgres" ? await startPostgres([]) : undefined;
  const random = createRandom(seed);
  const service = new LyingService(style, seed, Date.now, {
    skew: 3_600_000,
    lateness: 1_000,
    limited: 0.02,
    restarts: 0.01,
    confusion: 0.02,
  });
  const newItems: number[] = [];
  let known = 0;
  const listed = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://service.test");
    const { status, headers, body } = service.answer(url);
    const isPayload = /\/deliveries\/\d+$/.test(url.pathname);
    const isFurther = /[?&](?:cursor|starting_after|iterator)=/.test(url.search);
    if (status === 200 && !isPayload && !isFurther) note();
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  const note = (): void => {
    newItems.push(service.sent.length - known);
    known = service.sent.length;
  };
  listed.listen(0, "127.0.0.1");
  await once(listed, "listening");
  const { port } = listed.address() as AddressInfo; // it listens on a port
  const journal = join(folder, "journal");
  writeFileSync(journal, "");
  const killed = new Set<string>();
  let started = 0;
  const start = async (): Promise<Worker> => {
    const name = `w${++started}`;
    const parameters: WorkerParameters = {
      store,
      address: postgres?.url ?? join(folder, "inbox.db"),
      style,
      service: `http://127.0.0.1:${port}`,
      journal,
      name,
    };
    const child = spawn(process.execPath, [program, JSON.stringify(parameters)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    return { name, child, port: Number(line.toString()) };
  };
  const workers = [await start(), await start()];
  const arrived = new Set<string>();
  const sending: Promise<void>[] = [];
  const send = async (sent: Sent): Promise<void> => {
    const worker = workers[Math.floor(random() * workers.length)];
    const body = JSON.stringify(sent.payload);
    const headers = {
      "content-type": "application/json",
      "x-acme-event": sent.event,
      "x-acme-delivery": sent.id,
      "x-acme-signature": signature(body),
    };
    const url = `http://127.0.0.1:${worker?.port}/hooks/inbox`;
    const response = await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
    if (response?.status === 202) arrived.add(sent.id);
  };
  let nextKill = Date.now() + 2_000;
  const killEvery = (seconds * 1_000) / (kills + 1);
  const begun = Date.now();
  while (service.sent.length < count) {
    const due = Math.min(count, Math.ceil(((Date.now() - begun) / (seconds * 1_000)) * count));
    while (service.sent.length < due) {
      const sent = service.emit();
      const fate = random();
      if (fate >= 0.2) sending.push(send(sent));
      if (fate >= 0.95) setTimeout(() => sending.push(send(sent)), random() * 5_000);
    }
    if (Date.now() > nextKill && killed.size < kills) {
      nextKill += killEvery;
      const index = Math.floor(random() * workers.length);
      const worker = workers[index];
      if (worker !== undefined) {
        worker.child.kill("SIGKILL");
        killed.add(worker.name);
        void start().then((next) => (workers[index] = next));
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const read = () =>
    readFileSync(journal, "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split(" "));
  const isDone = () => new Set(read().map(([, id]) => id)).size >= count;
  for (let wait = 0; wait < 60 && !isDone(); wait++)
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  await Promise.all(sending);
  const ends = workers.map(({ child }) => once(child, "exit"));
  for (const { child } of workers) child.kill("SIGTERM");
  await Promise.all(ends);
  listed.close();
  await postgres?.close();
  report();

  function report(): void {
    const lines = read();
    const workersOf = new Map<string, string[]>();
    for (const [worker = "", id = ""] of lines)
      workersOf.set(id, [...(workersOf.get(id) ?? []), worker]);
    const lost = service.sent.filter(({ id }) => !workersOf.has(id)).length;
    const twice = [...workersOf.values()].filter((each) => each.length > 1);
    const wrong = twice.filter((each) => each.slice(0, -1).some((worker) => !killed.has(worker)));
    const dead = lines.filter(([worker]) => worker === "dead").length;
    const fetched = lines.filter(([, , via]) => via === "catch-up").length;
    const missing = count - arrived.size;
    const requests = service.answered.pages + service.answered.payloads;
    const least = countLeast(service, missing, newItems);
    const isGood = lost === 0 && wrong.length === 0 && dead === 0 && requests <= 2 * least;
    if (!isGood) process.exitCode = 1;
    const facts = {
      sent: service.sent.length,
      "never arrived": missing,
      kills: killed.size,
      "lost in the end": lost,
      "handled again after a kill": twice.length - wrong.length,
      "handled twice without": wrong.length,
      dead,
      fetched,
      requests,
      "least possible": least,
      ratio: (requests / least).toFixed(2),
      refused: service.refused,
      catchUps: newItems.length,
    };
    const text = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
    process.stdout.write(`${isGood ? "good" : "BROKEN"}: ${store}, ${style}: ${text.join(", ")}\n`);
  }
}

interface Worker {
  readonly name: string;
  readonly child: ChildProcess;
  readonly port: number;
}
