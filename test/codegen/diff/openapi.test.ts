/** The level of a change of each field of an OpenAPI description, after an import of both versions. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { diffModels } from "../../../codegen/diff/diff.js";
import { importChecked } from "../../../codegen/import/import.js";
import type { JsonMap } from "../../../codegen/model/json.js";
import { DESCRIPTION, FIELDS } from "../../cases/codegen/diff/openapi.js";

const before = importText(DESCRIPTION);

const cases = Object.entries(FIELDS).flatMap(([object, fields]) =>
  Object.entries(fields).flatMap(([field, changes]) =>
    changes.map((change) => [`${object}.${field}`, change] as const),
  ),
);

describe("a change of a field has the level that it has for users", () => {
  it.each(cases)("%s", (_name, { from, to, level }) => {
    expect(DESCRIPTION.split(from)).toHaveLength(2);
    const difference = diffModels(before, importText(DESCRIPTION.replace(from, () => to)));
    expect(difference.level, JSON.stringify(difference.changes)).toBe(level);
  });
});

function importText(text: string) {
  const root = parse(text) as JsonMap;
  return importChecked({ path: "openapi.yaml", root, unmatched: [] }, []).model;
}
