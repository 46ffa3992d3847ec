/** Program of the thread that searches, and the messages between it and the main thread. */
import type { Row, SqlValue } from "./engine-differences.js";

/**
 * Gets {@link ThreadData}, then one {@link Query} after the other, and sends an {@link Answer} to each, in their order.
 * To "close", it closes its connection and ends.
 *
 * It is a text, because a file of its own would have to be found from the sources, from each package and from
 * every bundle.
 *
 * Options of the process decide whether the text runs as a script or as a module. Only a script has `require`,
 * and only a module may have import statements. So the program asks the process for modules of the platform, and
 * makes a `require` of its own for the engine that is a package. A
 * `require` made for any file can load it by its absolute path.
 *
 * `PRAGMA query_only` keeps the connection from writing. Opening the file for reading only would do the same, but
 * engines differ in the name of that option.
 */
export const PROGRAM = `
  const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
  const { createRequire } = process.getBuiltinModule("node:module");
  const { path, fallback } = workerData;
  // Lets threads that receive run first. Only on Linux does each thread have its own priority.
  if (process.platform === "linux")
    try {
      process.getBuiltinModule("node:os").setPriority(19);
    } catch {
      // A sandbox refuses it: the search competes with the other threads.
    }
  const findEngine = () => {
    if (fallback === undefined) return process.getBuiltinModule("node:sqlite").DatabaseSync;
    const require = createRequire(fallback);
    return require(fallback);
  };
  const Engine = findEngine();
  let db;
  const run = ({ sql, values }) => {
    if (db === undefined) {
      db = new Engine(path);
      db.exec("PRAGMA query_only = ON");
    }
    return db.prepare(sql).all(...values);
  };
  const answer = (query) => {
    try {
      return { rows: run(query) };
    } catch ({ message, code, errcode }) {
      // Sends the parts of the error: those of some engines lose them when they are copied to another thread.
      return { error: { message, code, errcode } };
    }
  };
  parentPort.on("message", (query) => {
    if (query !== "close") return parentPort.postMessage(answer(query));
    if (db !== undefined) db.close();
    parentPort.close();
  });
`;

// ---- Messages

export interface ThreadData {
  /** Of the database. */
  readonly path: string;
  /** Absolute path of the engine that is a package. `undefined` where `node:sqlite` is used. */
  readonly fallback: string | undefined;
}

export type Query = { readonly sql: string; readonly values: readonly SqlValue[] } | "close";

/** The rows of a query, or its error. */
export interface Answer {
  readonly rows?: readonly Row[];
  readonly error?: {
    readonly message: string;
    readonly code?: unknown;
    readonly errcode?: unknown;
  };
}
