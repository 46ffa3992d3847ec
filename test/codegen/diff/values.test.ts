/** The level of each change of a value, where it is written and where it is read. */
import { describe, expect, it } from "vitest";
import { diffModels } from "../../../codegen/diff/diff.js";
import { VALUES } from "../../cases/codegen/diff/values.js";
import { inEachPlace, PLACES, readFiles, valueFiles } from "./service.js";

describe.each(Object.entries(VALUES))("%s", (_name, value) => {
  const { before, after, vendor } = value;
  const levels = { body: value.sent, response: value.received, payload: value.received };
  const modelBefore = readFiles(valueFiles(inEachPlace(before), vendor));

  it.each(PLACES.map((place) => [place, levels[place]] as const))(
    "in a %s is %s",
    (place, level) => {
      const files = valueFiles({ ...inEachPlace(before), [place]: after }, vendor);
      expect(diffModels(modelBefore, readFiles(files)).level).toBe(level);
    },
  );
});
