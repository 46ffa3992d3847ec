/** Answers to the requests of the page, as data. */
import { ApiError } from "./access.js";
import { parseJson } from "./describe.js";
import { chooseText, matchesTerms, parseQuery, type Term } from "./query.js";
import { Slices } from "./slices.js";
import { quote } from "../base/expect.js";
import {
  OUTCOMES,
  type CountAnswer,
  type DeliveryAnswer,
  type DeliveryToSend,
  type DescribeEvent,
  type InspectedDelivery,
  type InspectedSummary,
  type InspectorFilter,
  type InspectorOutcome,
  type InspectorSource,
  type ListAnswer,
  type OverviewAnswer,
  type OverviewTime,
  type SourceAnswer,
} from "./types.js";

export interface ApiSettings {
  readonly source: InspectorSource;
  readonly isReadOnly: boolean;
  readonly describe: DescribeEvent | undefined;
  /** Names of headers whose values are not shown, in lower case. */
  readonly hiddenHeaders: ReadonlySet<string>;
}

/** @param signal aborted when the client has gone. */
type ApiReader = (
  settings: ApiSettings,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
) => Promise<unknown>;
type ApiAction = (settings: ApiSettings, input: Input) => Promise<unknown>;
type Input = Readonly<Record<string, unknown>>;

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
  [
    "replay",
    async (settings, input) => ({
      count: await offered(settings.source, "replay")(await chooseForReplay(settings, input)),
    }),
  ],
  ["resend", ({ source }, { key }) => offered(source, "resend")(requireText(key, "`key`"))],
  ["send", ({ source }, input) => offered(source, "send")(readDelivery(input))],
]);

function readDelivery({ event, body, from }: Input): DeliveryToSend {
  return {
    event: requireText(event, "`event`"),
    body: requireText(body, "`body`"),
    from: from === undefined ? undefined : requireText(from, "`from`"),
  };
}

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

// ---- Filters

const MAX_LIMIT = 500;
const MAX_KEYS = 10_000;

/** Filter of a source, with terms that no source knows. */
interface Search {
  readonly filter: InspectorFilter;
  /** Terms that each delivery is compared with; none if the filter says it all. */
  readonly terms: readonly Term[];
}

/** Reads a filter from a query or from JSON. Absent and empty values do not filter. */
async function readSearch({ source, hiddenHeaders }: ApiSettings, input: Input): Promise<Search> {
  const query = parseQuery(readText(input, "q") ?? "");
  const found = withoutAbsent({ ...(await splitEvent(source, query.filter)) });
  const text = readText(input, "text") ?? chooseText(query.terms);
  const filter = withoutAbsent({
    ...found,
    event: readText(input, "event") ?? found.event,
    action: readText(input, "action") ?? found.action,
    outcome: readOutcome(input) ?? found.outcome,
    id: readText(input, "id") ?? found.id,
    text,
    hiddenHeaders: text === undefined ? undefined : hiddenHeaders,
    since: readNumber(input, "since"),
    until: readNumber(input, "until"),
    keys: readDeliveryKeys(input["keys"]),
    before: readText(input, "before"),
    limit: readLimit(input),
  });
  const [only, ...others] = query.terms;
  // A source finds one text by itself.
  const isFound = others.length === 0 && only?.kind === "text" && only.text === text;
  return { filter, terms: isFound ? [] : query.terms };
}

/** Splits the name with an action in `event:issues.opened`, unless that is the name of an event. */
async function splitEvent(source: InspectorSource, filter: InspectorFilter) {
  const { event = "" } = filter;
  const dot = event.lastIndexOf(".");
  if (dot < 1 || (await source.list({ event, limit: 1, isBrief: true })).length > 0) return filter;
  return { ...filter, event: event.slice(0, dot), action: event.slice(dot + 1) };
}

function readText(input: Input, name: string): string | undefined {
  const value = input[name];
  return value === undefined || value === "" ? undefined : requireText(value, `\`${name}\``);
}

function readNumber(input: Input, name: string): number | undefined {
  const value = input[name];
  if (value === undefined || value === "") return undefined;
  if (Number.isFinite(Number(value))) return Number(value);
  throw new ApiError(400, "BAD_REQUEST", `\`${name}\` is not a number.`);
}

function readLimit(input: Input): number | undefined {
  const limit = readNumber(input, "limit");
  return limit === undefined ? undefined : Math.min(Math.max(1, Math.floor(limit)), MAX_LIMIT);
}

function readOutcome(input: Input): InspectorOutcome | undefined {
  const text = readText(input, "outcome");
  const outcome = OUTCOMES.find((each) => each === text);
  if (outcome === text) return outcome;
  throw new ApiError(400, "BAD_REQUEST", `\`outcome\` is not one of ${OUTCOMES.join(", ")}.`);
}

/** Replaces terms, which no source knows, by the keys of the deliveries that match. */
async function chooseForReplay(settings: ApiSettings, input: Input): Promise<InspectorFilter> {
  const search = await readSearch(settings, expectKnown(input));
  if (search.terms.length === 0) return search.filter;
  const keys: string[] = [];
  const filter = { outcome: "dead", ...search.filter } as const;
  for await (const { key } of walk(settings, { ...search, filter }))
    if (keys.push(key) === MAX_KEYS) break;
  return { keys };
}

const FILTER_KEYS: ReadonlySet<string> = new Set([
  "q",
  "event",
  "action",
  "outcome",
  "id",
  "text",
  "since",
  "until",
  "keys",
  "before",
  "limit",
]);

/** A misspelt property would match every delivery. */
function expectKnown(input: Input): Input {
  const unknown = Object.keys(input).find((key) => !FILTER_KEYS.has(key));
  if (unknown === undefined) return input;
  throw new ApiError(400, "BAD_REQUEST", `The filter has the unknown property ${quote(unknown)}.`);
}

function readDeliveryKeys(keys: unknown): readonly string[] | undefined {
  if (keys === undefined) return undefined;
  if (Array.isArray(keys) && keys.length <= MAX_KEYS)
    return keys.map((key) => requireText(key, "An element of `keys`"));
  throw new ApiError(400, "BAD_REQUEST", `\`keys\` is not an array of up to ${MAX_KEYS} strings.`);
}

function withoutAbsent(filter: InspectorFilter): InspectorFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function requireText(value: unknown, what: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new ApiError(400, "BAD_REQUEST", `${what} is not a text.`);
}

type Offer = "replay" | "resend" | "send" | "sample" | "reconcile";

function offered<Name extends Offer>(
  source: InspectorSource,
  name: Name,
): NonNullable<InspectorSource[Name]> {
  const call = source[name];
  // Bound, because a source may be an instance of a class. TypeScript loses the type of a union.
  if (call !== undefined) return call.bind(source) as NonNullable<InspectorSource[Name]>;
  throw new ApiError(404, "NOT_OFFERED", `This source has no \`${name}\`.`);
}

// ---- Deliveries

async function listDeliveries(
  settings: ApiSettings,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
): Promise<ListAnswer> {
  const search = await readSearch(settings, Object.fromEntries(query));
  const { limit = 100 } = search.filter;
  const deliveries: InspectedSummary[] = [];
  const filter = { ...search.filter, limit };
  for await (const row of walk(settings, { ...search, filter }, signal))
    if (deliveries.push(copySummary(row)) === limit) return { deliveries, isLast: false };
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
  const found = walk(settings, { ...search, filter }, signal);
  for (let count = 0; count < MAX_KEYS; count++)
    if ((await found.next()).done === true) return { count, isCut: false };
  return { count: MAX_KEYS, isCut: true };
}

/** Copies the members that a row shows, so that the page gets nothing else from a source. */
export function copySummary(delivery: InspectedSummary): InspectedSummary {
  const { key, id, event, action, receivedAt, outcome, status } = delivery;
  const { attempts, duration, size, note, summary, error } = delivery;
  const times = { receivedAt, attempts, duration, size };
  return { key, id, event, action, outcome, status, note, summary, error, ...times };
}

/** Bytes of a body that the page shows. A longer one can be downloaded. */
const MAX_SHOWN_BODY = 2 * 1024 * 1024;

async function getDelivery(settings: ApiSettings, query: URLSearchParams): Promise<DeliveryAnswer> {
  const { source, hiddenHeaders } = settings;
  const found = await findDelivery(source, query);
  const { body, headers, history, findings, url, answer } = found;
  const payload = findPayload(found);
  const isShown = body !== undefined && body.length <= MAX_SHOWN_BODY;
  return {
    ...copySummary(found),
    history,
    findings,
    url,
    answer,
    headers: headers?.map(([name, value]) =>
      hiddenHeaders.has(name.toLowerCase()) ? ([name, HIDDEN] as const) : ([name, value] as const),
    ),
    body: isShown ? toBase64(body) : undefined,
    isBodyKept: body !== undefined,
    payload: found.payload === undefined ? undefined : JSON.stringify(found.payload),
    description: isShown ? await findDescription(settings, found, payload) : undefined,
    previous: await findPrevious(source, found),
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
  const found = await source.get(requireText(query.get("key"), "`key`"));
  if (found !== undefined) return found;
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

/** Returns the payload of a delivery; `undefined` if there is none. */
function findPayload({ body, payload }: InspectedDelivery): unknown {
  return payload === undefined ? parseJson(body) : payload;
}

/** Bytes that one call converts to text: engines limit the number of arguments. */
const BYTES_PER_CALL = 32_768;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += BYTES_PER_CALL)
    text += String.fromCharCode(...bytes.subarray(at, at + BYTES_PER_CALL));
  return btoa(text);
}

/** Lists all deliveries that match, the newest first, in slices. */
async function* walk(
  settings: ApiSettings,
  { filter, terms }: Search,
  signal?: AbortSignal,
): AsyncGenerator<InspectedSummary> {
  const { source } = settings;
  const slices = new Slices();
  const isExact = terms.length === 0;
  // Terms drop most rows, so that the number of those that are asked for says little about what is to be read.
  const limit = isExact ? Math.min(filter.limit ?? MAX_LIMIT, MAX_LIMIT) : MAX_LIMIT;
  const listed = isExact ? filter : { ...filter, isBrief: true };
  for (let { before } = filter; ;) {
    await slices.pause(signal);
    const page = await source.list({ ...listed, before, limit, signal });
    for (const row of page) {
      const found = isExact ? row : await findMatch(settings, row, terms);
      if (found !== undefined) yield found;
      if (!isExact) await slices.pause(signal);
    }
    before = page.at(-1)?.key;
    if (page.length < limit) return;
  }
}

async function findMatch(
  { source, hiddenHeaders }: ApiSettings,
  { key, size }: InspectedSummary,
  terms: readonly Term[],
): Promise<InspectedSummary | undefined> {
  if (size > MAX_SHOWN_BODY) return undefined; // its parsing would hold up the receiver
  const found = await source.get(key);
  if (found === undefined) return undefined;
  const { body, headers } = found;
  const searched = { body, headers, payload: findPayload(found) };
  return matchesTerms(terms, searched, hiddenHeaders) ? found : undefined;
}

async function readSample({ source }: ApiSettings, query: URLSearchParams) {
  const event = requireText(query.get("event"), "`event`");
  return { payload: await offered(source, "sample")(event) };
}

async function reconcile(settings: ApiSettings, query: URLSearchParams) {
  const { filter } = await readSearch(settings, Object.fromEntries(query));
  return offered(settings.source, "reconcile")(filter);
}

// ---- Charts

/** Rows that charts are made of. */
const MAX_COUNTED = 10_000;

async function readOverview(
  settings: ApiSettings,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
): Promise<OverviewAnswer> {
  const search = await readSearch(settings, Object.fromEntries(query));
  const filter = { ...search.filter, isBrief: true };
  const rows: InspectedSummary[] = [];
  for await (const row of walk(settings, { ...search, filter }, signal)) {
    rows.push(row);
    if (rows.length === MAX_COUNTED) return createOverview(rows, true);
  }
  return createOverview(rows);
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Widths that a bar of time can have. */
const STEPS = [
  SECOND,
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  12 * HOUR,
  DAY,
  7 * DAY,
  30 * DAY,
];

const MAX_BARS = 60;
const MAX_EVENTS = 8;

/**
 * Counts deliveries by time and outcome, and by event.
 * @param deliveries the newest first.
 */
export function createOverview(
  deliveries: readonly InspectedSummary[],
  isCut = false,
): OverviewAnswer {
  const times = deliveries.map(({ receivedAt }) => receivedAt);
  const oldest = times.reduce((least, time) => Math.min(least, time), Infinity);
  const newest = times.reduce((most, time) => Math.max(most, time), -Infinity);
  const step = STEPS.find((each) => (newest - oldest) / each < MAX_BARS - 1) ?? 365 * DAY;
  const bars = new Map<number, Bar>();
  for (const { receivedAt, outcome, duration } of deliveries) {
    const at = Math.floor(receivedAt / step) * step;
    const bar: Bar = bars.get(at) ?? { counts: new Map(), durations: [] };
    bars.set(at, bar);
    bar.counts.set(outcome, (bar.counts.get(outcome) ?? 0) + 1);
    if (duration !== undefined) bar.durations.push(duration);
  }
  return {
    total: deliveries.length,
    isCut,
    step,
    times: [...bars]
      .sort(([left], [right]) => left - right)
      .map(([at, { counts, durations }]) =>
        toOverviewTime(at, Object.fromEntries(counts), durations),
      ),
    events: countEvents(deliveries),
  };
}

interface Bar {
  readonly counts: Map<InspectorOutcome, number>;
  readonly durations: number[];
}

function toOverviewTime(
  at: number,
  counts: OverviewTime["counts"],
  durations: number[],
): OverviewTime {
  if (durations.length === 0) return { at, counts };
  durations.sort((left, right) => left - right);
  const pick = (share: number) => durations[Math.ceil(share * durations.length) - 1];
  return { at, counts, median: pick(0.5), high: pick(0.95) };
}

/** Counts by event, the most frequent first; the rest together. */
function countEvents(deliveries: readonly InspectedSummary[]): OverviewAnswer["events"] {
  const counts = new Map<string, number>();
  for (const { event } of deliveries) counts.set(event, (counts.get(event) ?? 0) + 1);
  const sorted = [...counts].sort(([, left], [, right]) => right - left);
  const otherCount = sorted.slice(MAX_EVENTS).reduce((sum, [, count]) => sum + count, 0);
  return [
    ...sorted.slice(0, MAX_EVENTS).map(([event, count]) => ({ event, count })),
    ...(otherCount === 0 ? [] : [{ event: "others", count: otherCount }]),
  ];
}

// ---- Recordings

/** Deliveries in one recording. */
const MAX_RECORDED = 10_000;

/** Lists deliveries as lines of JSON that `typewire reconcile` reads, the oldest first. */
export async function* writeRecording(
  settings: ApiSettings,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const keys: string[] = [];
  const search = await readSearch(settings, Object.fromEntries(query));
  for await (const { key } of walk(settings, search, signal)) {
    keys.push(key);
    if (keys.length === MAX_RECORDED) break;
  }
  for (const key of keys.reverse()) {
    const found = await settings.source.get(key);
    const payload = found && findPayload(found);
    if (payload === undefined) continue; // not kept, or no payload
    const { id, event, receivedAt } = found ?? {};
    yield `${JSON.stringify({ name: event, id, receivedAt, payload })}\n`;
  }
}
