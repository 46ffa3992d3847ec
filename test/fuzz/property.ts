/** Laws that fast-check tries on any input. */
import fc from "fast-check";

/** One law, with all that is needed to try it on any number of inputs. */
export interface Property {
  readonly title: string;
  /** @throws Error with seed and path of the smallest input that breaks the law. */
  run(parameters: {
    readonly seed: number;
    readonly numRuns?: number;
    readonly interruptAfterTimeLimit?: number;
  }): void;
}

/** A law of two inputs, which is broken by what it throws. */
export function check<One, Other>(
  title: string,
  one: fc.Arbitrary<One>,
  other: fc.Arbitrary<Other>,
  law: (one: One, other: Other) => void,
): Property {
  const property = fc.property(one, other, law);
  return { title, run: (parameters) => fc.assert(property, parameters) };
}
