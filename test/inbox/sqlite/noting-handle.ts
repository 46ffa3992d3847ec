import type { SqliteHandle } from "../../../src/inbox/sqlite/engine.js";

/**
 * A handle of SQLite that notes what it is told, and answers each statement with the same rows.
 * @param failing what it fails at, as it is noted.
 */
export function createHandle(failing: readonly string[] = [], rows: readonly object[] = []) {
  const told: string[] = [];
  const tell = (text: string) => {
    told.push(text);
    if (failing.includes(text)) throw new Error(`${text} failed`);
  };
  const handle: SqliteHandle = {
    exec: tell,
    prepare: (sql) => {
      tell(`prepare ${sql}`);
      const call =
        (method: string) =>
        (...values: unknown[]) => {
          tell([method, sql, ...values].join(" "));
          return [...rows];
        };
      return { run: call("run"), all: call("all") };
    },
    close: () => tell("close"),
  };
  return { handle, told };
}
