import libsql from "libsql";
import { findFallback } from "../../../src/inbox/sqlite/engine.js";

/**
 * The engine that the stores use on this version of Node. Another one in the same process would drop the locks
 * of the stores when it closes their file, and would delete their log.
 */
export const Database = findFallback() === undefined ? openBuiltin() : libsql;

function openBuiltin(): typeof libsql {
  // The types of Node 20 do not know the module. Tests call what both classes have.
  return (process.getBuiltinModule("node:sqlite") as { DatabaseSync: typeof libsql }).DatabaseSync;
}
