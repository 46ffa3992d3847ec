/** The consumer of a package that keeps the surface of another: what it installs, and how it is compiled. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Failure, installInto, tryToRun } from "../sdk/commands.js";

/** Installs a package with the tools that the tests of SDKs need. */
export function installConsumer(folder: string, tarball: string, runtime: string): void {
  const tools = [
    "vitest",
    "typescript@5.9",
    "@types/node@22",
    "pino",
    "undici",
    "standardwebhooks",
  ];
  installInto(folder, [tarball, runtime, ...tools]);
  writeFileSync(join(folder, "vitest.config.js"), VITEST_CONFIG);
}

/**
 * Compiles a folder of the consumer.
 * @returns A line for each error.
 * @throws Failure if the compiler fails without one.
 */
export function compileIn(consumer: string, folder: string): readonly string[] {
  const config = { ...TSCONFIG, include: [folder] };
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify(config));
  const argv = ["node_modules/typescript/bin/tsc"];
  const { status, stdout, stderr } = tryToRun(process.execPath, argv, consumer);
  const errors = stdout.split("\n").filter((line) => /error TS\d+/.test(line));
  if (status !== 0 && errors.length === 0)
    throw new Failure(`The compiler failed: ${stdout}${stderr}`);
  return errors;
}

/** Prints the first faults of a step. `SHOWN_FAULTS=1000` prints more. */
export function printFaults(lines: readonly string[]): void {
  const count = Number(process.env["SHOWN_FAULTS"] ?? 12);
  for (const line of lines.slice(0, count)) console.log(`  ${line}`);
}

/** The tests of the SDK use the globals of Jest. Those that it skips, because its own mock server has no answer, run. */
const VITEST_CONFIG = `export default {
  test: { globals: true, include: ["tests/**/*.test.ts"], testTimeout: 20000 },
  plugins: [
    { name: "no-skip", transform: (code, id) => id.endsWith(".test.ts") ? code.replaceAll("test.skip(", "test(") : undefined },
  ],
};
`;

/** The settings of the compiler, without the files. */
const TSCONFIG = {
  compilerOptions: {
    target: "es2022",
    module: "nodenext",
    moduleResolution: "nodenext",
    lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node", "vitest/globals"],
  },
};
