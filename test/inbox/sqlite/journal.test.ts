/** The write-ahead log of a file of SQLite: that there is one, and that a handle can leave it when it is the only one. */
import { describe, expect, it } from "vitest";
import { configure, leaveLog } from "../../../src/inbox/sqlite/journal.js";
import { createHandle } from "./noting-handle.js";

describe("a handle", () => {
  it("[G.9] is refused when the file cannot have a write-ahead log", () => {
    const { handle } = createHandle([], [{ journal_mode: "delete" }]);
    expect(() => configure(handle)).toThrow(
      expect.objectContaining({
        code: "STORE_UNREADABLE",
        message:
          "The journal mode of the database is delete; expected wal. Use a file on a local disk.",
      }),
    );
  });

  it.each<{ claim: string; failing: readonly string[]; mode: string; isAlone: boolean }>([
    { claim: "is alone once the log is left", failing: [], mode: "delete", isAlone: true },
    { claim: "is not alone if the log stays", failing: [], mode: "wal", isAlone: false },
    {
      claim: "is not alone if the file is locked",
      failing: ["all PRAGMA journal_mode = DELETE"],
      mode: "delete",
      isAlone: false,
    },
  ])("[G.7] $claim", ({ failing, mode, isAlone }) => {
    expect(leaveLog(createHandle(failing, [{ journal_mode: mode }]).handle)).toBe(isAlone);
  });
});
