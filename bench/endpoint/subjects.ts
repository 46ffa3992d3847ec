/** The subjects of the jobs of `endpoint`, and the comparison of their results. */
import { deepStrictEqual } from "node:assert/strict";
import { endpoint as octokitEndpoint } from "@octokit/endpoint";
import { do_not_optimize as keep } from "mitata";
import { endpoint, type RequestOptions } from "typewire/endpoint";
import type { Job, Run } from "../harness/time-jobs.js";

export const base = endpoint.DEFAULTS.baseUrl;
export const accept = endpoint.DEFAULTS.headers["accept"] ?? "";
export const agent = endpoint.DEFAULTS.headers["user-agent"] ?? "";
export const json = "application/json; charset=utf-8";

/** The type of `endpoint` without the types of routes. The timed function is the same. */
export interface Builder {
  (route: unknown, parameters?: unknown): RequestOptions;
  defaults(options: object): Builder;
  merge(route: unknown, parameters?: unknown): object;
  parse(options: object): RequestOptions;
}

export const ours = endpoint as unknown as Builder;

/** The peer with our defaults, so that results can be compared. */
export const octokit = octokitEndpoint.defaults({
  baseUrl: base,
  headers: { accept, "user-agent": agent },
}) as unknown as Builder;

/** Makes the default headers anew, as each result has them. */
export function freshHeaders(): { [name: string]: string } {
  return { accept, "user-agent": agent };
}

/** Encodes a value quickly, as hand-written code would, since most values need no encoding. */
export function encode(text: string): string {
  for (let index = 0; index < text.length; index += 1) {
    if (!isUnreserved(text.charCodeAt(index))) return encodeAll(text);
  }
  return text;
}

/** Also encodes the reserved characters that `encodeURIComponent` leaves (RFC 3986, section 2.2). */
function encodeAll(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function isUnreserved(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || // a to z
    (code >= 65 && code <= 90) || // A to Z
    (code >= 45 && code <= 57 && code !== 47) || // - . 0 to 9, but not the slash between them
    code === 95 || // _
    code === 126 // ~
  );
}

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
