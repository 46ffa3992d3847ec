/**
 * Tells somebody that a delivery is dead, or that deliveries wait too long: once for a fact, by one of the workers
 * on a store (contract R.8). A fact is a note in the store until it is told, so that a kill loses none.
 */
import { callSafely } from "./facts.js";
import type { AlertHandlers, InboxSettings } from "./options.js";
import { DEAD_NOTE, type InboxStore, type StoredDelivery } from "./store.js";

/** Store with what alerts need. */
export type AlertStore = InboxStore &
  Required<Pick<InboxStore, "changeNote" | "listNotes" | "countDue">>;

/** Milliseconds between two looks at the store. */
const INTERVAL = 5_000;
const TOLD_AT_ONCE = 100;
/** Renewals during the lease of a note. */
const RENEWALS = 3;
const LATE_NOTE = "late";
const IS_LATE = "late";

export class Alerts {
  readonly #settings: InboxSettings;
  readonly #handlers: AlertHandlers;
  readonly #holder = crypto.randomUUID();
  #cancelTimer: (() => void) | undefined;
  /** Look at the store that runs. */
  #looking: Promise<void> | undefined;
  #isStopped = false;

  constructor(settings: InboxSettings, handlers: AlertHandlers) {
    this.#settings = settings;
    this.#handlers = handlers;
  }

  start(): void {
    this.#lookLater(0);
  }

  /** Looks at the store now: a delivery has become dead. */
  wake(): void {
    if (this.#cancelTimer !== undefined && this.#looking === undefined) this.#lookLater(0);
  }

  /** Resolves when nobody is being told any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    await this.#looking;
  }

  #lookLater(delay: number): void {
    this.#cancelTimer?.();
    if (this.#isStopped) return;
    this.#cancelTimer = this.#settings.environment.setTimer(() => {
      this.#looking = this.#look().then(() => {
        this.#looking = undefined;
        this.#lookLater(INTERVAL);
      });
    }, delay);
  }

  /** Never rejects: what fails is done later, or by another worker. */
  async #look(): Promise<void> {
    const store = this.#settings.store as AlertStore; // checked with the options
    try {
      if (this.#handlers.onDead !== undefined) await this.#tellDead(store);
      if (this.#handlers.onLate !== undefined) await this.#tellLate(store, this.#handlers.onLate);
    } catch (error) {
      this.#settings.log.debug("The inbox could not look for alerts.", error);
    }
  }

  async #tellDead(store: AlertStore): Promise<void> {
    for (const name of await store.listNotes(DEAD_NOTE, TOLD_AT_ONCE)) {
      if (this.#isStopped) return;
      const text = await this.#change(store, name, this.#lease);
      if (text === undefined) continue; // another worker is telling
      if (text === "") {
        // Another worker has told since, and deleted the note: it is a new one.
        await this.#change(store, name, 0, null);
        continue;
      }
      const [delivery] = await store.read({ keys: [name.slice(DEAD_NOTE.length)], limit: 1 });
      if (delivery !== undefined) await this.#tellOf(store, name, delivery);
      await this.#change(store, name, 0, null);
    }
  }

  /** Keeps the note for as long as the function runs. */
  async #tellOf(store: AlertStore, name: string, delivery: StoredDelivery): Promise<void> {
    const { log } = this.#settings;
    const { onDead } = this.#handlers;
    await this.#keeping(store, name, () =>
      callSafely(() => onDead?.(delivery, describeReason(delivery)), "onDead", log),
    );
  }

  async #tellLate(store: AlertStore, onLate: NonNullable<AlertHandlers["onLate"]>): Promise<void> {
    const before = await this.#change(store, LATE_NOTE, this.#lease);
    if (before === undefined) return;
    const backlog = await store.countDue();
    const isLate = backlog.oldest > this.#handlers.lateAfter;
    if (isLate && before !== IS_LATE) {
      const { log } = this.#settings;
      await this.#keeping(store, LATE_NOTE, () => callSafely(() => onLate(backlog), "onLate", log));
    }
    await this.#change(store, LATE_NOTE, 0, isLate ? IS_LATE : "");
  }

  /** Renews the lease of a note while something runs. */
  async #keeping(store: AlertStore, name: string, call: () => Promise<void>): Promise<void> {
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
    .map(({ handler, message }) => {
      return handler === "" ? message : `${handler}: ${message}`;
    });
  return messages.join("; ");
}
