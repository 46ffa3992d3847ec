/**
 * A service that lists what it has sent as GitHub, Stripe or Svix do, and that cannot be relied on: by its seed, it
 * never sends some deliveries, lists them late, twice and out of order, limits the rate, and is down for a while.
 */
import { createRandom } from "../../random.js";

/** Most deliveries that a page may have. */
const SIZES = { github: 100, stripe: 100, svix: 250 } as const;

/** Parameters that are in the routes of its lists. */
export const PARAMETERS: Readonly<Record<Style, Readonly<Record<string, string | number>>>> = {
  github: { owner: "octo", repo: "hello", hook_id: 7 },
  stripe: {},
  svix: { app_id: "app_1" },
};

export class LyingService {
  readonly style: Style;
  readonly sent: Sent[] = [];
  /** Requests by what they asked for, without those that were refused. */
  readonly answered = { pages: 0, payloads: 0 };
  refused = 0;
  /** If set, every request gets this status. */
  broken: number | undefined;
  readonly #random: () => number;
  readonly #clock: () => number;
  readonly #lies: Lies;
  #requestsWhileDown = 0;

  constructor(style: Style, seed: number, clock: () => number, lies: Lies = {}) {
    this.style = style;
    this.#random = createRandom(seed);
    this.#clock = () => clock() + (lies.skew ?? 0);
    this.#lies = lies;
  }

  get pageSize(): number {
    return SIZES[this.style];
  }

  emit(event = "note"): Sent {
    const n = this.sent.length;
    const time = this.#clock();
    const { lateness = 0 } = this.#lies;
    const listedAt = time + Math.floor(this.#random() * lateness);
    const id = `${this.style}-${n}`;
    const payload = { n, text: "grüß dich" };
    const sent = { id, event, payload, time, listedAt, number: n + 1 };
    this.sent.push(sent);
    return sent;
  }

  /** Answers with a page or a payload, or refuses the request, as the seed has it. */
  answer(url: URL): Reply {
    const refusal = this.#drawRefusal();
    if (refusal !== undefined) return refusal;
    const number = /\/deliveries\/(\d+)$/.exec(url.pathname)?.[1];
    return number === undefined ? this.#answerPage(url) : this.#answerDelivery(Number(number));
  }

  #drawRefusal(): Reply | undefined {
    const { limited = 0, restarts = 0 } = this.#lies;
    if (this.broken !== undefined) return this.#refuse(this.broken);
    if (this.#requestsWhileDown > 0) {
      this.#requestsWhileDown--;
      return this.#refuse(503);
    }
    if (this.#random() < restarts) {
      this.#requestsWhileDown = Math.floor(this.#random() * 5);
      return this.#refuse(503);
    }
    return this.#random() < limited ? this.#refuse(429, { "retry-after": "1" }) : undefined;
  }

  #answerDelivery(number: number): Reply {
    this.answered.payloads++;
    const delivery = this.sent[number - 1];
    if (delivery === undefined) return this.#refuse(404);
    const { id, payload } = delivery;
    return this.#reply(200, { id: number, guid: id, request: { payload } });
  }

  #answerPage(url: URL): Reply {
    this.answered.pages++;
    const query = url.searchParams;
    const cursor = query.get("cursor") ?? query.get("starting_after") ?? query.get("iterator");
    if (cursor !== null) this.#lies.whilePaging?.();
    const size = Number(query.get("per_page") ?? query.get("limit"));
    if (size > this.pageSize) return this.#refuse(404); // real services refuse it, too
    const newest = this.#listNewest(query.get("after"));
    const start = cursor === null ? 0 : newest.findIndex(({ id }) => id === cursor) + 1;
    const page = newest.slice(start, start + size);
    const last = page.at(-1);
    const isLast = start + size >= newest.length || last === undefined;
    const items = this.#confuse(page).map((item) => this.#describe(item));
    if (this.style === "stripe")
      return this.#reply(200, { object: "list", data: items, has_more: !isLast });
    if (this.style === "svix") {
      const iterator = last?.id ?? null;
      return this.#reply(200, { data: items, iterator, prevIterator: null, done: isLast });
    }
    if (isLast) return this.#reply(200, items);
    const next = new URL(url);
    next.searchParams.set("cursor", last.id);
    return this.#reply(200, items, { link: `<${next.href}>; rel="next"` });
  }

  /** Deliveries that are listed by now, the newest first. Svix asks for those after a time. */
  #listNewest(after: string | null): readonly Sent[] {
    const since = after === null ? -Infinity : Date.parse(after);
    return this.sent
      .filter(({ listedAt, time }) => listedAt <= this.#clock() && time >= since)
      .toReversed();
  }

  /** Repeats and swaps items; the last one stays, because Stripe's cursor is its id. */
  #confuse(page: readonly Sent[]): readonly Sent[] {
    const { confusion = 0 } = this.#lies;
    const items = [...page];
    for (let index = 0; index + 2 < items.length; index++) {
      if (this.#random() >= confusion) continue;
      const [one, other] = [items[index], items[index + 1]];
      if (one !== undefined && other !== undefined) items.splice(index, 2, other, one);
    }
    return items.flatMap((item, index) =>
      index + 1 < items.length && this.#random() < confusion ? [item, item] : [item],
    );
  }

  #describe({ id, event, payload, time, number }: Sent): object {
    const text = new Date(time).toISOString();
    if (this.style === "github")
      return { id: number, guid: id, delivered_at: text, redelivery: false, event, status: "OK" };
    if (this.style === "stripe")
      return {
        id,
        object: "event",
        created: Math.floor(time / 1_000),
        type: event,
        data: payload,
        n: payload.n,
      };
    return { id, eventType: event, payload, timestamp: text };
  }

  #refuse(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
    this.refused++;
    return this.#reply(status, { message: "refused" }, headers);
  }

  #reply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
    const date = new Date(this.#clock()).toUTCString();
    return { status, headers: { date, "content-type": "application/json", ...headers }, body };
  }
}

/** A client of the service without a network. It repeats a request that was refused for its rate, as clients do. */
export function createClient(service: LyingService, retries = 2) {
  const asked: string[] = [];
  return {
    asked,
    async request(route: string, parameters: Readonly<Record<string, unknown>>) {
      await Promise.resolve();
      const url = fillRoute(route, parameters);
      asked.push(url.pathname + url.search);
      for (let attempt = 0; ; attempt++) {
        const { status, headers, body } = service.answer(url);
        const response = { status, headers: new Headers(headers), data: structuredClone(body) };
        if (status === 200) return response;
        const isRepeated = (status === 429 || status === 503) && attempt < retries;
        if (!isRepeated) throw Object.assign(new Error(`status ${status}`), response);
      }
    },
  };
}

export function fillRoute(
  route: string,
  parameters: Readonly<Record<string, unknown>>,
  origin = "http://service.test",
): URL {
  const rest = new Map(Object.entries(parameters));
  const path = route.replace(/^GET /, "").replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const url = new URL(path, origin);
  for (const [name, value] of rest) url.searchParams.set(name, String(value));
  return url;
}

/**
 * The least number of requests: one for each delivery that never arrived, if the list has no payloads; and for
 * each catch-up the pages that are new, at least one.
 * @param newItems numbers of the items that were new to each catch-up.
 */
export function countLeast(
  service: LyingService,
  missing: number,
  newItems: readonly number[],
): number {
  const pages = newItems.map((count) => Math.max(1, Math.ceil(count / service.pageSize)));
  const payloads = service.style === "github" ? missing : 0;
  return payloads + pages.reduce((sum, each) => sum + each, 0);
}

export type Style = "github" | "stripe" | "svix";

export interface Sent {
  readonly id: string;
  readonly event: string;
  readonly payload: { readonly n: number; readonly text: string };
  /** By the clock of the service. */
  readonly time: number;
  /** Time from which it is in the list. */
  readonly listedAt: number;
  /** Id in the list of GitHub, which numbers deliveries. */
  readonly number: number;
}

export interface Lies {
  /** By how much its clock is wrong, in milliseconds. */
  readonly skew?: number;
  /** Longest time until a delivery is listed, in milliseconds. */
  readonly lateness?: number;
  /** Share of the requests that are refused with 429. */
  readonly limited?: number;
  /** Share of the requests at which it goes down, for up to five requests. */
  readonly restarts?: number;
  /** Share of the items that are listed twice, or in the place of their neighbour. */
  readonly confusion?: number;
  /** Called before each page of a list but the first is answered: the list changes while it is read. */
  readonly whilePaging?: () => void;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}
