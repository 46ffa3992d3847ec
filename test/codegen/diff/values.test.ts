/** The level of each change of a value, where it is written and where it is read. */
import { describe, expect, it } from "vitest";
import { diffModels } from "../../../codegen/diff/diff.js";
import { VALUES } from "../../cases/codegen/diff/values.js";
import { readFiles, valueFiles } from "./service.js";

describe.each(Object.entries(VALUES))("%s", (_name, value) => {
  const { before, after, sent, received, vendor } = value;
  const old = readFiles(valueFiles(before, before, before, vendor));
  it.each([
    ["a body", sent, [after, before, before]],
    ["a response", received, [before, after, before]],
    ["a payload", received, [before, before, after]],
  ] as const)("in %s is %s", (_place, level, [one, two, three]) => {
    expect(diffModels(old, readFiles(valueFiles(one, two, three, vendor))).level).toBe(level);
  });
});
