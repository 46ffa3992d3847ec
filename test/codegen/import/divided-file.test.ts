/** A present file that has no entries to divide. */
import { expect, it } from "vitest";
import { divideFile } from "../../../codegen/import/merge/divided-file.js";

it.each([
  ["comments alone", "# Kept by hand.\n", null],
  ["comments above other entries", "# Kept by hand.\n{ name: issues }\n", { name: "issues" }],
])("keeps the comments at its top, if it has %s", (_, text, value) => {
  const { head, values, losesComments } = divideFile({ text, value }, "actions");
  expect(head).toBe("# Kept by hand.\nactions:\n");
  expect([...values]).toEqual([]);
  expect(losesComments).toBe(false);
});
