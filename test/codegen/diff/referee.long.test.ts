/** `diff` says major exactly where a program no longer compiles, or a valid request is refused. */
import { describe, expect, it } from "vitest";
import { diffModels } from "../../../codegen/diff/diff.js";
import { VALUES } from "../../cases/codegen/diff/values.js";
import { judge } from "./referee.js";
import { createValueMatches, listRefused } from "./value-programs.js";

const matches = Object.entries(VALUES).flatMap(([name, value]) => createValueMatches(name, value));
const verdicts = await judge(matches);

describe("the compiler", () => {
  it.each(matches)("agrees about $name", ({ name, before, after, value, place }) => {
    const verdict = verdicts.get(name);
    expect(verdict?.before).toEqual([]);
    const isBroken =
      (verdict?.after.length ?? 0) > 0 ||
      (place === "body" && listRefused(value, after).length > 0);
    const { level } = diffModels(before, after);
    expect({ isMajor: level === "major", after: verdict?.after }).toEqual({
      isMajor: isBroken,
      after: verdict?.after,
    });
  });
});
