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

  /** Takes one thing in, which is `leave`'s to let go. Tells whether it did. */
  enter(): boolean {
    if (!this.#isOpen && !this.#isPassing) return false;
    this.#isPassing = false;
    this.#count++;
    return true;
  }

  leave(): void {
    this.#count--;
    if (this.#count === 0) this.#becomeIdle();
  }

  /** Does some work that has entered, and leaves when that has settled. Throws what `work` throws. */
  leaveAfter(work: () => Work): Promise<void> {
    let pending: Work;
    try {
      pending = work();
    } finally {
      if (pending === undefined) this.leave();
    }
    return pending === undefined ? Promise.resolve() : this.#leaveWhenSettled(pending);
  }

  async #leaveWhenSettled(pending: Promise<void>): Promise<void> {
    try {
      await pending;
    } finally {
      this.leave();
    }
  }

  /** Makes a call that may enter once although this is closed: it goes on with what is in already. */
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

function ignore(): void {}
