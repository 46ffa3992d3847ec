/**
 * The committed output is that of the committed YAML, and every way of breaking that is noticed.
 * The exit code and the text of `--check` are tested on a small schema, in check.test.ts.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "../../cli/io/tool.js";
import { generate } from "../../codegen/generate.js";
import type { GeneratedFile } from "../../codegen/generate.js";
import { createMemo } from "../../codegen/model/memo.js";
import { describePlan, planOutput } from "../../codegen/files/output-plan.js";
import { readSchema } from "../../codegen/read-schema.js";
import { followLinks } from "../cases/codegen/emit/links.js";

const schema = readFolder("schema", /\.yaml$/);
const committed = readFolder("generated", /\.(m?ts|md|json)$/);
/** Empty at first, so that everything is made; the edited schema then shares what is equal. */
const memo = createMemo();
let generated: readonly GeneratedFile[];
/** Pages of a package, which the repository does not keep. */
let reference: readonly GeneratedFile[];

beforeAll(async () => {
  const files = await generateFrom(schema, { ...PROJECT.origin, hasReference: true });
  const isReference = ({ path }: GeneratedFile) => path.startsWith("reference/");
  reference = files.filter(isReference);
  generated = files.filter((file) => !isReference(file));
});

function readFolder(folder: string, wanted: RegExp): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((path) => [
      path
        .slice(folder.length + 1)
        .split(sep)
        .join("/"),
      readFileSync(path, "utf8"),
    ]),
  );
}

function generateFrom(
  texts: ReadonlyMap<string, string>,
  origin = PROJECT.origin,
): Promise<readonly GeneratedFile[]> {
  const files = [...texts].map(([path, text]) => ({ path, text }));
  return generate(readSchema(files, memo), memo, origin);
}

function differences(
  files: readonly GeneratedFile[],
  present: ReadonlyMap<string, string>,
): readonly string[] {
  return describePlan(planOutput(files, present));
}

describe("generated/", () => {
  it("is in sync with schema/", () => {
    expect(committed.size).toBeGreaterThan(100);
    expect(differences(generated, committed)).toEqual([]);
  });

  it("is out of sync once any of its files is broken, and the check names each", () => {
    for (const file of generated) {
      const broken = new Map([[file.path, `${committed.get(file.path) ?? ""}\n`]]);
      expect(differences([file], broken)).toEqual([`stale:   ${file.path}`]);
    }
    const [path = "", text = ""] = [...committed][0] ?? [];
    const broken = new Map(committed).set(path, `${text}\n`);
    expect(differences(generated, broken)).toEqual([`stale:   ${path}`]);
  });

  it("is out of sync once a file is added", () => {
    const added = new Map(committed).set("more.ts", "export {};\n");
    expect(differences(generated, added).join()).toContain("extra:   more.ts");
  });

  it("is out of sync once the YAML is edited", async () => {
    const events = `${schema.get("events.yaml") ?? ""}\nadded_event:\n  actions: [happened]\n`;
    const edited = await generateFrom(new Map(schema).set("events.yaml", events));
    expect(differences(edited, committed)).toContain("stale:   event-names.ts");
  });
});

describe("the reference pages of a large client", () => {
  it("lead to every route and every event, on pages that a code host shows", () => {
    const { count: links, dead } = followLinks(
      new Map(reference.map(({ path, text }) => [path.slice("reference/".length), text])),
    );
    expect(dead).toEqual([]);
    expect(links).toBeGreaterThan(2 * 1223 + 75);
    expect(Math.max(...reference.map(({ text }) => text.length))).toBeLessThan(400_000);
  });
});
