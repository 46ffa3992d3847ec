/** The results of a job: each is read as a sender reads it, and all must be equal. */
import { deepStrictEqual } from "node:assert/strict";
import { do_not_optimize as keep } from "mitata";
import type { Job, Run } from "../harness/time-jobs.js";

/**
 * Makes each run of a job read the URL of its result, as the sender of a request does. An engine joins the
 * pieces of a text only when it is read: without that, a URL would seem to cost nothing.
 */
export function readingUrls(job: Job): Job {
  const peers = Object.entries(job.peers ?? {}).map(([name, run]) => [name, reading(run)] as const);
  const runs = { ours: reading(job.ours), limit: reading(job.limit) };
  return { check: checkResult, ...job, ...runs, peers: Object.fromEntries(peers) };
}

function reading(run: Run): Run {
  return (turn) => {
    const result = run(turn) as string | { url: string }; // each subject returns one of these
    keep((typeof result === "string" ? result : result.url).charCodeAt(0));
    return result;
  };
}

/**
 * Expects that our result equals the limit's. A peer's may differ in the case of the method, an empty
 * media type, and a body without a prototype, or be the URL alone.
 */
export function checkResult(result: unknown, expected: unknown, subject: string): void {
  if (subject === "ours" || subject === "limit") deepStrictEqual(result, expected);
  else if (typeof result === "string") deepStrictEqual(result, (expected as { url: string }).url);
  else deepStrictEqual(withoutDifferences(result), withoutDifferences(expected));
}

function withoutDifferences(result: unknown): object {
  const { method, body, ...request } = result as { method: string; body?: unknown };
  const comparable = typeof body === "object" ? { ...body } : body;
  return { ...request, method: method.toLowerCase(), body: comparable, mediaType: undefined };
}
