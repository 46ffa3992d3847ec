import {
  type Conditions,
  measureInTurns,
  measureWanted,
  median,
  type Row,
  type Suite,
} from "../harness/measure.js";
import { reportOf } from "../harness/process.js";
import { showFigure } from "../harness/table.js";

/**
 * `by hand` does the same work with `fetch`; every ratio is over its time. `bare fetch` only parses the
 * body, and so shows the platform's share of a request.
 */
const SUBJECTS = ["by hand", "typewire", "@octokit/request", "bare fetch"] as const;

/** The work of one measured process, which gets it as JSON. */
export interface ClientTrial {
  readonly subject: (typeof SUBJECTS)[number];
  readonly method: "GET" | "POST";
  /** True for requests over sockets, by the platform's own `fetch`. */
  readonly isServed: boolean;
  /** Number of measured requests. As many come first, because engines compile during thousands of them. */
  readonly count: number;
}

const INJECTED = { isServed: false, count: 50_000, overHand: 1.09, overPeer: 0.8 };

/** Wider limits: the platform's sockets take most of the time of all subjects, and vary by a twentieth. */
const SERVED = { isServed: true, count: 10_000, overHand: 1.1, overPeer: 0.95 };

const JOBS = [
  { name: "GET, injected fetch", method: "GET", ...INJECTED },
  { name: "POST, injected fetch", method: "POST", ...INJECTED },
  { name: "GET, loopback", method: "GET", ...SERVED },
  { name: "POST, loopback", method: "POST", ...SERVED },
] as const;

export const clientSuite: Suite = (conditions) =>
  measureWanted(JOBS, conditions, (job) => measureJob(job, conditions));

/** Measures each subject in several processes: the time of the same code differs by a tenth among them. */
async function measureJob(job: (typeof JOBS)[number], { isQuick }: Conditions): Promise<Row> {
  const { name, method, isServed, overHand, overPeer } = job;
  const count = job.count / (isQuick ? 5 : 1);
  const results = await measureInTurns(SUBJECTS, isQuick ? 3 : 15, (subject) =>
    reportOf("client-process", { subject, method, isServed, count } satisfies ClientTrial),
  );
  // A process reports one number.
  const medians = results.map((figures) => median(figures as readonly number[]));
  const [hand = NaN, own = NaN, peer = NaN, bare = NaN] = medians;
  return {
    job: name,
    measure: "CPU × by hand",
    figure: own / hand,
    atMost: overHand,
    beside: {
      "@octokit/request": peer / hand,
      "bare fetch": bare / hand,
      "CPU, µs": [own, hand, peer, bare].map((figure) => showFigure(figure)).join(" / "),
    },
    limits: [{ measure: "CPU × @octokit/request", figure: own / peer, atMost: overPeer }],
  };
}
