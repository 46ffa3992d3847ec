/**
 * A stand-in for `Temporal` with only what the runtime calls, so that tests need no platform that has it. It keeps
 * the text that it is made of, so that tests can compare it.
 */
class StandIn {
  readonly #text: string;

  constructor(text: string) {
    if (Number.isNaN(Date.parse(text))) throw new RangeError(`${text} is no time.`);
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  toJSON(): string {
    return this.#text;
  }

  /** Called by Vitest, which knows `Temporal`. */
  equals(other: unknown): boolean {
    return other instanceof StandIn && other.toJSON() === this.#text;
  }
}

export class Instant extends StandIn {
  readonly [Symbol.toStringTag] = "Temporal.Instant";

  static from(text: string): Instant {
    return new Instant(text);
  }
}

export class PlainDate extends StandIn {
  readonly [Symbol.toStringTag] = "Temporal.PlainDate";

  static from(text: string): PlainDate {
    return new PlainDate(text);
  }
}

/** Sets the global `Temporal`, and returns a function that puts back what was there. */
export function installTemporal(): () => void {
  const former = Object.getOwnPropertyDescriptor(globalThis, "Temporal");
  const value = { Instant, PlainDate };
  Object.defineProperty(globalThis, "Temporal", { value, configurable: true, writable: true });
  return () => {
    if (former) Object.defineProperty(globalThis, "Temporal", former);
    else Reflect.deleteProperty(globalThis, "Temporal");
  };
}
