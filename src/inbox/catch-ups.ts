/** The catch-ups of an inbox: the one that it does by itself, and those that it is asked for. */
import { expectMethods, expectObject, quote, readOptions } from "../base/expect.js";
import { parseDuration } from "../base/durations.js";
import type { CatchUpClient } from "./catch-up/client.js";
import type {
  CatchUpHost,
  CatchUpOptions,
  CatchUpReport,
  CatchUpSource,
  CatchUpStore,
  Feed,
} from "./catch-up/types.js";
import { expectTime, type InboxSettings } from "./options.js";
import type { InboxStore } from "./store.js";
import type { CatchUpRunOptions } from "./types.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Methods that only the inbox has. */
type HostMethods = Pick<CatchUpHost, "prepare" | "write"> & {
  readonly open: () => Promise<InboxStore>;
};

export class CatchUps {
  readonly #settings: InboxSettings;
  readonly #host: CatchUpHost;
  readonly #own: Feed | undefined;
  /** Feeds that are being read because somebody has asked. */
  readonly #asked = new Set<Feed>();
  #isStopped = false;

  /** @throws TypeError for a wrong option, RangeError for a duration out of range. */
  constructor(settings: InboxSettings, methods: HostMethods) {
    const { catchUp, environment, log, storeSettings } = settings;
    const { lease, dedupeFor } = storeSettings;
    this.#settings = settings;
    this.#host = {
      environment,
      log,
      lease,
      dedupeFor,
      ...methods,
      open: async () => (await methods.open()) as CatchUpStore, // checked by `#open`
    };
    this.#own = catchUp && this.#open(readCatchUp(catchUp));
  }

  follow(): void {
    this.#own?.follow();
  }

  async run(client: CatchUpClient | undefined, options: CatchUpRunOptions): Promise<CatchUpReport> {
    const { since, ...given } = readOptions(options, "The options argument", "an object", {
      since: true,
      source: true,
      parameters: true,
      events: true,
      overlap: true,
    });
    const merged = {
      ...this.#settings.catchUp,
      ...dropUndefined(given),
      ...(client && { client }),
    };
    const feed = this.#open(readCatchUp(merged as CatchUpOptions)); // checked there
    const start = since === undefined ? undefined : this.#readSince(since);
    if (this.#isStopped) await feed.stop();
    this.#asked.add(feed);
    try {
      return await feed.run(start);
    } finally {
      this.#asked.delete(feed);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const feed of [...(this.#own ? [this.#own] : []), ...this.#asked]) await feed.stop();
  }

  #open({ source, ...options }: CatchUpOptions): Feed {
    const { receiver, store, storeSettings } = this.#settings;
    const methods = ["changeNote", "findKnown"] as const;
    expectMethods<InboxStore>(
      store,
      "`store`",
      methods,
      "a store that keeps notes, for a catch-up",
    );
    if (receiver.catalog.delivery === undefined) {
      throw new TypeError(
        "The service sends no id with its webhooks; a catch-up cannot tell what has arrived.",
      );
    }
    if (receiver.handlers?.receive === undefined) {
      throw new TypeError(
        "`webhooks` comes from an older copy of the package; expected a Webhooks of this version.",
      );
    }
    if (storeSettings.dedupeFor < DAY) {
      throw new RangeError(
        `\`dedupeFor\` is ${storeSettings.dedupeFor}; expected at least a day (${DAY}) for a catch-up, ` +
          "which drops what the inbox remembers.",
      );
    }
    return source.open(this.#host, options);
  }

  #readSince(since: Date | number | string): number {
    const now = this.#settings.environment.clock();
    const start = typeof since === "string" ? readText(since, now) : expectTime(since, "`since`");
    const { dedupeFor } = this.#settings.storeSettings;
    if (start > now - dedupeFor + HOUR) return start;
    throw new RangeError(
      `\`since\` is ${new Date(start).toISOString()}; expected at most \`dedupeFor\` less an hour ago: the ` +
        "inbox forgets what has arrived before, and would handle it again. Make `dedupeFor` longer.",
    );
  }
}

function readText(since: string, now: number): number {
  const duration = parseDuration(since);
  if (duration !== undefined) return now - duration;
  const expected = "a text such as 30m or 2h, a Date, or milliseconds since 1970";
  throw new TypeError(`\`since\` is ${quote(since)}; expected ${expected}.`);
}

function readCatchUp(options: CatchUpOptions): CatchUpOptions {
  expectObject(options, "`catchUp`", "an object with `client` and `source`");
  const read = readOptions(options, "`catchUp`", "an object with `client` and `source`", {
    client: true,
    source: true,
    parameters: true,
    events: true,
    every: true,
    overlap: true,
  });
  expectMethods<CatchUpSource>(
    read.source,
    "`catchUp.source`",
    ["open"],
    "a source, such as `githubDeliveries` of `typewire-runtime/inbox/catch-up`",
  );
  return read;
}

function dropUndefined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== undefined),
  ) as Partial<Value>; // the same keys
}
