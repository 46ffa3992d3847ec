import { do_not_optimize as keep } from "mitata";
import type { Job, Run } from "../harness/job.js";

/**
 * The same job, with the URL of every result read once, as whoever sends the request does. Engines
 * put off the joining of texts until then: unread, a URL made of pieces would seem to cost next to nothing.
 */
export function readingUrls(job: Job): Job {
  const peers = Object.entries(job.peers ?? {}).map(([name, run]) => [name, reading(run)] as const);
  return {
    ...job,
    ours: reading(job.ours),
    limit: reading(job.limit),
    peers: Object.fromEntries(peers),
  };
}

function reading(run: Run): Run {
  return (turn) => {
    const result = run(turn) as string | { url: string }; // every subject makes one of these
    keep((typeof result === "string" ? result : result.url).charCodeAt(0));
    return result;
  };
}
