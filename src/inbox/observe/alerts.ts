/**
 * Tells somebody that a delivery is dead, or that deliveries wait too long: once for a fact, by one of the workers
 * on a store (contract R.8). A fact is a note in the store until it is told, so that a kill loses none.
 */
import { type AlertHandlers, callSafely, type InboxSettings } from "../options.js";
import { DEAD_NOTE, type InboxStore, type StoredDelivery } from "../store.js";

/** Milliseconds between two checks of the store. */
const CHECK_INTERVAL = 5_000;
/** Dead deliveries that are told in one check. */
const MAX_TOLD = 100;
/** Times that a note is renewed within its lease, while a handler runs. */
const RENEWALS = 3;
/** Name of the note about late deliveries. */
const LATE_NOTE = "late";
/** Text of that note from a call of `onLate` until all deliveries are on time: it is not called again meanwhile. */
const LATE_TOLD = "late";

/** Calls `onDead` and `onLate`, and holds the note of a fact meanwhile, so that no other worker does. */
export class Alerts {
  readonly #settings: InboxSettings;
  readonly #handlers: AlertHandlers;
  readonly #holder = crypto.randomUUID();
  #cancelTimer: (() => void) | undefined;
  /** Check of the store that runs. */
  #checking: Promise<void> | undefined;
  #isStopped = false;

  constructor(settings: InboxSettings, handlers: AlertHandlers) {
    this.#settings = settings;
    this.#handlers = handlers;
  }

  start(): void {
    this.#checkAfter(0);
  }

  /** Checks the store now: a delivery has become dead. */
  wake(): void {
    if (this.#cancelTimer !== undefined && this.#checking === undefined) this.#checkAfter(0);
  }

  /** Resolves when nobody is being told any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    await this.#checking;
  }

  #checkAfter(delay: number): void {
    this.#cancelTimer?.();
    if (this.#isStopped) return;
    this.#cancelTimer = this.#settings.environment.setTimer(() => {
      this.#checking = this.#check().then(() => {
        this.#checking = undefined;
        this.#checkAfter(CHECK_INTERVAL);
      });
    }, delay);
  }

  /** Never rejects: a check that fails is repeated later, or by another worker. */
  async #check(): Promise<void> {
    const store = this.#settings.store as AlertStore; // checked with the options
    try {
      const { onDead, onLate } = this.#handlers;
      if (onDead !== undefined) await this.#tellDead(store, onDead);
      if (onLate !== undefined) await this.#tellLate(store, onLate);
    } catch (error) {
      this.#settings.log.debug("The inbox could not look for alerts.", error);
    }
  }

  async #tellDead(store: AlertStore, onDead: OnDead): Promise<void> {
    for (const name of await store.listNotes(DEAD_NOTE, MAX_TOLD)) {
      if (this.#isStopped) return;
      const text = await this.#change(store, name, this.#lease);
      if (text === undefined) continue; // another worker is telling
      // Empty is the text of a new note: another worker has told since, and has deleted the one of the list.
      if (text !== "") await this.#tellOfNote(store, name, onDead);
      await this.#change(store, name, 0, null);
    }
  }

  /** Tells of the delivery that a note is about, unless it is deleted already. */
  async #tellOfNote(store: AlertStore, name: string, onDead: OnDead): Promise<void> {
    const { log } = this.#settings;
    const [delivery] = await store.read({ keys: [name.slice(DEAD_NOTE.length)], limit: 1 });
    if (delivery === undefined) return;
    const reason = describeReason(delivery);
    await this.#whileHeld(store, name, () =>
      callSafely(() => onDead(delivery, reason), "onDead", log),
    );
  }

  async #tellLate(store: AlertStore, onLate: OnLate): Promise<void> {
    const before = await this.#change(store, LATE_NOTE, this.#lease);
    if (before === undefined) return;
    const backlog = await store.countDue();
    const isLate = backlog.oldest > this.#handlers.lateAfter;
    if (isLate && before !== LATE_TOLD) {
      const { log } = this.#settings;
      await this.#whileHeld(store, LATE_NOTE, () =>
        callSafely(() => onLate(backlog), "onLate", log),
      );
    }
    await this.#change(store, LATE_NOTE, 0, isLate ? LATE_TOLD : "");
  }

  /** Renews the lease of a note while `call` runs. */
  async #whileHeld(store: AlertStore, name: string, call: () => Promise<void>): Promise<void> {
    const { environment } = this.#settings;
    let cancel: () => void = () => undefined;
    const renewLater = (): void => {
      cancel = environment.setTimer(
        () => {
          this.#change(store, name, this.#lease).catch(() => undefined); // the next one tries again
          renewLater();
        },
        Math.floor(this.#lease / RENEWALS),
      );
    };
    renewLater();
    await call();
    cancel();
  }

  get #lease(): number {
    return this.#settings.storeSettings.lease;
  }

  /**
   * Takes or changes a note. Resolves with its text before; `undefined` if another worker holds it.
   * @param text Default: it stays as it is.
   */
  #change(
    store: AlertStore,
    name: string,
    lease: number,
    text?: string | null,
  ): Promise<string | undefined> {
    const change = { name, holder: this.#holder, lease };
    return store.changeNote(text === undefined ? change : { ...change, text });
  }
}

/** Lists the errors of the last attempt. */
function describeReason({ errors }: StoredDelivery): string {
  const last = errors.at(-1)?.attempt;
  const messages = errors
    .filter(({ attempt }) => attempt === last)
    .map(({ handler, message }) => (handler === "" ? message : `${handler}: ${message}`));
  return messages.join("; ");
}

// ---- Types

/** Store that keeps notes, and counts deliveries that are due. */
export type AlertStore = InboxStore &
  Required<Pick<InboxStore, "changeNote" | "listNotes" | "countDue">>;

type OnDead = NonNullable<AlertHandlers["onDead"]>;
type OnLate = NonNullable<AlertHandlers["onLate"]>;
