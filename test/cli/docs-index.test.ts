/** A site is built again when its search has no whole index. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildSite } from "../../cli/docs/site-tools.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "typewire-site-"));
});

afterEach(() => rm(folder, { recursive: true }));

it("builds a site once with a whole index", async () => {
  await expect(build([1])).resolves.toBe(join(folder, "dist"));
  expect(await countBuilds()).toBe(1);
});

it.each([
  ["again after an empty file", [0, 1], 2],
  ["again without an index", ["none", 0, 1], 3],
] as const)("builds a site %s", async (_, sizes, count) => {
  await expect(build(sizes, await replaceNpm())).resolves.toBe(join(folder, "dist"));
  expect(await countBuilds()).toBe(count);
});

it("reports a site whose index is never whole", async () => {
  await expect(build([0, 0, 0, 1], await replaceNpm())).rejects.toThrow(
    "has no whole index for its search",
  );
  expect(await countBuilds()).toBe(3);
});

/** Most of the time of a build is that of npm, so one case alone runs it; the others run the script. */
async function replaceNpm(): Promise<NodeJS.ProcessEnv> {
  await mkdir(join(folder, "bin"));
  await writeFile(join(folder, "bin/npm"), "#!/bin/sh\nexec node build.mjs\n", { mode: 0o755 });
  return { ...process.env, PATH: join(folder, "bin") + delimiter + (process.env["PATH"] ?? "") };
}

/** Builds a site whose index is as `sizes` say: the size of its last file in each build, or no index. */
async function build(sizes: readonly (number | "none")[], env = process.env): Promise<string> {
  await writeFile(join(folder, "package.json"), '{ "scripts": { "build": "node build.mjs" } }');
  await writeFile(
    join(folder, "build.mjs"),
    `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
appendFileSync("builds", "x");
const size = ${JSON.stringify(sizes)}[readFileSync("builds").length - 1];
mkdirSync("dist/pagefind/index", { recursive: true });
if (size !== "none") {
  writeFileSync("dist/pagefind/index/a", "a");
  writeFileSync("dist/pagefind/entry", "a".repeat(size));
}`,
  );
  return buildSite(folder, { env });
}

async function countBuilds(): Promise<number> {
  return (await readFile(join(folder, "builds"))).length;
}
