/**
 * What somebody waits for who has an API description: its import and the generation, each one
 * process of the compiled command line, start included.
 */
import { spawnSync } from "node:child_process";
import { basename, join, resolve } from "node:path";

/** What a process took. */
export interface Cost {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

const BIN = resolve("cli/dist/bin.js");

/** Prints what the process used, as the last line. */
const METER = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => console.log("\\n" + JSON.stringify(process.resourceUsage())))',
)}`;

/** Imports a description into a new folder and generates from it, with nothing remembered. */
export function measureDescription(
  file: string,
  workspace: string,
): Readonly<Record<"import" | "generate", Cost>> {
  const name = basename(file).replace(/\W/g, "-");
  const schema = join(workspace, `schema-of-${name}`);
  const out = join(workspace, `generated-of-${name}`);
  return {
    import: measure(["import", resolve(file), "--schema", schema], workspace),
    generate: measure(["generate", "--schema", schema, "--out", out], workspace),
  };
}

/** In the workspace, where no folder is found to keep a cache in. */
function measure(args: readonly string[], cwd: string): Cost {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", METER, BIN, ...args],
    {
      cwd,
      encoding: "utf8",
      maxBuffer: 100_000_000,
    },
  );
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`${args.join(" ")} failed:\n${stderr.slice(0, 2000)}`);
  const usage = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as NodeJS.ResourceUsage; // by the meter
  return {
    seconds,
    cpuSeconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
    megabytes: usage.maxRSS / 1024,
  };
}
