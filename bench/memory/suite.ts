/** Memory of deliveries that are held while their handlers run. */
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { measureInTurns, measureWanted, median, type Row, type Suite } from "../harness/measure.js";
import { reportOf } from "../harness/process.js";
import { readRecordings, toHttpRequest } from "../sustained/deliveries.js";
import { PEER, SUBJECTS, type Subject, withServer } from "../sustained/trial.js";

/** Number of deliveries that are held at once. */
const HELD = 1_000;

export const memorySuite: Suite = (conditions) => measureWanted(JOBS, conditions, measureJob);

const JOBS: readonly MemoryJob[] = [
  {
    name: "10,000 handlers",
    unit: "bytes each",
    atMost: 40,
    read: async (subject) => (await reportOf("memory-registry", { subject })) as number, // its one message
  },
  { name: "1,000 deliveries in flight", unit: "KB each", atMost: 20, read: holdDeliveries },
];

async function measureJob({ name, unit, atMost, read }: MemoryJob): Promise<Row> {
  const figuresOf = await measureInTurns(SUBJECTS, 1, read);
  const figureOf = (subject: Subject) => median(figuresOf(subject));
  const beside = { [PEER]: figureOf(PEER), "by hand": figureOf("by hand") };
  const figure = figureOf("typewire");
  return { job: name, measure: unit, figure, atMost, beside, isExact: true };
}

/** Growth of a server's objects and buffers by each delivery whose handlers never settle. */
function holdDeliveries(subject: Subject): Promise<number> {
  const served = { transport: "node", count: 1, payload: "329 in turn" } as const;
  const trial = { ...served, subject, handlers: "endless" } as const;
  return withServer(trial, async ({ port, ask }) => {
    const before = (await ask("heap")) as number;
    const requests = readRecordings(trial.payload).map(toHttpRequest);
    const sockets: Socket[] = [];
    for (let index = 0; index < HELD; index += 1) {
      sockets.push(await sendOnly(port, requests[index % requests.length] ?? ""));
    }
    await delay(1_000); // the server then has read them all
    const after = (await ask("heap")) as number;
    for (const socket of sockets) socket.destroy();
    return (after - before) / HELD / 1024;
  });
}

/** Sends a request without waiting for the answer. */
function sendOnly(port: number, request: Uint8Array | string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", reject);
    socket.write(request, () => resolve(socket));
  });
}

interface MemoryJob {
  readonly name: string;
  readonly unit: string;
  readonly atMost: number;
  /** The figure of one subject, in the unit. */
  readonly read: (subject: Subject) => Promise<number>;
}
