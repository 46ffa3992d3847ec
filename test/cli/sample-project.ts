/** A program of samples, compiled. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Compiled, compileProject } from "../programs/compile.js";

/** A folder inside the project, where packages are found, for a program of samples. */
export interface SampleProject {
  write(path: string, text: string): void;
  /**
   * Compiles samples as one program. All begin with the same lines, which make the client: the program has them
   * once, and then the call of each sample in a block of its own.
   */
  compile(samples: readonly string[]): { readonly program: string; readonly compiled: Compiled };
  readonly remove: () => void;
}

export function createSampleProject(name: string): SampleProject {
  const folder = resolve("test/cli/.packages", `samples-${name}`);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  return {
    write,
    compile: (samples) => {
      const parts = samples.map(splitSample);
      const blocks = parts.map(({ call }) => `{\n${call}}`);
      const program = [parts[0]?.head, ...blocks].join("\n");
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

/** Divides a sample after its first four lines, which import and make the client. */
function splitSample(text: string): { readonly head: string; readonly call: string } {
  const lines = text.split("\n");
  return { head: lines.slice(0, 4).join("\n"), call: lines.slice(4).join("\n") };
}
