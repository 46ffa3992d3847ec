/** Interface between an inbox and its catch-ups, with their options and reports. */
import type { SafeLog } from "../../receive/webhooks/types.js";
import type { Arrival, ArrivalResult, InboxStore } from "../store.js";

/** Lists of what a service has sent. Generated for a service, or one of the presets. */
export interface CatchUpSource {
  /**
   * Binds a list to an inbox, which calls it.
   * @throws TypeError for a wrong option.
   * @throws RangeError for a duration out of range.
   */
  open(host: CatchUpHost, options: FeedOptions): Feed;
}

/** Options of an inbox that fetches what never arrived. */
export interface CatchUpOptions extends FeedOptions {
  readonly source: CatchUpSource;
}

interface FeedOptions {
  /** Sends the requests, with a credential that may read what the service has sent. */
  readonly client: CatchUpClient;
  /** Values of the path parameters of the list, such as `{ owner, repo, hook_id }`. They choose the list. */
  readonly parameters?: Readonly<Record<string, string | number>> | undefined;
  /** Names of the events that the webhook is sent, if the list has others, too. Default: all. */
  readonly events?: readonly string[] | undefined;
  /** Time between two catch-ups: milliseconds, or a text such as `5m`. Default: 5 minutes. */
  readonly every?: number | string | undefined;
  /**
   * Time by which an item may come late into the list: the next catch-up looks at it again. Milliseconds, or a
   * text. Default: 2 minutes.
   */
  readonly overlap?: number | string | undefined;
}

/** Anything that sends requests: a generated client, one of Octokit, or an object of your own. */
export interface CatchUpClient {
  /**
   * Resolves with an object that has the body as `data`, and the `headers` of the response, as `Headers` or as
   * an object with names in lowercase. Rejects for a status outside 2xx with an error that has the `status`.
   */
  request(route: never, parameters: never): PromiseLike<unknown>;
}

/** One list, bound to an inbox. */
export interface Feed {
  /**
   * Reads the list once, and waits for its turn if another worker reads it.
   * @param since milliseconds since 1970. Default: where the last catch-up got to.
   */
  run(since?: number): Promise<CatchUpReport>;
  /** Reads the list now, and from then on at intervals. */
  follow(): void;
  /** Ends everything. The next process continues where this one was. */
  stop(): Promise<void>;
}

/** Result of a catch-up. */
export interface CatchUpReport {
  /** Number of deliveries that had never arrived, and are stored now. */
  readonly fetched: number;
  /** Number of deliveries in the list that had arrived. */
  readonly known: number;
  /** Number of deliveries that the service no longer has, or that are refused. The log has the reasons. */
  readonly skipped: number;
  /** Number of requests, without those that the client repeated. */
  readonly requests: number;
}

/** Parts of an inbox that a catch-up uses. */
export interface CatchUpHost {
  readonly log: SafeLog;
  readonly environment: {
    /** Milliseconds since 1970. */
    readonly clock: () => number;
    /** Calls back once, after so many milliseconds. Returns a function that cancels it. */
    readonly setTimer: (callback: () => void, delay: number) => () => void;
  };
  /** Milliseconds for which a worker has its turn, unless it renews it. */
  readonly lease: number;
  readonly dedupeFor: number;
  /** Opens the store. */
  open(): Promise<CatchUpStore>;
  /**
   * Checks a delivery like one that was sent, except for its signature.
   * @throws WebhookAggregateError or TypeError if it is refused.
   */
  prepare(delivery: FetchedDelivery): Promise<Arrival>;
  write(arrival: Arrival): Promise<ArrivalResult>;
}

/** Store that a catch-up can use. */
export type CatchUpStore = InboxStore & Required<Pick<InboxStore, "changeNote" | "findKnown">>;

export interface FetchedDelivery {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
}
