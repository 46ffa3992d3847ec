/**
 * Calls `onDead` and `onLate` (contract R.8). The store has a note for each alert, and a worker holds the
 * note while it calls the handler. So the handler is called once for each alert; if the worker is killed, another one
 * calls it.
 *
 * Each dead delivery has a note, `dead/` and its key:
 * - with a text: `onDead` was not called yet. The store writes it when the delivery becomes dead.
 * - none: `onDead` was called, and the note was deleted after that.
 *
 * All late deliveries together have one note, `late`:
 * - `late`: `onLate` was called, and is not called again until all deliveries are on time.
 * - an empty text, or none: all deliveries were on time at the last check.
 *
 * Taking a note that does not exist writes it with an empty text.
 */
import type { AlertHandlers, AlertStore, InboxSettings } from "../options.js";
import { DEAD_NOTE, type StoredDelivery } from "../store.js";
import { callSafely } from "../user-functions.js";

/** Milliseconds between two checks of the store. */
const CHECK_INTERVAL = 5_000;
/** Alerts about dead deliveries that are told in one check. */
const MAX_TOLD = 100;
/** Times that a note is renewed within its lease, while a function of the user runs. */
const RENEWALS = 3;

/** Text of a note that did not exist before it was taken. */
const NO_NOTE = "";

const LATE_NOTE = "late";
const LATE_TOLD = "late";
const ON_TIME = "";

/** Looks for alerts at intervals, and tells them. */
export class Alerts {
  readonly #settings: InboxSettings;
  readonly #handlers: AlertHandlers;
  readonly #store: AlertStore;
  readonly #holder = crypto.randomUUID();
  #cancelTimer: (() => void) | undefined;
  /** Check of the store that runs. */
  #checking: Promise<void> | undefined;
  #isStopped = false;

  constructor(settings: InboxSettings, handlers: AlertHandlers, store: AlertStore) {
    this.#settings = settings;
    this.#handlers = handlers;
    this.#store = store;
  }

  start(): void {
    this.#checkAfter(0);
  }

  /** Checks the store now: a delivery has become dead. */
  wake(): void {
    if (this.#cancelTimer !== undefined && this.#checking === undefined) this.#checkAfter(0);
  }

  /** Resolves when no alert is being told any more. */
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
    try {
      const { onDead, onLate } = this.#handlers;
      if (onDead !== undefined) await this.#tellDead(onDead);
      if (onLate !== undefined) await this.#tellLate(onLate);
    } catch (error) {
      this.#settings.log.debug("The inbox could not look for alerts.", error);
    }
  }

  async #tellDead(onDead: OnDead): Promise<void> {
    for (const note of await this.#store.listNotes(DEAD_NOTE, MAX_TOLD)) {
      if (this.#isStopped) return;
      const text = await this.#take(note);
      if (text === undefined) continue; // another worker is telling
      const isTold = text === NO_NOTE; // by another worker, since the list was read
      if (!isTold) await this.#tellOfDelivery(note, onDead);
      await this.#delete(note);
    }
  }

  /** Tells of the dead delivery of a note, unless it is deleted already. */
  async #tellOfDelivery(note: string, onDead: OnDead): Promise<void> {
    const key = note.slice(DEAD_NOTE.length);
    const [delivery] = await this.#store.read({ keys: [key], limit: 1 });
    if (delivery === undefined) return;
    const reason = describeReason(delivery);
    await this.#callWhileHeld(note, "onDead", () => onDead(delivery, reason));
  }

  async #tellLate(onLate: OnLate): Promise<void> {
    const text = await this.#take(LATE_NOTE);
    if (text === undefined) return; // another worker is telling
    const backlog = await this.#store.countDue();
    const isLate = backlog.oldest > this.#handlers.lateAfter;
    if (isLate && text !== LATE_TOLD)
      await this.#callWhileHeld(LATE_NOTE, "onLate", () => onLate(backlog));
    await this.#release(LATE_NOTE, isLate ? LATE_TOLD : ON_TIME);
  }

  /** Calls a function of the user, and renews the lease of a note until it has ended. */
  async #callWhileHeld(note: string, option: string, call: () => unknown): Promise<void> {
    const { environment, log, storeSettings } = this.#settings;
    const interval = Math.floor(storeSettings.lease / RENEWALS);
    let cancel: () => void = () => undefined;
    const renewLater = (): void => {
      cancel = environment.setTimer(() => {
        this.#take(note).catch(() => undefined); // the next renewal tries again
        renewLater();
      }, interval);
    };
    renewLater();
    await callSafely(call, option, log);
    cancel();
  }

  // ---- Notes

  /**
   * Takes a note, or renews its lease. Resolves with its text, which is `NO_NOTE` if there was none; `undefined` if
   * another worker holds it.
   */
  #take(note: string): Promise<string | undefined> {
    const { lease } = this.#settings.storeSettings;
    return this.#store.changeNote({ name: note, holder: this.#holder, lease });
  }

  /** Writes the text of a note, which other workers may take from then on. */
  async #release(note: string, text: string): Promise<void> {
    await this.#store.changeNote({ name: note, holder: this.#holder, lease: 0, text });
  }

  async #delete(note: string): Promise<void> {
    await this.#store.changeNote({
      name: note,
      holder: this.#holder,
      lease: 0,
      text: null,
    });
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

type OnDead = NonNullable<AlertHandlers["onDead"]>;
type OnLate = NonNullable<AlertHandlers["onLate"]>;
