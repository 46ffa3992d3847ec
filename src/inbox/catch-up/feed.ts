/**
 * A list that an inbox reads at its start and at intervals, or when it is asked to. Two notes in the store keep its
 * workers apart: one worker has the turn while it reads the list (`turn.ts`), and one has reserved the list, so that
 * the others do not read it at their intervals.
 */
import { linkTo } from "../../base/package.js";
import { InboxError } from "../store.js";
import { findRetryAfter, readMembers } from "./service.js";
import { CatchUpRun, type Reading } from "./run.js";
import { Turn, TurnLost } from "./turn.js";
import type { CatchUpHost, CatchUpReport, Feed } from "./types.js";

/** Milliseconds after which a worker asks again for a turn that another one has. */
const ASK_AGAIN_AFTER = 1_000;

/**
 * Part of `every` for which a list is reserved after it was read. Less than the whole, because the timer of the
 * next worker may be early.
 */
const RESERVED_SHARE = 0.9;

export class ListFeed implements Feed {
  readonly #host: CatchUpHost;
  readonly #reading: Reading;
  readonly #every: number;
  /** Name of the note with the turn and the progress. */
  readonly #name: string;
  /** Identifies this worker as the one that has reserved the list. */
  readonly #holder = crypto.randomUUID();
  readonly #turns = new Set<Turn>();
  #cancelTimer: (() => void) | undefined;
  #isStopped = false;
  /** Message of the failure that was logged last, until an attempt succeeds. */
  #failure: string | undefined;

  constructor(host: CatchUpHost, reading: Reading, every: number) {
    this.#host = host;
    this.#reading = reading;
    this.#every = every;
    const { plan, parameters } = reading;
    const sorted = Object.keys(parameters)
      .toSorted()
      .map((key) => [key, String(parameters[key])]);
    this.#name = `catch-up/${JSON.stringify([plan.route, ...sorted])}`;
  }

  async run(since?: number): Promise<CatchUpReport> {
    for (;;) {
      const report = await this.#tryToRun(since);
      if (report !== undefined) return report;
      await this.#pause(ASK_AGAIN_AFTER);
    }
  }

  follow(): void {
    this.#repeatAfter(this.#runAtStart());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    for (const turn of this.#turns) await turn.release().catch(() => undefined); // its lease ends
  }

  /** Resolves with `undefined` if another worker has the turn, or has taken over. */
  async #tryToRun(since?: number): Promise<CatchUpReport | undefined> {
    if (this.#isStopped)
      throw new InboxError("CLOSED", "The inbox is closed: `drain()` was called.");
    const turn = await Turn.take(this.#host, this.#name);
    if (turn === undefined) return undefined;
    this.#turns.add(turn);
    try {
      return await new CatchUpRun(this.#host, this.#reading, turn, since).finish();
    } catch (error) {
      if (error instanceof TurnLost) return undefined;
      throw error;
    } finally {
      this.#turns.delete(turn);
      await turn.release().catch(() => undefined); // its lease ends
    }
  }

  // ---- At the start, and at intervals

  /**
   * Reads the list even if another worker has reserved it: that one may have read it before this process was
   * stopped, and thus before something got lost. Resolves with the time until the next try.
   */
  async #runAtStart(): Promise<number> {
    const report = await this.#tryToRun();
    if (report === undefined) return ASK_AGAIN_AFTER; // another worker has just started, too
    return this.#finish(report);
  }

  /** Reads the list unless another worker has reserved it. Resolves with the time until the next try. */
  async #runAtInterval(): Promise<number> {
    const { lease } = this.#host;
    const report = (await this.#reserve(lease)) ? await this.#tryToRun() : undefined;
    return report === undefined ? Math.min(this.#every, lease) : this.#finish(report);
  }

  /** Logs a report, and reserves the list for most of `every`. Resolves with the time until the next try. */
  async #finish({ fetched, known, requests }: CatchUpReport): Promise<number> {
    const { log } = this.#host;
    if (this.#failure !== undefined) log.info("The catch-up works again.");
    this.#failure = undefined;
    if (fetched > 0) {
      const counts = `${fetched} deliveries that never arrived, ${known} known, ${requests} requests`;
      log.info(`The catch-up has fetched ${counts}.`);
    }
    await this.#reserve(Math.floor(this.#every * RESERVED_SHARE));
    return this.#every;
  }

  /**
   * Reserves the list for this worker: others do not read it at their intervals until the time is over. A later
   * call replaces the time. Resolves with false, and changes nothing, if another worker has reserved it.
   */
  async #reserve(time: number): Promise<boolean> {
    const store = await this.#host.open();
    const name = `${this.#name}/rest`;
    const before = await store.changeNote({ name, holder: this.#holder, lease: time });
    return before !== undefined;
  }

  /** Reads the list again and again, each time after as long as the attempt before has resolved with. */
  #repeatAfter(attempt: Promise<number>): void {
    attempt
      .catch((error: unknown) => this.#noteFailure(error))
      .then((wait) => {
        if (this.#isStopped) return;
        this.#cancelTimer = this.#host.environment.setTimer(
          () => this.#repeatAfter(this.#runAtInterval()),
          wait,
        );
      })
      .catch((error: unknown) => this.#host.log.error("The catch-up has ended.", error));
  }

  /** Logs a failure once. Resolves with the time until the next try. */
  async #noteFailure(error: unknown): Promise<number> {
    if (this.#isStopped) return this.#every;
    const { message, code } = readMembers(error);
    const text = String(message ?? error);
    if (text !== this.#failure) {
      const help = code === "CATCH_UP_FAILED" ? ` See ${linkTo("CATCH_UP_FAILED")}` : "";
      this.#host.log.error(`The catch-up failed, and is tried again. ${text}${help}`, error);
    }
    this.#failure = text;
    const retryAfter = findRetryAfter(error);
    const reserved = Math.max(Math.floor(this.#every * RESERVED_SHARE), retryAfter);
    await this.#reserve(reserved).catch(() => undefined); // it may be the store that fails
    return Math.max(this.#every, retryAfter);
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.#host.environment.setTimer(resolve, milliseconds);
    });
  }
}
