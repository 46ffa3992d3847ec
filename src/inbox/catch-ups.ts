/** The catch-ups of an inbox: one at intervals, and those that the program asks for. */
import { expectMethods, quote, readOptions } from "../base/expect.js";
import type { OptionNames } from "../base/nearest.js";
import { HOUR, parseDuration } from "../base/durations.js";
import type {
  CatchUpClient,
  CatchUpHost,
  CatchUpOptions,
  CatchUpReport,
  CatchUpSource,
  CatchUpStore,
  Feed,
} from "./catch-up/types.js";
import { expectTime } from "./filter.js";
import type { InboxSettings } from "./options.js";
import type { InboxStore } from "./store.js";
import type { CatchUpRunOptions } from "./types.js";

const DAY = 24 * HOUR;

const RUN_OPTIONS: OptionNames<CatchUpRunOptions> = {
  since: true,
  source: true,
  parameters: true,
  events: true,
  overlap: true,
};

const CATCH_UP_OPTIONS: OptionNames<CatchUpOptions> = {
  client: true,
  source: true,
  parameters: true,
  events: true,
  every: true,
  overlap: true,
};

/** Opens the feeds of one inbox, reads them, and ends them with it. */
export class CatchUps {
  readonly #settings: InboxSettings;
  readonly #host: CatchUpHost;
  /** Feed of the option `catchUp`, which is read at intervals. */
  readonly #feed: Feed | undefined;
  /** Feeds that are being read for a call of `run`. */
  readonly #running = new Set<Feed>();
  #isStopped = false;

  /**
   * @throws TypeError for a wrong option.
   * @throws RangeError for a duration out of range.
   */
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
      open: async () => (await methods.open()) as CatchUpStore, // checked by `#expectMemory`
    };
    this.#feed = catchUp && this.#open(readCatchUp(catchUp));
  }

  /** Begins to read the feed of the option `catchUp`. */
  follow(): void {
    this.#feed?.follow();
  }

  /** Reads a feed once. Options that are not given are those of the option `catchUp`. */
  async run(client: CatchUpClient | undefined, options: CatchUpRunOptions): Promise<CatchUpReport> {
    const { since, ...overrides } = readOptions(
      options,
      "The options argument",
      "an object",
      RUN_OPTIONS,
    );
    const merged = {
      ...this.#settings.catchUp,
      ...dropUndefined(overrides),
      ...(client && { client }),
    };
    const feed = this.#open(readCatchUp(merged as CatchUpOptions)); // checked there
    const start = since === undefined ? undefined : this.#readSince(since);
    if (this.#isStopped) await feed.stop();
    this.#running.add(feed);
    try {
      return await feed.run(start);
    } finally {
      this.#running.delete(feed);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#feed?.stop();
    for (const feed of this.#running) await feed.stop();
  }

  #open({ source, ...options }: CatchUpOptions): Feed {
    this.#expectMemory();
    return source.open(this.#host, options);
  }

  /** @throws TypeError or RangeError unless the inbox can tell what has arrived, and can take what is fetched. */
  #expectMemory(): void {
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
  }

  #readSince(since: Date | number | string): number {
    const now = this.#settings.environment.clock();
    const start = typeof since === "string" ? parseSince(since, now) : expectTime(since, "`since`");
    const { dedupeFor } = this.#settings.storeSettings;
    if (start > now - dedupeFor + HOUR) return start;
    throw new RangeError(
      `\`since\` is ${new Date(start).toISOString()}; expected at most \`dedupeFor\` less an hour ago: the ` +
        "inbox forgets what has arrived before, and would handle it again. Make `dedupeFor` longer.",
    );
  }
}

function parseSince(since: string, now: number): number {
  const duration = parseDuration(since);
  if (duration !== undefined) return now - duration;
  const expected = "a text such as 30m or 2h, a Date, or milliseconds since 1970";
  throw new TypeError(`\`since\` is ${quote(since)}; expected ${expected}.`);
}

function readCatchUp(options: CatchUpOptions): CatchUpOptions {
  const expected = "an object with `client` and `source`";
  const checked = readOptions(options, "`catchUp`", expected, CATCH_UP_OPTIONS);
  expectMethods<CatchUpSource>(
    checked.source,
    "`catchUp.source`",
    ["open"],
    "a source, such as `githubDeliveries` of `typewire-runtime/inbox/catch-up`",
  );
  return checked;
}

function dropUndefined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== undefined),
  ) as Partial<Value>; // the same keys
}

/** Methods that only the inbox has. */
type HostMethods = Pick<CatchUpHost, "prepare" | "write"> & {
  readonly open: () => Promise<InboxStore>;
};
