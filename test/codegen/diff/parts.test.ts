/** The level of each change of a route, an event or the service. */
import { describe, expect, it } from "vitest";
import { diffModels } from "../../../codegen/diff/diff.js";
import { CORRECTIONS } from "../../cases/codegen/diff/corrections.js";
import { FORMATS } from "../../cases/codegen/diff/formats.js";
import { PARTS } from "../../cases/codegen/diff/parts.js";
import { VENDOR } from "../../cases/codegen/diff/vendor.js";
import { changeService, givenService, readFiles } from "./service.js";

describe("a change of a part", () => {
  it.each(Object.entries({ ...PARTS, ...FORMATS, ...CORRECTIONS, ...VENDOR }))(
    "%s",
    (_name, part) => {
      const before = readFiles(givenService(part));
      const { level, changes } = diffModels(before, readFiles(changeService(part)));
      expect(level, JSON.stringify(changes)).toBe(part.level);
    },
  );
});
