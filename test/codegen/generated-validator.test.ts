/** Validators that are generated for payloads, by a table of schemas with what each takes and refuses. */
import { describe, expect, it } from "vitest";
import { schemaCases, word } from "../cases/codegen/emit/checked-schemas.js";
import { refTo } from "../cases/codegen/emit/miniature.js";
import { createModuleFolder } from "./module-folder.js";
import { loadCheck, node, user, withPayload } from "./payload-checks.js";

const writeModules = createModuleFolder();

describe("a generated validator", () => {
  it.each(schemaCases)("checks $about", async ({ schema, takes, refuses }) => {
    const validate = await loadCheck(
      writeModules,
      withPayload(schema, [user, node, word]),
      "thing",
    );
    for (const x of takes) expect(validate({ x }), JSON.stringify(x)).toBeNull();
    for (const [x, path, keyword] of refuses) {
      const issues = validate({ ...(x !== undefined && { x }) });
      expect(issues, JSON.stringify(x)).toEqual([
        { path: `/x${path}`, keyword, message: expect.any(String) },
      ]);
    }
  });

  it("tells all that is wrong", async () => {
    const schema = {
      type: "object",
      required: ["a", "b"],
      properties: { a: { type: "string" }, b: { enum: ["c", "d"] } },
    };
    const validate = await loadCheck(writeModules, withPayload(schema), "thing");
    const issues = validate({ x: { a: 1, b: 2 } }) ?? [];
    expect([...issues].sort((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { path: "/x/a", keyword: "type", message: "is not of type string" },
      { path: "/x/b", keyword: "enum", message: 'is not one of "c", "d"' },
    ]);
  });

  it("finds as much whether it is asked first or again", async () => {
    const validate = await loadCheck(writeModules, withPayload(refTo("user"), [user]), "thing");
    const first = validate({ x: {} });
    expect(validate({ x: { id: 1, login: "a" } })).toBeNull();
    expect(validate({ x: {} })).toEqual(first);
    expect(first).toHaveLength(2);
  });

  it("finds at most a hundred places, however large a payload is", async () => {
    const names = Array.from({ length: 300 }, (_, index) => `p${index}`);
    const wide = { type: "object", required: names };
    const many = { type: "object", properties: { a: { type: "array", items: wide }, b: wide } };
    const validate = await loadCheck(writeModules, withPayload(many), "thing");
    const payload = { x: { a: Array.from({ length: 200_000 }, () => ({})), b: {} } };
    expect(validate(payload)).toHaveLength(100);
  });

  it("does not grow with the depth of a payload that its schema does not follow", async () => {
    const validate = await loadCheck(writeModules, withPayload({ type: "object" }), "thing");
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level++) deep = { deep };
    expect(validate({ x: deep })).toBeNull();
  });

  it("says so where a schema refers to itself and the payload does not end", async () => {
    const validate = await loadCheck(writeModules, withPayload(refTo("node"), [node]), "thing");
    let x: object = { value: "" };
    for (let level = 0; level < 100_000; level++) x = { value: "", child: x };
    expect(validate({ x })).toEqual([
      { path: "", keyword: "depth", message: "is nested too deeply" },
    ]);
  });
});
