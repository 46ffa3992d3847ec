/** Calls of a client on a loopback server and without sockets, beside `fetch` by hand and a peer. */
import {
  type Conditions,
  measureInTurns,
  median,
  medianRatio,
  type Row,
  type Suite,
} from "../harness/measure.js";
import { reportOf } from "../harness/process.js";
import { showFigure } from "../harness/table.js";

/** Our ways to send a request of a route. */
const WAYS = ["client.request", "function", "class"] as const;

const PEER = "@octokit/request";

/** Without sockets, by an injected `fetch`. */
const INJECTED = {
  shape: "in turn",
  hasTimeout: false,
  method: "GET",
  isServed: false,
  count: 10_000,
} as const;

/** Requests that keep memory until others have ended: four times as many, because collections of it vary. */
const KEPT = { ...INJECTED, count: 40_000 } as const;

/** On a loopback server. */
const SERVED = { ...INJECTED, isServed: true, count: 1_500 } as const;

// prettier-ignore
const SITUATIONS: readonly Situation[] = [
  { name: "GET, injected fetch", trial: INJECTED, atMost: { "client.request": 1.15, function: 1.2, class: 1.25 }, overPeer: 0.8 },
  { name: "POST, injected fetch", trial: { ...INJECTED, method: "POST" }, atMost: { "client.request": 1.17 }, overPeer: 0.8 },
  { name: "GET with timeout", trial: { ...INJECTED, hasTimeout: true }, atMost: { "client.request": 1.15, function: 1.2, class: 1.25 } },
  { name: "GET, 1,000 at once", trial: { ...KEPT, shape: "at once" }, atMost: { "client.request": 1.55, function: 1.4, class: 1.55 } },
  { name: "GET, 1,000 pages", trial: { ...KEPT, shape: "pages" }, atMost: { "client.request": 1.45, function: 1.45, class: 1.45 } },
  { name: "GET, loopback", trial: SERVED, atMost: { "client.request": 1.12, function: 1.15, class: 1.15 }, overPeer: 0.95 },
  { name: "GET with timeout, loopback", trial: { ...SERVED, hasTimeout: true }, atMost: { "client.request": 1.1, function: 1.1, class: 1.1 } },
];

export const clientSuite: Suite = async (conditions) => {
  const rows: Row[] = [];
  for (const situation of SITUATIONS) {
    const ways = WAYS.filter(
      (way) => situation.atMost[way] !== undefined && conditions.wants(nameRow(way, situation)),
    );
    if (ways.length > 0) rows.push(...(await measureSituation(situation, ways, conditions)));
  }
  return rows;
};

function nameRow(way: Way, { name }: Situation): string {
  return `${way}: ${name}`;
}

/** Measures each subject in several processes: the time of the same code differs by a tenth among them. */
async function measureSituation(
  situation: Situation,
  ways: readonly Way[],
  { isQuick }: Conditions,
): Promise<Row[]> {
  const { trial } = situation;
  const hasPeer = ways.some((way) => isBesidePeer(way, situation));
  const subjects: readonly ClientSubject[] = [
    "by hand",
    ...ways,
    ...(hasPeer ? ([PEER, "bare fetch"] as const) : []),
  ];
  const count = trial.count / (isQuick ? 2.5 : 1);
  const timesOf = await measureInTurns(subjects, isQuick ? 3 : 5, async (subject) => {
    const report = await reportOf("client-process", { ...trial, subject, count });
    return report as number; // its one message
  });
  return ways.map((way) => toRow(way, situation, timesOf));
}

/** The peer has what `client.request` has, so it stands beside that way alone. */
function isBesidePeer(way: Way, { overPeer }: Situation): boolean {
  return overPeer !== undefined && way === "client.request";
}

function toRow(way: Way, situation: Situation, timesOf: TimesOf): Row {
  const { atMost, overPeer } = situation;
  const [ours, byHand] = [timesOf(way), timesOf("by hand")];
  const row = {
    job: nameRow(way, situation),
    measure: "CPU × by hand",
    figure: medianRatio(ours, byHand),
    atMost: atMost[way],
  };
  if (overPeer === undefined || !isBesidePeer(way, situation))
    return { ...row, beside: { [CPU]: printMedians([ours, byHand]) } };
  const [peer, bareFetch] = [timesOf(PEER), timesOf("bare fetch")];
  return {
    ...row,
    beside: {
      [PEER]: medianRatio(peer, byHand),
      "bare fetch": medianRatio(bareFetch, byHand),
      [CPU]: printMedians([ours, byHand, peer, bareFetch]),
    },
    limits: [{ measure: `CPU × ${PEER}`, figure: medianRatio(ours, peer), atMost: overPeer }],
  };
}

const CPU = "CPU, µs";

function printMedians(times: readonly (readonly number[])[]): string {
  return times.map((each) => showFigure(median(each))).join(" / ");
}

/** The work of one measured process, which gets it as JSON. */
export interface ClientTrial {
  readonly subject: ClientSubject;
  /** One request after another, a thousand at a time, or the pages of a list, a thousand in each. */
  readonly shape: "in turn" | "at once" | "pages";
  readonly hasTimeout: boolean;
  readonly method: "GET" | "POST";
  /** True for requests over sockets, by the platform's own `fetch`. */
  readonly isServed: boolean;
  /** Number of measured requests. As many come first, because engines compile during thousands of them. */
  readonly count: number;
}

/** Requests under the same conditions, whose subjects take turns. The work by hand is measured once for all ways. */
interface Situation {
  readonly name: string;
  readonly trial: Omit<ClientTrial, "subject">;
  /** The highest ratio to the work by hand of each way that takes part. */
  readonly atMost: Readonly<Partial<Record<Way, number>>>;
  /** The highest ratio of `client.request` to the peer. Absent where no peer takes part. */
  readonly overPeer?: number;
}

/**
 * `by hand` does the same work with `fetch`; every ratio is over its time. `bare fetch` only parses the
 * body, and so shows the platform's share of a request.
 */
export type ClientSubject = "by hand" | Way | typeof PEER | "bare fetch";

type Way = (typeof WAYS)[number];

/** Microseconds of processor time of a request, for each round. */
type TimesOf = (subject: ClientSubject) => readonly number[];
