/** Options of the store in PostgreSQL, which are read before anything is opened. */
import { describe, expect, it } from "vitest";
import { openPostgresStore } from "../../../src/inbox/postgres/store.js";

describe("options of the store", () => {
  const SCHEMA = 'expected up to 40 characters of a-z, 0-9 and "_".';
  it.each<[options: object, message: string]>([
    [{ connections: 1 }, "connections is 1; expected an integer from 2."],
    [{ connections: 2.5 }, "connections is 2.5; expected an integer from 2."],
    [{ schema: "" }, `schema is ""; ${SCHEMA}`],
    [{ schema: "1a" }, `schema is "1a"; ${SCHEMA}`],
    [{ schema: "aB" }, `schema is "aB"; ${SCHEMA}`],
    [{ schema: "Inbox; drop" }, `schema is "Inbox; drop"; ${SCHEMA}`],
    [{ schema: "a-" }, `schema is "a-"; ${SCHEMA}`],
    [{ schema: "a".repeat(41) }, `schema is "${"a".repeat(41)}"; ${SCHEMA}`],
    [{ connection: 3 }, "Unknown option `connection`. Did you mean `connections`?"],
  ])("[G.2] are refused as %j", (options, message) => {
    expect(() => openPostgresStore("postgresql://a/b", options)).toThrow(message);
  });

  it.each([{}, { connections: 2 }, { schema: "_a1" }, { schema: "a".repeat(40) }])(
    "[G.2] are taken as %j, and nothing is opened yet",
    (options) => {
      expect(openPostgresStore("postgresql://a/b", options)).toBeDefined();
    },
  );
});
