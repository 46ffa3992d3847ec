/** The types of a comparison of two models. */
import type { Level } from "./levels.js";

/** `callers` send requests and read responses; `receivers` handle deliveries. */
export type Affected = "callers" | "receivers";

/** A change at one place. */
export interface Change {
  readonly level: Exclude<Level, "none">;
  readonly affects: Affected;
  /** The routes or events; none for a change of the whole service. */
  readonly entries: readonly string[];
  /** A part of the entry, such as `query state`, or of a shared type, such as `Thing.state`. */
  readonly place: string;
  /** Begins with a verb, so that it continues the place. */
  readonly text: string;
  readonly before?: string;
  readonly after?: string;
}

/** All changes from one model to another, the highest level first. */
export interface Difference {
  /** The highest level of all changes. */
  readonly level: Level;
  readonly changes: readonly Change[];
}

/** A change before the entries that have it are known. */
export type LocalChange = Omit<Change, "entries" | "affects">;

/** The same in the two models. */
export interface Sides<Value> {
  readonly before: Value;
  readonly after: Value;
}
