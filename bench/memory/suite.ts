import { setTimeout as delay } from "node:timers/promises";
import type { Conditions, Row, Suite } from "../harness/job.js";
import { median } from "../harness/median.js";
import { rotate } from "../harness/rotate.js";
import { hold } from "../sustained/client.js";
import { answerOf, end, start } from "../sustained/process.js";
import { readRecordings, toHttpRequest } from "../sustained/requests.js";
import { withLoad, withServer } from "../sustained/start.js";
import { subjects, type Subject, type Trial } from "../sustained/trial.js";
import type { RegistryCost } from "./registry.js";
import { slopeOf, type Point } from "./slope.js";

const PEER = "@octokit/webhooks";

/** Processes for each subject, which take less than a second each. */
const REGISTRY_ROUNDS = 3;

/** How many deliveries are held at once. */
const HELD = 1_000;

const MEGABYTE = 1024 * 1024;

/** The part of the time in which a heap finds its size; it is not looked at. */
const SETTLING = 0.2;

const served = { transport: "node", handlers: "async", count: 1, payload: "329 in turn" } as const;

export const memorySuite: Suite = {
  name: "memory",
  async measure(conditions) {
    return [
      ...(await measureRegistry(conditions)),
      ...(await measureHeld(conditions)),
      ...(await measureGrowth(conditions)),
    ];
  },
};

async function measureRegistry(conditions: Conditions): Promise<Row[]> {
  const names = {
    oneEvent: "registering 10 handlers, one event",
    tenNames: "registering 10 handlers, 10 names",
    bytes: "10,000 handlers",
  };
  const wanted = Object.values(names).filter((job) => conditions.wants(job));
  if (wanted.length === 0) return [];
  const costs = new Map<Subject, RegistryCost[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < Math.max(REGISTRY_ROUNDS, conditions.processes); round += 1) {
    for (const subject of rotate(subjects, round)) {
      costs.get(subject)?.push(await readRegistryCost(subject));
    }
  }
  const figures = (key: keyof RegistryCost): readonly number[] =>
    subjects.map((subject) => median((costs.get(subject) ?? []).map((cost) => cost[key])));
  const rows = [
    toTimeRow(names.oneEvent, figures("oneEvent")),
    toTimeRow(names.tenNames, figures("tenNames")),
    toBytesRow(names.bytes, figures("bytes")),
  ];
  return rows.filter(({ job }) => wanted.includes(job));
}

function toTimeRow(job: string, [hand = NaN, own = NaN, peer = NaN]: readonly number[]): Row {
  const beside = { [PEER]: peer, "by hand": hand };
  const limits = [{ measure: `× ${PEER}`, figure: own / peer, atMost: 2 }];
  return { job, measure: "ns each", figure: own, beside, limits };
}

function toBytesRow(job: string, [hand = NaN, own = NaN, peer = NaN]: readonly number[]): Row {
  const beside = { [PEER]: peer, "by hand": hand };
  return { job, measure: "bytes each", figure: own, atMost: 40, beside, isExact: true };
}

async function readRegistryCost(subject: Subject): Promise<RegistryCost> {
  const child = start("memory-registry", { subject });
  try {
    return (await answerOf(child)) as RegistryCost; // the one message that it sends
  } finally {
    await end(child);
  }
}

/** What a server's objects and buffers grow by for each delivery whose handlers never settle. */
async function measureHeld(conditions: Conditions): Promise<Row[]> {
  const job = `${HELD.toLocaleString("en-US")} deliveries in flight`;
  if (!conditions.wants(job)) return [];
  const kilobytes: number[] = [];
  for (const subject of subjects) {
    kilobytes.push((await holdDeliveries({ ...served, subject, handlers: "endless" })) / 1024);
  }
  const [hand = NaN, figure = NaN, peer = NaN] = kilobytes;
  const beside = { [PEER]: peer, "by hand": hand };
  return [{ job, measure: "KB each", figure, atMost: 20, beside, isExact: true }];
}

function holdDeliveries(trial: Trial): Promise<number> {
  return withServer(trial, 120, async (server) => {
    const before = (await server.ask("heap")) as number;
    const requests = readRecordings(trial.payload).map(toHttpRequest);
    const sockets = await hold(server.port, requests, HELD);
    await delay(1_000); // until all have been read
    const after = (await server.ask("heap")) as number;
    for (const socket of sockets) socket.destroy();
    return (after - before) / HELD;
  });
}

/** How the resident memory of a server at full load grows, from one sample a second. */
async function measureGrowth(conditions: Conditions): Promise<Row[]> {
  const { minutes } = conditions;
  const job = "resident memory at full load";
  if (minutes === 0 || !conditions.wants(job)) return [];
  const seconds = minutes * 60;
  const trial: Trial = { ...served, subject: "typewire" };
  const { points, heap } = await withServer(trial, seconds + 60, (server) =>
    withLoad(server, trial, seconds + 60, async (load) => {
      const samples: Point[] = [];
      const done = load(seconds);
      for (let second = 0; second < seconds; second += 1) {
        const rss = ((await server.ask("rss")) as number) / MEGABYTE;
        samples.push({ at: performance.now() / 60_000, value: rss });
        await Promise.race([done, delay(1_000)]);
      }
      await done;
      return { points: samples, heap: ((await server.ask("heap")) as number) / MEGABYTE };
    }),
  );
  const settled = points.slice(Math.floor(points.length * SETTLING));
  const highest = Math.max(...points.map(({ value }) => value));
  // Without a full collection, resident memory grows with what one would free.
  const beside = { minutes, "highest, MB": highest, "heap at the end, MB": heap };
  return [{ job, measure: "MB a minute", figure: slopeOf(settled), atMost: 1, beside }];
}
