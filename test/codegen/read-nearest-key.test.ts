/** The key that a report suggests for one that it does not know. */
import { expect, it } from "vitest";
import { nearestKey } from "../../codegen/model/messages.js";

const known = ["operation", "summary", "per_page", "integer", "page", "pages"];

it.each([
  ["oporation", "operation"],
  ["sumamry", "summary"],
  ["Summary", "summary"],
  ["per-page", "per_page"],
  ["perPage", "per_page"],
  ["int", "integer"],
  ["pag", "page"],
  ["oporitian", "operation"],
  ["uporitian", undefined],
  ["pxge", "page"],
  ["pxgx", undefined],
  ["in", undefined],
  ["colour", undefined],
  ["", undefined],
])("takes %o for %o", (word, expected) => {
  expect(nearestKey(word, known)).toBe(expected);
});

it("never offers the word itself", () => {
  expect(nearestKey("page", known)).toBe("pages");
});
