/** Time to import the package in a new process, beside that of peers. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { measureInTurns, median, type Suite } from "../harness/measure.js";

/** A project with typewire installed. It is inside the repository, where Node finds the peers. */
const FOLDER = "bench/dist/startup";

/** The smallest possible package: one file with one constant. */
const CONSTANT = "one-constant";

/** Imported modules, packages for the same purpose, and the highest ratio to their time. */
const JOBS = [
  { job: "typewire/endpoint", peers: ["@octokit/endpoint"], atMost: 1.15 },
  { job: "typewire/webhooks", peers: ["@octokit/webhooks"], atMost: 0.7 },
  { job: "typewire", peers: ["@octokit/request", "@octokit/webhooks"], atMost: 1.05 },
] as const;

export const startupSuite: Suite = async ({ isQuick, wants }) => {
  const jobs = JOBS.filter(({ job }) => wants(job));
  if (jobs.length === 0) return [];
  install();
  const programs = [[CONSTANT], ...jobs.flatMap(({ job, peers }) => [[job], peers])];
  const times = await measureInTurns(programs.map(writeProgram), isQuick ? 25 : 60, timeImport);
  const [least = []] = times;
  // Compares within a round, because other work of the machine changes between rounds.
  const timeOver = (index: number): number => {
    const samples = times[index] ?? [];
    return median(samples.map((time, round) => time - (least[round] ?? Number.NaN)));
  };
  return jobs.map(({ job, peers, atMost }, index) => {
    const ours = timeOver(1 + 2 * index);
    const theirs = timeOver(2 + 2 * index);
    const beside = { "typewire, ms": ours, "peers, ms": theirs, peers: peers.join(", ") };
    return { job, measure: "× peers", figure: ours / theirs, atMost, beside };
  });
};

/** Installs manifests and code as npm does, with the runtime inside typewire, which bundles it. */
function install(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  const target = `${FOLDER}/node_modules/typewire`;
  copyPackage(".", target);
  copyPackage("src/runtime", `${target}/node_modules/typewire-runtime`);
  const constant = `${FOLDER}/node_modules/${CONSTANT}`;
  mkdirSync(constant);
  const manifest = { name: CONSTANT, type: "module", exports: "./index.js" };
  writeFileSync(`${constant}/package.json`, JSON.stringify(manifest));
  writeFileSync(`${constant}/index.js`, "export const constant = 1;\n");
}

function copyPackage(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  cpSync(`${source}/package.json`, `${target}/package.json`);
  const filter = (path: string): boolean => !path.endsWith(".d.ts");
  cpSync(`${source}/dist`, `${target}/dist`, { recursive: true, filter });
}

/** Writes a program that prints the milliseconds of an import, without the start of Node, which varies more. */
function writeProgram(imported: readonly string[]): string {
  const path = `${FOLDER}/${imported.join("-and-").replace(/[^\w-]+/g, "-")}.mjs`;
  const program = `const start = performance.now();
${imported.map((module) => `await import("${module}");`).join("\n")}
console.log(performance.now() - start);
`;
  writeFileSync(path, program);
  return path;
}

/** Milliseconds of an import, in a process of its own. */
function timeImport(path: string): number {
  const { status, stdout } = spawnSync(process.execPath, [path], { encoding: "utf8" });
  if (status !== 0) throw new Error(`A process that runs ${path} failed.`);
  return Number(stdout);
}
