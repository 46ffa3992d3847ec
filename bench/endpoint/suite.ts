import type { Conditions, Job, Row, Suite } from "../harness/job.js";
import { geometricMean } from "../harness/median.js";
import { judged, timeJob, timeJobs, toRow } from "../harness/time-job.js";
import { checkResult } from "./equal.js";
import { kinds, type Kind } from "./kinds.js";
import { creationJobs } from "./creation.js";
import { growthJobs } from "./growth.js";
import { readingUrls } from "./read-url.js";

export const endpointSuite: Suite = {
  name: "endpoint",
  async measure(conditions) {
    return [
      ...(await measureKinds(conditions)),
      ...(await timeJobs([mixOf(kinds), ...creationJobs, ...growthJobs], conditions)),
    ];
  },
};

async function measureKinds(conditions: Conditions): Promise<Row[]> {
  const wanted = kinds.filter(({ name }) => conditions.wants(name));
  const results = [];
  for (const kind of wanted) results.push(await timeJob(toJob(kind), conditions));
  const rows = results.map(toRow);
  if (wanted.length < kinds.length) return rows;
  const own = geometricMean(results.map(({ ours }) => judged(ours)));
  const other = geometricMean(results.flatMap(({ peers }) => [...peers.values()].map(judged)));
  return [
    ...rows,
    {
      job: `all ${kinds.length} kinds, geometric mean`,
      measure: "× limit",
      figure: own,
      atMost: 2.9,
      beside: { "@octokit/endpoint": other },
    },
    {
      job: `all ${kinds.length} kinds, geometric mean`,
      measure: "× @octokit/endpoint",
      figure: own / other,
    },
  ];
}

function toJob({ name, ours, limit, octokit }: Kind): Job {
  return readingUrls({
    name,
    ours,
    limit,
    peers: { "@octokit/endpoint": octokit },
    check: checkResult,
  });
}

/** Each call is another kind than the one before. */
function mixOf(all: readonly Kind[]): Job {
  const inTurn = (key: "ours" | "limit" | "octokit") => {
    const runs = all.map((kind) => kind[key]);
    return (turn: number) => runs[turn % runs.length]?.(turn);
  };
  return readingUrls({
    name: "all kinds in turn",
    ours: inTurn("ours"),
    limit: inTurn("limit"),
    peers: { "@octokit/endpoint": inTurn("octokit") },
    atMost: 2.4,
    check: checkResult,
  });
}
