/** Pages of a list: their items, the next page, and the time of the service. A plan says where these are. */
import { followPath, isRecord } from "../../base/values.js";
import type { CatchUpPlan, SinceParameter } from "../../catalog/catch-up.js";
import { findNextLink } from "../../http/links.js";
import { type CatchUpResponse, createFailure, type Parameters } from "./client.js";

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

/** Delivery as a list shows it. */
export interface Item {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970, by the clock of the service. */
  readonly time: number;
  /** The item as it came. */
  readonly value: object;
}
