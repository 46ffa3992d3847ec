/** The examples of queries, and the apps of the tests here, under each compiler, with the types of the libraries. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { listSources } from "../../scripts/exports.js";
import { installPackages } from "../../scripts/install.js";
import { COMPILERS } from "../packages/compilers.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(HERE, "../..");

installPackages(HERE);
const project = mkdtempSync(join(HERE, ".types-"));
afterAll(() => rmSync(project, { recursive: true }));

/** Components in files of their own, which a compiler of TypeScript cannot read. */
const SINGLE_FILES = ["*.vue", "*.svelte"];

writeProject();

describe("[P.10] queries in the types of the libraries", () => {
  it.each(COMPILERS)("compile under %s", (compiler) => {
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(compiler, "bin/tsc"), "--pretty", "false", "--project", project],
      { cwd: project, encoding: "utf8" },
    );
    expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
  });
});

/** Copies the programs into a project with the strictest settings. */
function writeProject(): void {
  cpSync(join(ROOT, "examples/queries"), join(project, "examples"), { recursive: true });
  cpSync(join(HERE, "programs"), join(project, "programs"), { recursive: true });
  cpSync(join(HERE, "libraries.types.ts"), join(project, "libraries.types.ts"));
  writeFileSync(
    join(project, "single-files.d.ts"),
    SINGLE_FILES.map(
      (name) => `declare module "${name}" { const component: never; export default component; }\n`,
    ).join(""),
  );
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noEmit: true,
        skipLibCheck: true,
        target: "es2023",
        module: "esnext",
        moduleResolution: "bundler",
        jsx: "react-jsx",
        experimentalDecorators: true,
        lib: ["esnext", "dom", "dom.iterable"],
        types: [],
        paths: Object.fromEntries(
          Object.entries(listSources()).map(([name, path]) => [
            name,
            [`./${relative(project, join(ROOT, path))}`],
          ]),
        ),
      },
      // Patterns pass over folders that begin with a dot.
      files: readdirSync(project, { recursive: true, encoding: "utf8" }).filter((file) =>
        /\.tsx?$/.test(file),
      ),
    }),
  );
}
