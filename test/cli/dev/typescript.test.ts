/**
 * An entry in TypeScript. What runs the command from its sources also runs the entry; the compiled command has to
 * find tsx, because Node runs TypeScript by itself only since 22.18.
 */
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { bundle } from "../../../scripts/build/bundle.js";
import { ROOT } from "../../programs/bundle.js";
import { until } from "../../until.js";
import { createTestCli, type TestCli } from "../cli.js";
import { installTsx } from "./install-tsx.js";

let cli: TestCli;
/** The program as the build of the command compiles it. */
let compiled = "";

beforeAll(async () => {
  cli = await createTestCli();
  await cli.write("program.ts", PROGRAM);
  const [file] = await bundle({
    input: { program: join(cli.folder, "program.ts") },
    platform: "node",
    alias: { "#platform": join(ROOT, "src/receive/signatures/platform.node.ts") },
    external: /^node:/,
  });
  compiled = file?.code ?? "";
});
afterAll(() => cli.remove());

describe("an entry in TypeScript", () => {
  it("is run by what runs the command from its sources", async () => {
    await writeEntry("sources", MODULES);
    await installTsx(join(cli.folder, "sources"));
    await cli.write("sources/program.ts", PROGRAM);
    const readOutput = await start("sources", ["--import", "tsx", "program.ts"]);
    expect(readOutput()).toBe("one\n");
  });

  it.each([
    ["modules", "with-modules", MODULES],
    ["modules, in a package that is CommonJS", "with-commonjs", "{}"],
  ])(
    "of %s is run by tsx for the compiled command, and again after a change",
    async (_, folder, manifest) => {
      await writeEntry(folder, manifest);
      await installTsx(join(cli.folder, folder));
      const readOutput = await startCompiled(folder);
      expect(readOutput()).toBe("one\n");
      await cli.write(`${folder}/message.ts`, 'export const message: string = "two";\n');
      await until(() => expect(readOutput()).toBe("one\ntwo\n"));
    },
  );

  it("says what is missing without tsx", async () => {
    await writeEntry("without", MODULES);
    const readOutput = await startCompiled("without");
    expect(readOutput()).toContain("does not run TypeScript by itself. Run `npm install -D tsx`");
  });
});

/** Loads an entry, prints its message, and does so once more after a change. */
const PROGRAM = `import { Entry } from ${JSON.stringify(join(ROOT, "cli/dev/entry.ts"))};
const entry = new Entry(process.argv[2] ?? "");
const load = async () => console.log(String((await entry.load() as { readonly message?: unknown }).message));
entry.watch(() => void load().then(() => process.exit())); // before the test may change a file
try {
  await load();
} catch (error) {
  console.log(String(error));
}
`;

const MODULES = '{"type":"module"}';

/** Writes an entry into a folder, with a module beside it that has its message. */
async function writeEntry(folder: string, manifest: string): Promise<void> {
  await mkdir(join(cli.folder, folder), { recursive: true });
  await cli.write(`${folder}/package.json`, manifest);
  await cli.write(`${folder}/message.ts`, 'export const message: string = "one";\n');
  await cli.write(
    `${folder}/entry.ts`,
    `import { message } from "./message.ts";
export default { [Symbol.for("typewire.receiver")]: () => undefined, message: message as string };
`,
  );
}

async function startCompiled(folder: string): Promise<() => string> {
  await cli.write(`${folder}/program.mjs`, compiled);
  return start(folder, ["program.mjs"]);
}

/** Starts the program, waits for its first line, and returns a function that reads its output. */
async function start(folder: string, program: readonly string[]): Promise<() => string> {
  const strips = process.allowedNodeEnvironmentFlags.has("--experimental-strip-types");
  const flags = strips ? ["--no-experimental-strip-types"] : [];
  const argv = [...flags, ...program, "entry.ts"];
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(ROOT, "tsconfig.json") };
  const child = spawn(process.execPath, argv, { cwd: join(cli.folder, folder), env });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await until(() => expect(output).toContain("\n"));
  return () => output;
}
