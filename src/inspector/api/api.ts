/** Answers to the requests of the page, as data. */
import { ApiError } from "../api-error.js";
import { readOverview } from "./overview.js";
import { walkMatches } from "../sources/matches.js";
import { findPayload, MAX_SEARCHED_BODY } from "../sources/payload.js";
import {
  expectFilterKeys,
  MAX_KEYS,
  readSearch,
  requireText,
  type Input,
  type SearchSettings,
} from "../sources/search.js";
import type {
  CountAnswer,
  DeliveryAnswer,
  DeliveryToSend,
  DescribeEvent,
  InspectedDelivery,
  InspectedSummary,
  InspectorFilter,
  InspectorSource,
  ListAnswer,
  SourceAnswer,
} from "../types.js";

/** Requests that change nothing, by their name after `api/`. */
export const READERS: ReadonlyMap<string, ApiReader> = new Map<string, ApiReader>([
  ["source", ({ source, isReadOnly }) => Promise.resolve(describeSource(source, isReadOnly))],
  ["deliveries", listDeliveries],
  ["delivery", getDelivery],
  ["overview", readOverview],
  ["count", countDeliveries],
  ["sample", readSample],
  ["reconciliation", reconcile],
]);

/** Requests that change something. */
export const ACTIONS: ReadonlyMap<string, ApiAction> = new Map<string, ApiAction>([
  ["replay", replay],
  ["resend", ({ source }, { key }) => expectOffered(source, "resend")(requireText(key, "`key`"))],
  ["send", ({ source }, input) => expectOffered(source, "send")(readDelivery(input))],
]);

function describeSource(source: InspectorSource, isReadOnly: boolean): SourceAnswer {
  const { title = "Deliveries", events = [], modules } = source;
  const target = source.target?.();
  const canAct = (action: unknown): boolean => !isReadOnly && action !== undefined;
  return {
    title,
    target: target && { address: target.address, command: target.command },
    isReadOnly,
    canReplay: canAct(source.replay),
    canResend: canAct(source.resend),
    canSend: canAct(source.send),
    canSample: canAct(source.send) && source.sample !== undefined,
    canReconcile: source.reconcile !== undefined,
    events,
    modules: modules ?? { webhooks: "typewire", testing: "typewire/testing" },
  };
}

// ---- Lists

async function listDeliveries(
  settings: ApiSettings,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
): Promise<ListAnswer> {
  const search = await readSearch(settings, Object.fromEntries(query));
  const { limit = 100 } = search.filter;
  const deliveries: InspectedSummary[] = [];
  const filter = { ...search.filter, limit };
  for await (const row of walkMatches(settings, { ...search, filter }, signal)) {
    deliveries.push(copySummary(row));
    if (deliveries.length === limit) return { deliveries, isLast: false };
  }
  return { deliveries, isLast: true };
}

/** Counts up to as many deliveries as one replay takes. */
async function countDeliveries(
  settings: ApiSettings,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
): Promise<CountAnswer> {
  const search = await readSearch(settings, Object.fromEntries(query));
  const filter = { ...search.filter, isBrief: true };
  const matches = walkMatches(settings, { ...search, filter }, signal);
  for (let count = 0; count < MAX_KEYS; count++) {
    if ((await matches.next()).done === true) return { count, isCut: false };
  }
  return { count: MAX_KEYS, isCut: true };
}

/** Copies the members that a row shows, so that the page gets nothing else from a source. */
export function copySummary(delivery: InspectedSummary): InspectedSummary {
  return {
    key: delivery.key,
    id: delivery.id,
    event: delivery.event,
    action: delivery.action,
    receivedAt: delivery.receivedAt,
    outcome: delivery.outcome,
    status: delivery.status,
    attempts: delivery.attempts,
    duration: delivery.duration,
    size: delivery.size,
    note: delivery.note,
    summary: delivery.summary,
    error: delivery.error,
  };
}

// ---- One delivery

/** Bytes of a body that the page shows. A longer one can be downloaded. */
const MAX_SHOWN_BODY = MAX_SEARCHED_BODY;

async function getDelivery(settings: ApiSettings, query: URLSearchParams): Promise<DeliveryAnswer> {
  const { source, hiddenHeaders } = settings;
  const delivery = await findDelivery(source, query);
  const { body, headers, history, findings, url, answer } = delivery;
  const payload = findPayload(delivery);
  const isShown = body !== undefined && body.length <= MAX_SHOWN_BODY;
  return {
    ...copySummary(delivery),
    history,
    findings,
    url,
    answer,
    headers: headers?.map(
      ([name, value]) => [name, hiddenHeaders.has(name.toLowerCase()) ? HIDDEN : value] as const,
    ),
    body: isShown ? toBase64(body) : undefined,
    isBodyKept: body !== undefined,
    payload: delivery.payload === undefined ? undefined : JSON.stringify(delivery.payload),
    description: isShown ? await findDescription(settings, delivery, payload) : undefined,
    previous: await findPrevious(source, delivery),
  };
}

const HIDDEN = "(hidden)";

/** Ignores an error of the description: the delivery is shown without it. */
async function findDescription(
  { source, describe }: ApiSettings,
  { event, action }: InspectedSummary,
  payload: unknown,
): Promise<DeliveryAnswer["description"]> {
  if (payload === undefined) return undefined;
  const described = { event, action, payload };
  try {
    return await (describe === undefined ? source.describe?.(described) : describe(described));
  } catch {
    return undefined;
  }
}

export async function findDelivery(
  source: InspectorSource,
  query: URLSearchParams,
): Promise<InspectedDelivery> {
  const delivery = await source.get(requireText(query.get("key"), "`key`"));
  if (delivery !== undefined) return delivery;
  throw new ApiError(404, "NOT_FOUND", "The delivery is not kept any more.");
}

/** Rows that are searched for one with the same action. */
const LOOK_BACK = 50;

async function findPrevious(
  source: InspectorSource,
  { key, event, action }: InspectedSummary,
): Promise<string | undefined> {
  const before = await source.list({ event, before: key, limit: LOOK_BACK });
  return before.find((each) => each.action === action)?.key;
}

/** Bytes that one call converts to text: engines limit the number of arguments. */
const BYTES_PER_CALL = 32_768;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += BYTES_PER_CALL)
    text += String.fromCharCode(...bytes.subarray(at, at + BYTES_PER_CALL));
  return btoa(text);
}

// ---- Functions that not every source has

async function replay(settings: ApiSettings, input: Input): Promise<{ readonly count: number }> {
  const replayMatching = expectOffered(settings.source, "replay");
  return { count: await replayMatching(await readReplayFilter(settings, input)) };
}

/** Replaces terms, which no source knows, by the keys of the deliveries that match. */
async function readReplayFilter(settings: ApiSettings, input: Input): Promise<InspectorFilter> {
  const search = await readSearch(settings, expectFilterKeys(input));
  if (search.terms.length === 0) return search.filter;
  const keys: string[] = [];
  const filter = { outcome: "dead", ...search.filter } as const;
  for await (const { key } of walkMatches(settings, { ...search, filter })) {
    keys.push(key);
    if (keys.length === MAX_KEYS) break;
  }
  return { keys };
}

function readDelivery({ event, body, from }: Input): DeliveryToSend {
  return {
    event: requireText(event, "`event`"),
    body: requireText(body, "`body`"),
    from: from === undefined ? undefined : requireText(from, "`from`"),
  };
}

async function readSample({ source }: ApiSettings, query: URLSearchParams) {
  const event = requireText(query.get("event"), "`event`");
  return { payload: await expectOffered(source, "sample")(event) };
}

async function reconcile(settings: ApiSettings, query: URLSearchParams) {
  const { filter } = await readSearch(settings, Object.fromEntries(query));
  return expectOffered(settings.source, "reconcile")(filter);
}

/** @throws ApiError for a source without the function. */
function expectOffered<Name extends "replay" | "resend" | "send" | "sample" | "reconcile">(
  source: InspectorSource,
  name: Name,
): NonNullable<InspectorSource[Name]> {
  const call = source[name];
  // Bound, because a source may be an instance of a class. TypeScript loses the type of a union.
  if (call !== undefined) return call.bind(source) as NonNullable<InspectorSource[Name]>;
  throw new ApiError(404, "NOT_OFFERED", `This source has no \`${name}\`.`);
}

// ---- Types

export interface ApiSettings extends SearchSettings {
  readonly isReadOnly: boolean;
  readonly describe: DescribeEvent | undefined;
}

/** @param signal aborted when the client has gone. */
type ApiReader = (
  settings: ApiSettings,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
) => Promise<unknown>;

type ApiAction = (settings: ApiSettings, input: Input) => Promise<unknown>;
