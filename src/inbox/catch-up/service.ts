/** Requests of a catch-up, through any client: the pages of a list, and the meaning of failures. */
import { followPath, isRecord } from "../../base/values.js";
import type { CatchUpPlan, SinceParameter } from "../../catalog/catch-up.js";
import { findNextLink } from "../../http/links.js";
import { InboxError } from "../store.js";
import type { CatchUpClient } from "./types.js";

/**
 * Sends a request.
 * @throws InboxError `CATCH_UP_FAILED`. Its `cause` is the error of the client.
 */
export async function sendRequest(
  client: CatchUpClient,
  route: string,
  parameters: Parameters,
): Promise<CatchUpResponse> {
  let response: unknown;
  try {
    // A client knows the types of its routes; that of a plan is known at run time only.
    response = await (client.request as unknown as AnyRequest).call(client, route, parameters);
  } catch (cause) {
    throw createFailure(describeFailure(route, cause), cause);
  }
  const { data, headers } = readMembers(response);
  if (data === undefined) {
    throw createFailure(
      `The client's answer to ${route} has no \`data\`; expected an object with \`data\` and \`headers\`.`,
    );
  }
  return { data, get: (name) => readHeader(headers, name) };
}

function readHeader(headers: unknown, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const value = readMembers(headers)[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Returns the members of an object that any client or service may have made; none for any other value. */
export function readMembers(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

// ---- Failures

export function createFailure(message: string, cause?: unknown): InboxError {
  return new InboxError("CATCH_UP_FAILED", message, cause === undefined ? {} : { cause });
}

/** Finds the status of a response that is the cause of an error; `undefined` if there was no response. */
export function findStatus(error: unknown): number | undefined {
  const { status } = readMembers(readMembers(error)["cause"]);
  return typeof status === "number" ? status : undefined;
}

/** Longest time that a service may ask for, in seconds: a day. */
const MAX_RETRY_AFTER = 86_400;

/**
 * Finds how many milliseconds the service asks to be left alone; 0 if it does not ask. By then the client has
 * waited, tried again, and given up.
 */
export function findRetryAfter(error: unknown): number {
  const { headers, response } = readMembers(readMembers(error)["cause"]);
  const seconds = Number(readHeader(headers ?? readMembers(response)["headers"], "retry-after"));
  if (!Number.isFinite(seconds) || seconds <= 0) return 0;
  return Math.ceil(Math.min(seconds, MAX_RETRY_AFTER) * 1_000);
}

/** Meaning of the statuses that a service answers with, and the remedy. */
const MEANINGS: Readonly<Record<number, string>> = {
  401: "the credential of the client is wrong or has expired; give the client a valid one",
  403: "the credential of the client has no right to it; give it the right to read what the service has sent",
  404: "there is no such list; check the `parameters`, and that the webhook still exists",
  410: "there is no such list any more; check that the webhook still exists",
  429: "the service limits the rate of requests; the next catch-up goes on",
};

function describeFailure(route: string, cause: unknown): string {
  const { status, message } = readMembers(cause);
  if (typeof status === "number") {
    const meaning = MEANINGS[status];
    return `${route} got status ${status}${meaning === undefined ? "" : `: ${meaning}`}.`;
  }
  return `${route} got no answer: ${typeof message === "string" ? message : String(cause)}`;
}

// ---- Pages of a list: a plan says where their parts are

/**
 * Reads the items of a page, in their order.
 * @throws InboxError unless the page has items, each with an id and a time.
 */
export function readItems(plan: CatchUpPlan, { data }: CatchUpResponse): readonly Item[] {
  const list = plan.items === undefined ? data : followPath(data, plan.items);
  if (!Array.isArray(list)) {
    const where = plan.items === undefined ? "" : ` at \`${plan.items}\``;
    throw createFailure(`The answer to ${plan.route} has no list${where}; expected an array.`);
  }
  return list.map((value: unknown) => readItem(plan, value));
}

function readItem(plan: CatchUpPlan, value: unknown): Item {
  const id = followPath(value, plan.id);
  const time = readTime(followPath(value, plan.time));
  const name = followPath(value, plan.event);
  const isId = (typeof id === "string" && id !== "") || typeof id === "number";
  if (!isRecord(value) || !isId || time === undefined || typeof name !== "string") {
    const paths = `\`${plan.id}\`, \`${plan.event}\` and \`${plan.time}\``;
    throw createFailure(`An item of ${plan.route} has no id, event or time; expected ${paths}.`);
  }
  return { id: String(id), name, time, value };
}

/** Times before 2286 in seconds are smaller, and times after 1970 in milliseconds greater. */
const FIRST_MILLISECONDS = 1e10;

function readTime(time: unknown): number | undefined {
  const number = typeof time === "string" ? Date.parse(time) : time;
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
  return typeof time === "number" && number < FIRST_MILLISECONDS ? number * 1_000 : number;
}

/**
 * Reads the parameter of the next page; `undefined` after the last one.
 * @throws InboxError for a link that is not a URL, because deliveries behind it would be missed.
 */
export function readNext(
  plan: CatchUpPlan,
  response: CatchUpResponse,
  items: readonly Item[],
): Parameters | undefined {
  const cursor = findCursor(plan, response, items);
  if (cursor === undefined || cursor === null || cursor === "") return undefined;
  return { [plan.next.parameter]: cursor };
}

/** Finds the cursor in the header `link`, in the last item, or in the body, as the plan says. */
function findCursor(
  { next, route }: CatchUpPlan,
  { data, get }: CatchUpResponse,
  items: readonly Item[],
): unknown {
  if ("link" in next) return readLinkedCursor(get("link"), next.parameter, route);
  if ("item" in next) {
    const isLast = next.more !== undefined && followPath(data, next.more) === false;
    return isLast ? undefined : followPath(items.at(-1)?.value, next.item);
  }
  const isLast = next.done !== undefined && followPath(data, next.done) === true;
  return isLast ? undefined : followPath(data, next.body);
}

function readLinkedCursor(header: string, parameter: string, route: string): string | undefined {
  const target = findNextLink(header);
  if (target === undefined) return undefined;
  // A link may be relative; only its parameters count.
  const url = URL.canParse(target, "http://any") ? new URL(target, "http://any") : undefined;
  const cursor = url?.searchParams.get(parameter);
  if (cursor) return cursor;
  throw createFailure(`The link to the next page of ${route} has no parameter \`${parameter}\`.`);
}

/** Writes the parameter that bounds the time of the items. */
export function writeSince({ parameter, format }: SinceParameter, time: number): Parameters {
  if (format === "iso") return { [parameter]: new Date(time).toISOString() };
  return { [parameter]: format === "seconds" ? Math.floor(time / 1_000) : time };
}

/** Reads the clock of the service from a response; `undefined` if it does not send its time. */
export function readServiceTime({ get }: CatchUpResponse): number | undefined {
  const time = Date.parse(get("date"));
  return Number.isNaN(time) ? undefined : time;
}

// ---- Types

export type Parameters = Readonly<Record<string, unknown>>;

/** Parts of a response that a catch-up reads. */
export interface CatchUpResponse {
  readonly data: unknown;
  /** Returns a header; the empty string if it is absent. */
  readonly get: (name: string) => string;
}

/** `request` of a client, whose routes and parameters are known at run time only. */
type AnyRequest = (route: string, parameters: Parameters) => PromiseLike<unknown>;

/** Delivery as a list shows it. */
export interface Item {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970, by the clock of the service. */
  readonly time: number;
  /** The item as it came. */
  readonly value: object;
}
