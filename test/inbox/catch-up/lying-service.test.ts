/** A service that cannot be relied on, by its seed: everything is handled, nothing twice, with few requests. */
import { describe, expect, it } from "vitest";
import { createInboxIn } from "../../../src/inbox/inbox.js";
import { openMemoryStore } from "../../../src/inbox/memory/memory-store.js";
import type { Inbox } from "../../../src/inbox/types.js";
import { createRandom } from "../../random.js";
import { HOUR, MINUTE, SECOND } from "../deliveries.js";
import { createEnvironment } from "../environment.js";
import { asHandled, deliver, setUp } from "../setup.js";
import { SOURCES } from "./connect.js";
import {
  countLeast,
  createClient,
  LyingService,
  PARAMETERS,
  type Sent,
  type Style,
} from "./lying-service.js";

const COUNT = 300;

/** Time between two catch-ups. */
const EVERY = 5 * MINUTE;

describe.each(["github", "stripe", "svix"] as const)(
  "a service like %s that cannot be relied on",
  (style) => {
    it.each([1, 2])("[R.1] [R.4] [R.6] loses nothing by the seed %i", async (seed) => {
      const history = new History(style, seed);
      await history.run();
      const { service, handled, lostCount, newCounts } = history;
      expect(lostCount).toBeGreaterThan(COUNT / 10);
      expect(handled.toSorted()).toEqual(service.sent.map(({ id }) => id).toSorted());
      const { pages, payloads } = service.answered;
      const least = countLeast(service, lostCount, newCounts);
      expect(pages + payloads).toBeLessThanOrEqual(2 * least);
    });
  },
);

/** An inbox for an hour or two, with restarts, beside a service of the seed that does not send all it lists. */
class History {
  readonly service: LyingService;
  readonly handled: string[] = [];
  /** Number of deliveries that the service has never sent. */
  lostCount = 0;
  /** Numbers of the deliveries that were new to each catch-up. */
  readonly newCounts: number[] = [];
  readonly #environment = createEnvironment();
  readonly #store = openMemoryStore();
  readonly #random: () => number;
  readonly #client: ReturnType<typeof createClient>;
  #knownCount = 0;
  #inbox: Inbox | undefined;

  constructor(style: Style, seed: number) {
    this.#random = createRandom(seed);
    this.service = new LyingService(style, seed, this.#environment.clock, {
      skew: this.#random() < 0.5 ? HOUR : -HOUR,
      lateness: 90 * SECOND,
      limited: 0.05,
      restarts: 0.03,
      confusion: 0.05,
      whilePaging: () => this.#send(),
    });
    this.#client = createClient(this.service);
  }

  async run(): Promise<void> {
    await this.#start();
    await this.#environment.elapse(MINUTE);
    while (this.service.sent.length < COUNT) {
      this.#send();
      await this.#environment.elapse(this.#random() * 20 * SECOND);
      if (this.#random() >= 0.02) continue;
      await this.#inbox?.drain();
      await this.#start();
    }
    await this.#environment.elapse(6 * EVERY);
    await this.#inbox?.drain();
  }

  async #start(): Promise<void> {
    const { style } = this.service;
    const { webhooks } = setUp();
    webhooks.onAny((event) => void this.handled.push(asHandled(event).id));
    const inbox = createInboxIn(this.#environment, {
      webhooks,
      store: this.#store,
      pollInterval: 10 * SECOND,
      log: {},
      catchUp: {
        client: { request: (...args) => this.#request(...args) },
        source: SOURCES[style],
        parameters: PARAMETERS[style],
        every: EVERY,
      },
    });
    await inbox.start();
    this.#inbox = inbox;
  }

  /** Passes a request on, and counts what is new at the first page of each catch-up. */
  #request(route: string, parameters: Readonly<Record<string, unknown>>) {
    const names = Object.keys(parameters).join();
    if (!/cursor|starting_after|iterator|delivery_id/.test(names)) {
      this.newCounts.push(this.service.sent.length - this.#knownCount);
      this.#knownCount = this.service.sent.length;
    }
    return this.#client.request(route, parameters);
  }

  /** Of ten deliveries, two never arrive, and one arrives twice. */
  #send(): void {
    if (this.service.sent.length >= COUNT) return;
    const sent = this.service.emit();
    const fate = this.#random();
    if (fate < 0.2) this.lostCount++;
    else this.#arrive(sent);
    if (fate >= 0.9)
      this.#environment.setTimer(() => this.#arrive(sent), this.#random() * 10 * MINUTE);
  }

  /** Delivers within half a minute. A delivery that the inbox refuses is lost, too. */
  #arrive({ id, event, payload }: Sent): void {
    const body = JSON.stringify(payload);
    const attempt = (): void => {
      if (this.#inbox) void deliver(this.#inbox, { id, name: event, body }).catch(() => undefined);
    };
    this.#environment.setTimer(attempt, this.#random() * 30 * SECOND);
  }
}
