/** Values as the store in PostgreSQL writes and reads them: texts, errors and durations. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  formatErrors,
  formatText,
  hashText,
  parseText,
  toInterval,
} from "../../../src/inbox/postgres/values.js";
import { describeError } from "../deliveries.js";

describe("texts in PostgreSQL", () => {
  it.each([
    { text: "plain", escaped: "plain" },
    { text: '"quoted" \\', escaped: '\\"quoted\\" \\\\' },
    { text: "a\0b", escaped: "a\\u0000b" },
    { text: "a\ud800", escaped: "a\\ud800" },
    { text: "größe 𝒳", escaped: "größe 𝒳" },
    { text: "", escaped: "" },
  ])("[G.3] are escaped and come back: $text", ({ text, escaped }) => {
    expect([formatText(text), parseText(escaped)]).toEqual([escaped, text]);
    // Every version has to find what another one has written.
    expect(hashText(text)).toBe(createHash("sha256").update(escaped).digest("base64url"));
  });

  it("[G.5] of errors are JSON, one text for each error", () => {
    const errors = [describeError(), describeError({ message: "\n" })];
    expect(formatErrors(errors)).toEqual(errors.map((error) => JSON.stringify(error)));
  });

  it.each([
    { duration: 0, sql: "0 * interval '1 millisecond'" },
    { duration: 1e14, sql: "100000000000000 * interval '1 millisecond'" },
    { duration: Infinity, sql: "100000000000000 * interval '1 millisecond'" },
  ])("[G.8] of the duration $duration stay within the range of times", ({ duration, sql }) => {
    expect(toInterval(duration)).toBe(sql);
  });
});
