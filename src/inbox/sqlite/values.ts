/** Values in the form in which the tables have them, or statements take them. `STEPS` of `tables.ts` has the columns. */
import type { AttemptError, DeliveryState, Via } from "../store.js";
import { readBlob, type Row } from "./engine-differences.js";

// ---- States

/** Numbers of the states in the tables. A held delivery waits behind another one of its order key. */
export const STATE = { waiting: 0, running: 1, done: 2, dead: 3, held: 4, forgotten: 5 } as const;

/** Public names of the states, by their number. A held delivery waits; a forgotten one is never read. */
export const STATE_NAMES: ReadonlyMap<number, DeliveryState> = /* @__PURE__ */ new Map([
  [STATE.waiting, "waiting"],
  [STATE.running, "running"],
  [STATE.done, "done"],
  [STATE.dead, "dead"],
  [STATE.held, "waiting"],
]);

/** Lists the numbers of the states that have a public name. */
export function listStates(name: DeliveryState): readonly number[] {
  return [...STATE_NAMES].filter(([, each]) => each === name).map(([number]) => number);
}

// ---- Columns

/** Reads the column `via`, which only the inbox writes. */
export function readVia(row: Row): Via | undefined {
  return (row["via"] as Via | null) ?? undefined;
}

/** Reads the column `digest`: bytes in the tables, and else their hex. */
export function readDigest(row: Row): string {
  return Buffer.from(readBlob(row["digest"])).toString("hex");
}

/** Writes the column `done`: the ids of the handlers that succeeded. */
export function formatNames(names: readonly string[]): string {
  return JSON.stringify(names);
}

/** Reads what {@link formatNames} wrote. */
export function parseNames(names: unknown): readonly string[] {
  return JSON.parse(String(names)) as readonly string[];
}

/** Writes each error as a line of JSON, so that SQL can add more without reading the earlier ones. */
export function formatErrors(errors: readonly AttemptError[]): string {
  return errors.map((error) => `${JSON.stringify(error)}\n`).join("");
}

/** Reads what {@link formatErrors} wrote. */
export function parseErrors(errors: unknown): readonly AttemptError[] {
  const lines = String(errors).split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as AttemptError);
}

// ---- Lists as parameters

/** True for a row whose number is in a list in JSON, such as {@link listNumbers} writes it. */
export const IS_LISTED = "seq IN (SELECT value FROM json_each(?))";

export function listNumbers(rows: readonly Row[]): string {
  return JSON.stringify(rows.map(({ seq }) => seq));
}
