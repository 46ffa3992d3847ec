/** The committed output is that of the committed YAML, and every way of breaking that is noticed. */
import { readdirSync } from "node:fs";
import { appendFile, cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../codegen/cli/main.js";

const committed = readdirSync("generated", { recursive: true, encoding: "utf8" }).filter((path) =>
  /\.(m?ts|md|json)$/.test(path),
);

let workspace: string;

beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), "typewire-in-sync-"));
  await cp("schema", join(workspace, "schema"), { recursive: true });
  await cp("generated", join(workspace, "generated"), { recursive: true });
});

afterAll(() => rm(workspace, { recursive: true, force: true }));

async function check(schema: string, out: string) {
  const errors: string[] = [];
  const code = await run(["--check", "--schema", schema, "--out", out], {
    out: () => undefined,
    err: (text) => errors.push(text),
  });
  return { code, errors: errors.join("\n") };
}

describe("generated/", () => {
  it("is in sync with schema/", async () => {
    expect(await check("schema", "generated")).toEqual({ code: 0, errors: "" });
  });

  it("is out of sync once any of its files is broken, and the check names each", async () => {
    const broken = join(workspace, "broken");
    await cp("generated", broken, { recursive: true });
    for (const path of committed) await appendFile(join(broken, path), "\n");
    const { code, errors } = await check("schema", broken);
    expect(code).toBe(1);
    for (const path of committed) expect(errors).toContain(`stale:   ${path}`);
    expect(errors).toContain(`npm run codegen -- --out ${broken}`);
  });

  it("is out of sync once a file is added", async () => {
    const added = join(workspace, "added");
    await cp("generated", added, { recursive: true });
    await writeFile(join(added, "more.ts"), "export {};\n");
    expect(await check("schema", added)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("extra:   more.ts"),
    });
  });

  it("is out of sync once the YAML is edited", async () => {
    const edited = join(workspace, "edited");
    await cp("schema", edited, { recursive: true });
    await appendFile(join(edited, "events.yaml"), "\nadded_event:\n  actions: [happened]\n");
    const { code, errors } = await check(edited, "generated");
    expect(code).toBe(1);
    expect(errors).toContain("stale:   event-names.ts");
  });
});
