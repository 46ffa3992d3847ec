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

/** The ways to send a request of a route. */
type Way = "request" | "function" | "class";

/** One request after another, a thousand at a time, or the pages of a list, a thousand in each. */
type Shape = "in turn" | "at once" | "pages";

/** The work of one measured process, which gets it as JSON. */
export interface ClientTrial {
  readonly subject: (typeof SUBJECTS)[number];
  readonly way: Way;
  readonly shape: Shape;
  readonly hasTimeout: boolean;
  readonly method: "GET" | "POST";
  /** True for requests over sockets, by the platform's own `fetch`. */
  readonly isServed: boolean;
  /** Number of measured requests. As many come first, because engines compile during thousands of them. */
  readonly count: number;
}

const INJECTED = { isServed: false, count: 25_000, overHand: 1.09, overPeer: 0.8 };

/** Wider limits: the platform's sockets take most of the time of all subjects, and vary by a twentieth. */
const SERVED = { isServed: true, count: 5_000, overHand: 1.1, overPeer: 0.95 };

interface ClientJob extends Pick<ClientTrial, "way" | "shape" | "hasTimeout" | "method"> {
  readonly name: string;
  readonly isServed: boolean;
  readonly count: number;
  readonly overHand: number;
  /** Absent from jobs that no peer takes part in. */
  readonly overPeer?: number;
}

const GET = { way: "request", shape: "in turn", hasTimeout: false, method: "GET" } as const;
const POST = { ...GET, method: "POST" } as const;

/** Limits lie 5 % above the figures at the time when they were set. */
const OWN = { isServed: false, count: 25_000 };
const OWN_SERVED = { isServed: true, count: 5_000 };

// prettier-ignore
const JOBS: readonly ClientJob[] = [
  { name: "GET, injected fetch", ...GET, ...INJECTED },
  { name: "POST, injected fetch", ...POST, ...INJECTED },
  { name: "GET, loopback", ...GET, ...SERVED },
  { name: "POST, loopback", ...POST, ...SERVED },
  { name: "GET with timeout", ...GET, ...OWN, hasTimeout: true, overHand: 1.3 },
  { name: "GET, 1,000 at once", ...GET, ...OWN, shape: "at once", overHand: 1.3 },
  { name: "GET, 1,000 pages", ...GET, ...OWN, shape: "pages", overHand: 1.5 },
  { name: "function", ...GET, ...OWN, way: "function", overHand: 1.25 },
  { name: "function with timeout", ...GET, ...OWN, way: "function", hasTimeout: true, overHand: 1.4 },
  { name: "function, loopback", ...GET, ...OWN_SERVED, way: "function", overHand: 1.15 },
  { name: "function, 1,000 at once", ...GET, ...OWN, way: "function", shape: "at once", overHand: 1.4 },
  { name: "function, 1,000 pages", ...GET, ...OWN, way: "function", shape: "pages", overHand: 1.5 },
  { name: "class", ...GET, ...OWN, way: "class", overHand: 1.25 },
  { name: "class with timeout", ...GET, ...OWN, way: "class", hasTimeout: true, overHand: 1.4 },
  { name: "class, loopback", ...GET, ...OWN_SERVED, way: "class", overHand: 1.15 },
  { name: "class, 1,000 at once", ...GET, ...OWN, way: "class", shape: "at once", overHand: 1.4 },
  { name: "class, 1,000 pages", ...GET, ...OWN, way: "class", shape: "pages", overHand: 1.5 },
];

export const clientSuite: Suite = (conditions) =>
  measureWanted(JOBS, conditions, (job) => measureJob(job, conditions));

/** Measures each subject in several processes: the time of the same code differs by a tenth among them. */
async function measureJob(job: ClientJob, { isQuick }: Conditions): Promise<Row> {
  const { name, overHand, overPeer, way, shape, hasTimeout, method, isServed } = job;
  const count = job.count / (isQuick ? 2.5 : 1);
  const subjects = overPeer === undefined ? SUBJECTS.slice(0, 2) : SUBJECTS;
  const results = await measureInTurns(subjects, isQuick ? 3 : 7, (subject) =>
    reportOf("client-process", {
      subject,
      way,
      shape,
      hasTimeout,
      method,
      isServed,
      count,
    } satisfies ClientTrial),
  );
  const times = results as readonly (readonly number[])[]; // a process reports one number
  const [hand = [], own = [], peer, bare] = times;
  // Compares within a round, because other work of the machine changes between rounds.
  const over = (ones: readonly number[], others: readonly number[]): number =>
    median(ones.map((time, round) => time / (others[round] ?? NaN)));
  const shown = [own, hand, ...(peer && bare ? [peer, bare] : [])];
  return {
    job: name,
    measure: "CPU × by hand",
    figure: over(own, hand),
    atMost: overHand,
    beside: {
      ...(peer && { "@octokit/request": over(peer, hand) }),
      ...(bare && { "bare fetch": over(bare, hand) }),
      "CPU, µs": shown.map((each) => showFigure(median(each))).join(" / "),
    },
    ...(peer &&
      overPeer !== undefined && {
        limits: [{ measure: "CPU × @octokit/request", figure: over(own, peer), atMost: overPeer }],
      }),
  };
}
