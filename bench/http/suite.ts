import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import type { Conditions, Row, Suite } from "../harness/job.js";
import { median } from "../harness/median.js";
import { hold, sendAll } from "./client.js";
import { traffics } from "./requests.js";
import type { Traffic } from "./requests.js";
import type { Question } from "./server.js";
import { kinds, platforms } from "./subjects.js";
import type { Kind, Platform } from "./subjects.js";

/** Ratios to the handler by hand, and kilobytes. */
const limits: Readonly<Record<Platform, number>> = { node: 1, hono: 1.12 };
const MOST_KILOBYTES = 20;

const connections = 32;

/** How many deliveries are held at once. */
const HELD = 1_000;

/** `main.ts` bundles it beside this. */
const serverFile = fileURLToPath(new URL("http-server.js", import.meta.url));

export const httpSuite: Suite = {
  name: "http",
  async measure(conditions) {
    const rows: Row[] = [];
    for (const platform of platforms) {
      for (const traffic of traffics) {
        const job = `${platform}, ${traffic.name}`;
        if (conditions.wants(job)) rows.push(await measureTime(job, platform, traffic, conditions));
      }
    }
    const job = `${HELD.toLocaleString("en-US")} in flight`;
    if (conditions.wants(job)) rows.push(await measureMemory(job));
    return rows;
  },
};

/** Processor time for a request, of a server that other processes drive. */
async function measureTime(
  job: string,
  platform: Platform,
  { requests }: Traffic,
  { isQuick }: Conditions,
): Promise<Row> {
  const total = isQuick ? 500 : 1_500;
  const send = ({ port }: Server): Promise<void> => sendAll(port, requests, { total, connections });
  return withServers(platform, "measured", async (servers) => {
    // Long enough for the compiler to have seen all that it will.
    for (let count = 0; count < 4; count += 1) for (const server of servers) await send(server);
    for (let round = 0; round < (isQuick ? 5 : 20); round += 1) {
      for (const server of rotate(servers, round)) {
        const before = await server.ask("microseconds");
        await send(server);
        server.samples.push(((await server.ask("microseconds")) - before) / total);
      }
    }
    return toRow(job, limits[platform], servers);
  });
}

function toRow(job: string, atMost: number, servers: readonly Server[]): Row {
  const [limit, ours, peer] = kinds.map((kind) => samplesOf(servers, kind));
  if (limit === undefined || ours === undefined || peer === undefined)
    throw new Error("No samples");
  const best = (samples: readonly number[]): number => Math.min(...samples) / Math.min(...limit);
  const middle = (samples: readonly number[]): number => median(samples) / median(limit);
  const beside = {
    best: best(ours),
    median: middle(ours),
    "limit, µs": Math.min(...limit),
    "@octokit/webhooks": Math.min(best(peer), middle(peer)),
  };
  const figure = Math.min(best(ours), middle(ours));
  return { job, measure: "× limit", figure, atMost, beside };
}

/** Objects and buffers of each delivery whose handlers never end. */
async function measureMemory(job: string): Promise<Row> {
  const [mixed] = traffics.slice(-1);
  return withServers("node", "held", async (servers) => {
    for (const server of servers) {
      const before = await server.ask("bytes");
      const sockets = await hold(server.port, mixed?.requests ?? [], HELD);
      await delay(1_000); // until all have been read
      server.samples.push(((await server.ask("bytes")) - before) / HELD / 1024);
      for (const socket of sockets) socket.destroy();
    }
    const [limit = NaN, figure = NaN, peer = NaN] = kinds.map((kind) =>
      Math.min(...samplesOf(servers, kind)),
    );
    const beside = { "by hand": limit, "@octokit/webhooks": peer };
    return { job, measure: "KB each", figure, atMost: MOST_KILOBYTES, beside };
  });
}

function samplesOf(servers: readonly Server[], kind: Kind): readonly number[] {
  return servers.find((server) => server.kind === kind)?.samples ?? [];
}

interface Server {
  readonly kind: Kind;
  readonly port: number;
  readonly process: ChildProcess;
  readonly samples: number[];
  ask(question: Question): Promise<number>;
}

/** Starts one server for each kind, and ends them all, whatever happens. */
async function withServers<Result>(
  platform: Platform,
  mode: "measured" | "held",
  use: (servers: readonly Server[]) => Promise<Result>,
): Promise<Result> {
  const servers: Server[] = [];
  try {
    for (const kind of kinds) servers.push(await startServer(platform, kind, mode));
    return await use(servers);
  } finally {
    for (const server of servers) server.process.kill();
  }
}

async function startServer(platform: Platform, kind: Kind, mode: string): Promise<Server> {
  const process = fork(serverFile, [platform, kind, mode], { execArgv: ["--expose-gc"] });
  const answer = async (): Promise<number> => {
    const [value] = (await once(process, "message")) as [number]; // which is all that it sends
    return value;
  };
  const ask = (question: Question): Promise<number> => {
    const answered = answer();
    process.send(question);
    return answered;
  };
  return { kind, port: await answer(), process, samples: [], ask };
}

/** Each round begins with another server: none always follows the same one. */
function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
