/** The catch-ups of an inbox: one at intervals, and those that the program asks for. */
import { expectMethods, expectTime, quote, readOptions } from "../base/expect.js";
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
import type { InboxSettings } from "./options.js";
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
  readonly #inbox: InboxMethods;
  /** Feed of the option `catchUp`, which is read at intervals. */
  readonly #feed: Feed | undefined;
  /** Feeds that are being read for a call of `run`. */
  readonly #running = new Set<Feed>();
  #isStopped = false;

  /**
   * @throws TypeError for a wrong option.
   * @throws RangeError for a duration out of range.
   */
  constructor(settings: InboxSettings, inbox: InboxMethods) {
    this.#settings = settings;
    this.#inbox = inbox;
    this.#feed = settings.catchUp && this.#open(readCatchUp(settings.catchUp));
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
    // The source is checked here, and checks the client.
    const feed = this.#open(readCatchUp(merged as CatchUpOptions));
    const start = since === undefined ? undefined : this.#readSince(since);
    if (this.#isStopped) await feed.stop(); // `run` then rejects, as for every inbox that is closed
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
    return source.open(this.#createHost(), options);
  }

  /** @throws TypeError or RangeError unless the inbox can tell what has arrived, and can take what is fetched. */
  #createHost(): CatchUpHost {
    const { environment, log, receiver, storeSettings } = this.#settings;
    const { lease, dedupeFor } = storeSettings;
    const expected = "a store that keeps notes, for a catch-up";
    const methods = ["changeNote", "findKnown"] as const;
    const store = expectMethods<CatchUpStore>(this.#settings.store, "`store`", methods, expected);
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
    if (dedupeFor < DAY) {
      throw new RangeError(
        `\`dedupeFor\` is ${dedupeFor}; expected at least a day (${DAY}) for a catch-up, ` +
          "which drops what the inbox remembers.",
      );
    }
    const { open, prepare, write } = this.#inbox;
    const openStore = async (): Promise<CatchUpStore> => {
      await open();
      return store;
    };
    return { environment, log, lease, dedupeFor, open: openStore, prepare, write };
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

// ---- Types

/** Methods of the inbox that its catch-ups call. */
interface InboxMethods extends Pick<CatchUpHost, "prepare" | "write"> {
  /** Opens the store of the settings. */
  readonly open: () => Promise<unknown>;
}
