/** Metrics of an inbox as OpenMetrics text (contract R.9), and over HTTP. Each process counts what happens in it. */
import { expectMethods, readOptions } from "../../base/expect.js";
import { createPathMatcher, expectPath } from "../../http/request.js";
import type { InboxStats } from "../store.js";
import type { Inbox, InboxFact } from "../types.js";

// ---- Over HTTP, mounted like a middleware

/**
 * Answers requests for the metrics on Node's HTTP servers, and in Express. For another path it calls `next` if
 * given, leaves the response alone and resolves with `false`. It asks for no credential: mount it where only your
 * own machines reach it.
 * @throws TypeError if `inbox` or an option has the wrong type.
 */
export function createNodeMetrics(
  inbox: Pick<Inbox, "metrics">,
  options: MetricsOptions = {},
): (request: MetricsRequest, response: MetricsResponse, next?: () => void) => Promise<boolean> {
  const { isMetricsPath, answer } = createResponder(inbox, options);
  return async (request, response, next) => {
    if (!isMetricsPath(request.url ?? "")) {
      next?.();
      return false;
    }
    const { status, headers, body } = await answer(request.method ?? "");
    response.writeHead(status, headers);
    response.end(body ?? "");
    return true;
  };
}

/**
 * Answers web-standard requests for the metrics; resolves with `undefined` for another path.
 * @throws TypeError if `inbox` or an option has the wrong type.
 */
export function createWebMetrics(
  inbox: Pick<Inbox, "metrics">,
  options: MetricsOptions = {},
): (request: Request) => Promise<Response | undefined> {
  const { isMetricsPath, answer } = createResponder(inbox, options);
  return async (request) => {
    if (!isMetricsPath(request.url)) return undefined;
    const { status, headers, body } = await answer(request.method);
    return new Response(body, { status, headers });
  };
}

/** Content type of OpenMetrics 1.0. */
const METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** Checks the arguments, and creates the answers that both kinds of servers send. */
function createResponder(inbox: Pick<Inbox, "metrics">, options: MetricsOptions): Responder {
  const checked = readOptions(options, "The options argument", "an object", { path: true });
  const path = expectPath(checked.path ?? "/metrics", "/metrics");
  expectMethods<Inbox>(inbox, "`inbox`", ["metrics"], "an inbox, as `createInbox()` returns it");
  return {
    isMetricsPath: createPathMatcher(path),
    answer: async (method) => {
      if (method !== "GET" && method !== "HEAD")
        return { status: 405, headers: { allow: "GET, HEAD" }, body: "" };
      const text = await inbox.metrics();
      const headers = { "content-type": METRICS_TYPE };
      return { status: 200, headers, body: method === "HEAD" ? null : text };
    },
  };
}

// ---- Counts, and their text

/** Upper bounds of the buckets of handling times, in seconds. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300] as const;

/** Label of events that the service does not declare: anybody can send a name. */
const OTHER = "other";

/** Values of the label `event`, besides {@link OTHER}. A service with more events has the first ones. */
const MAX_EVENTS = 500;

export class Metrics {
  readonly #eventNames: ReadonlySet<string>;
  /** Counts and times by the labels that they are printed with. */
  readonly #arrivals = new Map<string, number>();
  readonly #attempts = new Map<string, number>();
  readonly #handlingTimes = new Map<string, Histogram>();
  #takeovers = 0;
  #unavailable = 0;

  /** @param eventNames all events of the service. */
  constructor(eventNames: readonly string[]) {
    this.#eventNames = new Set(eventNames.slice(0, MAX_EVENTS));
  }

  readonly observe = (fact: InboxFact): void => {
    switch (fact.kind) {
      case "arrival":
        count(
          this.#arrivals,
          `${this.#label(fact.name)},result="${fact.result}",via="${fact.via ?? "webhook"}"`,
        );
        break;
      case "attempt":
        count(this.#attempts, `${this.#label(fact.name)},outcome="${fact.outcome}"`);
        if (fact.outcome !== "released")
          this.#addTime(fact.name, (fact.endedAt - fact.startedAt) / 1_000);
        break;
      case "takeover":
        this.#takeovers++;
        if (fact.isDead) count(this.#attempts, `${this.#label(fact.name)},outcome="dead"`);
        break;
      case "unavailable":
        this.#unavailable++;
    }
  };

  /** @param stats `undefined` while the store does not answer. */
  print(stats: InboxStats | undefined): string {
    const families = [
      printCounter("arrivals", "Deliveries that came, by what became of them", this.#arrivals),
      printCounter("attempts", "Attempts to handle a delivery, by their end", this.#attempts),
      this.#printHandling(),
      printValue(
        "counter",
        "takeovers",
        "Deliveries taken over from a worker that stopped",
        this.#takeovers,
      ),
      printValue("counter", "unavailable", "Deliveries answered with 503", this.#unavailable),
      printValue("gauge", "store_up", "1 while the store answers", stats === undefined ? 0 : 1),
      ...(stats === undefined ? [] : printStats(stats)),
    ];
    return `${families.flat().join("\n")}\n# EOF\n`;
  }

  #label(name: string): string {
    return `event="${this.#eventNames.has(name) ? escapeLabel(name) : OTHER}"`;
  }

  #addTime(name: string, seconds: number): void {
    const label = this.#label(name);
    const histogram = this.#handlingTimes.get(label) ?? createHistogram();
    this.#handlingTimes.set(label, histogram);
    const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
    const index = bucket === -1 ? BUCKETS.length : bucket; // the last one is for longer times
    histogram.counts[index] = (histogram.counts[index] ?? 0) + 1;
    histogram.sum += Math.max(0, seconds);
  }

  #printHandling(): readonly string[] {
    const name = "typewire_inbox_handling_seconds";
    const lines = [...this.#handlingTimes].flatMap(([label, { counts, sum }]) => {
      let total = 0;
      const buckets = counts.map((each, index) => {
        total += each;
        const bound = BUCKETS[index];
        return `${name}_bucket{${label},le="${bound === undefined ? "+Inf" : formatBound(bound)}"} ${total}`;
      });
      return [...buckets, `${name}_count{${label}} ${total}`, `${name}_sum{${label}} ${sum}`];
    });
    return [
      `# TYPE ${name} histogram`,
      `# UNIT ${name} seconds`,
      `# HELP ${name} Time that the handlers of one attempt took.`,
      ...lines,
    ];
  }
}

/** Creates a count for each bucket, and one for longer times. */
function createHistogram(): Histogram {
  return { counts: [...BUCKETS.map(() => 0), 0], sum: 0 };
}

function printStats({ oldestWaiting, ...states }: InboxStats): readonly (readonly string[])[] {
  const { waiting, running, done, dead } = states;
  const stored = new Map(
    Object.entries({ waiting, running, done, dead }).map(([state, number]) => [
      `state="${state}"`,
      number,
    ]),
  );
  const oldest = "typewire_inbox_oldest_waiting_seconds";
  return [
    printFamily("gauge", "stored", "Deliveries in the store, by state", stored),
    [
      `# TYPE ${oldest} gauge`,
      `# UNIT ${oldest} seconds`,
      `# HELP ${oldest} Age of the oldest delivery that waits.`,
      `${oldest} ${oldestWaiting / 1_000}`,
    ],
  ];
}

function printCounter(
  name: string,
  help: string,
  values: ReadonlyMap<string, number>,
): readonly string[] {
  return printFamily("counter", name, help, values);
}

function printValue(
  type: "counter" | "gauge",
  name: string,
  help: string,
  value: number,
): readonly string[] {
  return printFamily(type, name, help, new Map([["", value]]));
}

function printFamily(
  type: "counter" | "gauge",
  name: string,
  help: string,
  values: ReadonlyMap<string, number>,
): readonly string[] {
  const fullName = `typewire_inbox_${name}`;
  const sample = type === "counter" ? `${fullName}_total` : fullName;
  return [
    `# TYPE ${fullName} ${type}`,
    `# HELP ${fullName} ${help}.`,
    ...Array.from(values, ([labels, value]) => `${sample}${labels && `{${labels}}`} ${value}`),
  ];
}

function count(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

/** OpenMetrics writes bounds as canonical floats: `1.0`, not `1`. */
function formatBound(bound: number): string {
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

// ---- Types

export interface MetricsOptions {
  /** Path of the metrics. Default: `/metrics`. */
  readonly path?: string | undefined;
}

/** Parts of a request of Node that are read. */
interface MetricsRequest {
  readonly url?: string | undefined;
  readonly method?: string | undefined;
}

/** Parts of a response of Node that are used. */
interface MetricsResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(text: string): unknown;
}

interface Responder {
  readonly isMetricsPath: (path: string) => boolean;
  readonly answer: (method: string) => Promise<MetricsAnswer>;
}

interface MetricsAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** `null` for the answer to a HEAD request. */
  readonly body: string | null;
}

/** Handling times of one event. */
interface Histogram {
  /** Number of times in each bucket of {@link BUCKETS}, and of longer ones. */
  readonly counts: number[];
  /** In seconds. */
  sum: number;
}
