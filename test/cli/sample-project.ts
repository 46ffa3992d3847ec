/** A program of samples, compiled. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Compiled, compileProject } from "../programs/compile.js";

/** A folder inside the project, where packages are found, for a program of samples. */
export interface SampleProject {
  write(path: string, text: string): void;
  /** Joins samples into one program after the lines that all begin with, and compiles it. */
  compile(samples: readonly string[]): { readonly program: string; readonly compiled: Compiled };
  readonly remove: () => void;
}

/** Lines that import and make the client. */
const HEAD = 4;

export function createSampleProject(name: string): SampleProject {
  const folder = resolve("test/cli/.packages", `samples-${name}`);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  return {
    write,
    compile: (samples) => {
      const lines = samples.map((text) => text.split("\n"));
      const calls = lines.map((each) => each.slice(HEAD).join("\n"));
      const head = lines[0]?.slice(0, HEAD).join("\n") ?? "";
      const program = `${head}\n${calls.map((text) => `{\n${text}}`).join("\n")}`;
      write("program.ts", program);
      const config = {
        extends: resolve("tsconfig.json"),
        compilerOptions: { noEmit: true, skipLibCheck: true, noUnusedLocals: false },
        files: ["program.ts"],
        include: [],
      };
      write("tsconfig.json", JSON.stringify(config));
      return { program, compiled: compileProject(folder) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
