/**
 * The turn of one worker at a list: a note in the store, which the worker holds while it reads the list. The text of the
 * note is how far all workers have got with the list.
 */
import type { CatchUpHost } from "./types.js";

/** Thrown when the inbox shuts down, or another worker has taken over. */
export class TurnLost extends Error {}

/** Times that a turn is renewed within its lease. */
const RENEWALS = 3;

/** Ids of items that cannot be had, which are remembered so that no worker asks for them again. */
const MAX_SKIPPED = 1_000;

/** Right to read a list, which is renewed until it is released. */
export class Turn {
  #progress: Progress;
  readonly #host: CatchUpHost;
  readonly #name: string;
  readonly #holder: string;
  #cancelTimer: (() => void) | undefined;
  #isLost = false;

  private constructor(host: CatchUpHost, name: string, holder: string, text: string) {
    this.#host = host;
    this.#name = name;
    this.#holder = holder;
    this.#progress = text === "" ? {} : (JSON.parse(text) as Progress); // written by `save`
    this.#renewLater();
  }

  /** Takes the turn; resolves with `undefined` while another worker has it. */
  static async take(host: CatchUpHost, name: string): Promise<Turn | undefined> {
    const holder = crypto.randomUUID();
    const store = await host.open();
    const text = await store.changeNote({ name, holder, lease: host.lease });
    return text === undefined ? undefined : new Turn(host, name, holder, text);
  }

  /** @throws TurnLost unless the turn is still this worker's. */
  check(): void {
    if (this.#isLost) throw new TurnLost();
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Remembers an item that cannot be had or is refused. The next `save` writes it. */
  skip(id: string): void {
    const skipped = [...(this.#progress.skipped ?? []), id].slice(-MAX_SKIPPED);
    this.#progress = { ...this.#progress, skipped };
  }

  /**
   * Writes how far the list was read.
   * @throws TurnLost unless the turn is still this worker's.
   */
  async save(reached: Pick<Progress, "from" | "time">): Promise<void> {
    this.#progress = { ...this.#progress, ...reached };
    await this.#changeNote(this.#host.lease, JSON.stringify(this.#progress));
    this.check();
  }

  /** Lets other workers take the turn. Must be the last call. */
  async release(): Promise<void> {
    this.#cancelTimer?.();
    if (this.#isLost) return;
    await this.#changeNote(0);
    this.#isLost = true;
  }

  /**
   * Changes the lease of the note, and its text if one is given. Notes if the turn is lost.
   * @throws TurnLost if that was known before.
   */
  async #changeNote(lease: number, text?: string): Promise<void> {
    this.check();
    const store = await this.#host.open();
    const change = { name: this.#name, holder: this.#holder, lease };
    const before = await store.changeNote(text === undefined ? change : { ...change, text });
    if (before === undefined) this.#isLost = true;
  }

  #renewLater(): void {
    const { environment, lease } = this.#host;
    this.#cancelTimer = environment.setTimer(
      () => {
        if (this.#isLost) return;
        this.#renewLater();
        this.#changeNote(lease).catch(() => undefined); // the next renewal tries again
      },
      Math.floor(lease / RENEWALS),
    );
  }
}

// ---- Types

/** Place that was reached in a list. Times are milliseconds since 1970, by the clock of the service. */
export interface Progress {
  /** Nothing older is asked for: the inbox did not exist. */
  readonly from?: number | undefined;
  /** Time of the newest item up to which all are stored. */
  readonly time?: number | undefined;
  /** Ids of items that cannot be had or are refused, the newest last. They are not asked for again. */
  readonly skipped?: readonly string[] | undefined;
}
