import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A folder outside the repository that sees both packages as a user's project does. */
export interface Workspace {
  /** Writes a project of one file; returns its folder. */
  addProgram(name: string, text: string): string;
  remove(): void;
}

const configuration = {
  compilerOptions: {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    types: ["node"],
    module: "node16",
    moduleResolution: "node16",
  },
  files: ["program.ts"],
};

/** @param packageFolder The built package: `dist/` and its manifest. */
export function createWorkspace(packageFolder: string): Workspace {
  const root = mkdtempSync(join(tmpdir(), "typewire-bench-"));
  const modules = join(root, "node_modules");
  mkdirSync(modules);
  symlinkSync(resolve(packageFolder), join(modules, "typewire"));
  for (const name of ["@octokit", "@types"]) {
    symlinkSync(resolve("node_modules", name), join(modules, name));
  }
  return {
    addProgram(name, text) {
      const folder = join(root, name.replace(/[^\w-]+/g, "-"));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configuration));
      writeFileSync(join(folder, "program.ts"), text);
      return folder;
    },
    remove() {
      rmSync(root, { recursive: true, force: true });
    },
  };
}
