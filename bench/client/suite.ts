import type { Conditions, Row, Suite } from "../harness/job.js";
import { median } from "../harness/median.js";
import { rotate } from "../harness/rotate.js";
import { showFigure } from "../harness/report.js";
import { answerOf, end, start } from "../sustained/process.js";
import { subjects, type ClientTrial, type Subject } from "./trial.js";

type Job = Pick<ClientTrial, "method" | "isServed"> & { readonly name: string };

const JOBS: readonly Job[] = [
  { name: "GET, injected fetch", method: "GET", isServed: false },
  { name: "POST, injected fetch", method: "POST", isServed: false },
  { name: "GET, loopback", method: "GET", isServed: true },
  { name: "POST, loopback", method: "POST", isServed: true },
];

/** Measured requests of a process; as many come before, since engines compile for thousands of requests. */
const COUNTS = { served: 10_000, injected: 50_000 };

/** Processor time over that of the work by hand, and over that of the peer. */
const OVER_HAND = 1.05;
const OVER_PEER = 0.8;

export const clientSuite: Suite = {
  name: "client",
  async measure(conditions) {
    const rows: Row[] = [];
    for (const job of JOBS.filter(({ name }) => conditions.wants(name)))
      rows.push(await measureJob(job, conditions));
    return rows;
  },
};

/** Subjects take turns, each in a process of its own, so that what else happens falls on all. */
async function measureJob({ name, method, isServed }: Job, { isQuick }: Conditions): Promise<Row> {
  // The same code differs by a tenth from process to process.
  const rounds = isQuick ? 3 : 15;
  const count = COUNTS[isServed ? "served" : "injected"] / (isQuick ? 5 : 1);
  const results = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const subject of rotate(subjects, round)) {
      const trial = { subject, method, isServed, warmUp: count, count };
      results.get(subject)?.push(await measureTrial(trial));
    }
  const [hand, own, peer, bare] = subjects.map((subject) => median(results.get(subject) ?? []));
  if (!hand || !own || !peer || !bare) throw new Error("A subject was not measured.");
  return {
    job: name,
    measure: "CPU × by hand",
    figure: own / hand,
    atMost: OVER_HAND,
    beside: {
      "@octokit/request": peer / hand,
      "bare fetch": bare / hand,
      "CPU, µs": [own, hand, peer, bare].map((figure) => showFigure(figure)).join(" / "),
    },
    limits: [{ measure: "CPU × @octokit/request", figure: own / peer, atMost: OVER_PEER }],
  };
}

async function measureTrial(trial: ClientTrial): Promise<number> {
  const child = start("client-process", trial);
  try {
    return (await answerOf(child)) as number; // the one message that it sends
  } finally {
    await end(child);
  }
}
