/** The level of each change of a route, an event or the service. */
import { describe, expect, it } from "vitest";
import { diffModels } from "../../../codegen/diff/diff.js";
import { PARTS, SERVICE } from "../../cases/codegen/diff/parts.js";
import { changeService, readFiles, toFiles } from "./service.js";

describe("a change of a part", () => {
  const before = readFiles(toFiles(SERVICE));
  it.each(Object.entries(PARTS))("%s", (_name, part) => {
    const { level, changes } = diffModels(before, readFiles(changeService(part)));
    expect({ level, changes }).toEqual({ level: part.level, changes });
  });
});
