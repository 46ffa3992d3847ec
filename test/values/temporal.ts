/**
 * A stand-in for `Temporal`, which no Node of today has without a flag: only what the runtime calls. It
 * keeps the text, so that a test sees which one it was made of.
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

/** Sets the global `Temporal`, and returns a function that removes it. */
export function installTemporal(): () => void {
  Object.assign(globalThis, { Temporal: { Instant, PlainDate } });
  return () => void Reflect.deleteProperty(globalThis, "Temporal");
}
