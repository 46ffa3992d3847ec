/** Time of calls of `endpoint`, by kind, in a mix and for new routes. */
import type { Conditions, Row, Suite } from "../harness/measure.js";
import { type Job, timeJobs } from "../harness/time-jobs.js";
import { type Kind, kinds } from "./kinds.js";
import { expandOnce, type Parameters } from "./by-hand.js";
import { checkResult, readingUrls } from "./compare-results.js";
import { octokit, ours } from "./subjects.js";

/** Calls of `endpoint`. The README says how the limits were set. */
export const endpointSuite: Suite = async (conditions) => {
  const mixedJobs = [createMix(), createNewRoute()];
  return [...(await measureKinds(conditions)), ...(await timeJobs(mixedJobs, conditions))];
};

async function measureKinds(conditions: Conditions): Promise<Row[]> {
  const jobs = kinds.map((kind) => toJob(kind.name, kind));
  const rows = await timeJobs(jobs, conditions);
  if (rows.length < kinds.length) return rows; // some are left out, so a mean would mean nothing
  const ourMean = geometricMean(rows.map(({ figure }) => figure));
  const peerMean = geometricMean(rows.map(({ beside }) => Number(beside?.["@octokit/endpoint"])));
  const job = `all ${kinds.length} kinds, geometric mean`;
  const beside = { "@octokit/endpoint": peerMean };
  return [
    ...rows,
    { job, measure: "× limit", figure: ourMean, atMost: 3.7, beside },
    { job, measure: "× @octokit/endpoint", figure: ourMean / peerMean },
  ];
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

function toJob(name: string, { ours, limit, octokit }: Omit<Kind, "name">): Job {
  return readingUrls({ name, ours, limit, peers: { "@octokit/endpoint": octokit } });
}

/** A job in which each call has another kind than the one before. */
function createMix(): Job {
  const inTurn = (key: "ours" | "limit" | "octokit") => {
    const runs = kinds.map((kind) => kind[key]);
    return (turn: number) => runs[turn % runs.length]?.(turn);
  };
  const runs = { ours: inTurn("ours"), limit: inTurn("limit"), octokit: inTurn("octokit") };
  return { ...toJob("all kinds in turn", runs), atMost: 3 };
}

/** A job in which no route comes twice, so that none is in a cache. */
function createNewRoute(): Job {
  let count = 0;
  const route = (): string => `GET /repos/{owner}/{repo}/things-${(count += 1)}/{id}`;
  const withCount = (build: (route: string, parameters: Parameters) => unknown) => () =>
    build(route(), { owner: "hubot", repo: "hello-world", id: "a1", page: 2 });
  /** Without the number of the route, which differs between subjects. */
  const uncounted = (result: unknown): unknown =>
    JSON.parse(JSON.stringify(result).replace(/things-\d+/, "things"));
  return {
    ...toJob("a new route in every call", {
      ours: withCount(ours),
      limit: withCount(expandOnce),
      octokit: withCount(octokit),
    }),
    atMost: 3,
    check: (result, expected, subject) =>
      checkResult(uncounted(result), uncounted(expected), subject),
  };
}
