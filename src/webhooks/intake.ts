import { ignore } from "./thenable.js";

/** What is still pending of some work; nothing when all of it was done at once. */
export type Work = Promise<void> | undefined;

/**
 * What a toolkit has taken in and not finished. Closed, it takes nothing more in, and tells when
 * the last of it is done.
 */
export class Intake {
  #isOpen = true;
  #isPassing = false;
  #count = 0;
  #idle: Promise<void> | undefined;
  #becomeIdle: () => void = ignore;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether one thing more is taken in. What is, enters before anything else can happen. */
  admits(): boolean {
    const isAdmitted = this.#isOpen || this.#isPassing;
    this.#isPassing = false;
    return isAdmitted;
  }

  /** Counts something as in flight until it leaves. */
  enter(): void {
    this.#count++;
  }

  /** Bound, so that it can be handed to whoever knows when something is done. */
  readonly leave = (): void => {
    this.#count--;
    if (this.#count === 0) this.#becomeIdle();
  };

  /** Makes a call of which one thing is admitted although this is closed: it goes on with what is in. */
  pass<Argument, Result>(call: (argument: Argument) => Result, argument: Argument): Result {
    this.#isPassing = true;
    try {
      return call(argument);
    } finally {
      this.#isPassing = false;
    }
  }

  /** Resolves when nothing is in. The same promise each time. */
  close(): Promise<void> {
    this.#isOpen = false;
    this.#idle ??= new Promise((resolve) => {
      if (this.#count === 0) resolve();
      else this.#becomeIdle = resolve;
    });
    return this.#idle;
  }
}

/** Kept beside the toolkits, not on them: only transports ask, and they may be given a stand-in. */
const intakes = new WeakMap<object, Intake>();

export function createIntake(owner: object): Intake {
  const intake = new Intake();
  intakes.set(owner, intake);
  return intake;
}

/** The intake of a toolkit; one that stays open for whatever else receives deliveries. */
export function findIntake(receiver: object): Intake {
  return intakes.get(receiver) ?? new Intake();
}
