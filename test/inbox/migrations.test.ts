/** Both stores migrate their tables by the same rules. */
import { describe, expect, it } from "vitest";
import { expectNewest, selectSteps } from "../../src/inbox/store-rules.js";

const STEPS = ["create", "add a column", "add an index"];

describe("[G.8] a store of the version", () => {
  it.each([
    [0, ["create", "add a column", "add an index"]],
    [1, ["add a column", "add an index"]],
    [2, ["add an index"]],
    [3, []],
  ])("%s takes the steps that it lacks, in their order", (found, steps) => {
    expect(selectSteps(STEPS, found)).toEqual(steps);
  });

  it.each([
    [4, "STORE_TOO_NEW", /version 4; expected 3 or an older one\. Update/],
    [2, "STORE_TOO_OLD", /version 2; expected 3\. Start the program that uses it/],
    [undefined, "STORE_UNREADABLE", /has no inbox/],
  ])("%s is refused by a reader with %s", (found, code, message) => {
    const refused = expect.objectContaining({ code, message: expect.stringMatching(message) });
    expect(() => expectNewest(STEPS, found)).toThrow(refused);
  });

  it("3 is read", () => {
    expect(() => expectNewest(STEPS, 3)).not.toThrow();
  });
});
