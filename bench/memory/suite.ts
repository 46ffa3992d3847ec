import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type Conditions, type Row, type Suite } from "../harness/measure.js";
import { reportOf } from "../harness/process.js";
import { readRecordings, toHttpRequest } from "../sustained/deliveries.js";
import { PEER, SUBJECTS, type Trial, withServer } from "../sustained/trial.js";

/** Number of deliveries that are held at once. */
const HELD = 1_000;

const served = { transport: "node", handlers: "async", count: 1, payload: "329 in turn" } as const;

export const memorySuite: Suite = {
  name: "memory",
  async measure(conditions) {
    const rows: Row[] = [];
    for (const job of [measureRegistry, measureHeld]) {
      const row = await job(conditions);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  },
};

async function measureRegistry({ wants }: Conditions): Promise<Row | undefined> {
  const job = "10,000 handlers";
  if (!wants(job)) return undefined;
  const bytes: number[] = [];
  for (const subject of SUBJECTS) {
    bytes.push((await reportOf("memory-registry", { subject })) as number); // its one message
  }
  return toRow(job, "bytes each", bytes, 40);
}

/** Growth of a server's objects and buffers by each delivery whose handlers never settle. */
async function measureHeld({ wants }: Conditions): Promise<Row | undefined> {
  const job = `${HELD.toLocaleString("en-US")} deliveries in flight`;
  if (!wants(job)) return undefined;
  const kilobytes: number[] = [];
  for (const subject of SUBJECTS) {
    kilobytes.push((await holdDeliveries({ ...served, subject, handlers: "endless" })) / 1024);
  }
  return toRow(job, "KB each", kilobytes, 20);
}

function toRow(job: string, measure: string, figures: readonly number[], atMost: number): Row {
  const [hand = NaN, figure = NaN, peer = NaN] = figures; // in the order of the subjects
  const beside = { [PEER]: peer, "by hand": hand };
  return { job, measure, figure, atMost, beside, isExact: true };
}

function holdDeliveries(trial: Trial): Promise<number> {
  return withServer(trial, 120, async ({ port, ask }) => {
    const before = (await ask("heap")) as number;
    const requests = readRecordings(trial.payload).map(toHttpRequest);
    const sockets: Socket[] = [];
    for (let index = 0; index < HELD; index += 1) {
      sockets.push(await sendOnly(port, requests[index % requests.length] ?? ""));
    }
    await delay(1_000); // until all have been read
    const after = (await ask("heap")) as number;
    for (const socket of sockets) socket.destroy();
    return (after - before) / HELD;
  });
}

/** Sends a request, and does not wait for the answer. */
function sendOnly(port: number, request: Uint8Array | string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", reject);
    socket.write(request, () => resolve(socket));
  });
}
