/** The entry of a run of `dev`: it is loaded again after each change, and what it was before is drained. */
import { printError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import type { Entry, EntryTarget } from "./entry.js";

export class RunningEntry {
  readonly #entry: Entry | undefined;
  readonly #err: CliIo["err"];
  #target: EntryTarget | undefined;

  /** @param target the export of the entry, as it was loaded first; `undefined` for a run without an entry. */
  constructor(
    entry: Entry | undefined,
    target: EntryTarget | undefined,
    { err }: Pick<CliIo, "err">,
  ) {
    this.#entry = entry;
    this.#target = target;
    this.#err = err;
  }

  /** The export of the entry in its present version. */
  get target(): EntryTarget | undefined {
    return this.#target;
  }

  /** Loads the entry again after each change, one load at a time. Returns a function that stops it. */
  watch(onLoaded: (target: EntryTarget) => void): () => void {
    const entry = this.#entry;
    if (entry === undefined) return () => undefined;
    let last: Promise<void> = Promise.resolve();
    return entry.watch(() => void (last = last.then(() => this.#reload(entry, onLoaded))));
  }

  async #reload(entry: Entry, onLoaded: (target: EntryTarget) => void): Promise<void> {
    try {
      const before = this.#target;
      const target = await entry.load();
      this.#target = target;
      onLoaded(target);
      this.#err("Loaded the entry again.");
      await this.#drain(before);
    } catch (error) {
      this.#err(`${printError(error)}\nThe one before stays in use.`);
    }
  }

  /** Ends the workers of an inbox. */
  async drain(): Promise<void> {
    await this.#drain(this.#target);
  }

  /** The workers of an inbox would compete with those of a newer one. */
  async #drain(target: EntryTarget | undefined): Promise<void> {
    if (target?.start === undefined) return;
    try {
      await target.drain?.({ signal: AbortSignal.timeout(DRAIN_TIME) });
    } catch (error) {
      this.#err(printError(error));
    }
  }
}

/** Milliseconds for running handlers of an inbox to end. It then returns their deliveries to the store. */
const DRAIN_TIME = 2_000;
