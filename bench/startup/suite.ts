/** Time to import the package in a new process, and to get the first data of the class, beside that of peers. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { installPackages } from "../../scripts/install.js";
import { measureInTurns, median, medianRatio, type Row, type Suite } from "../harness/measure.js";

/** A project with typewire installed. It is inside the repository, where Node finds the peers. */
const FOLDER = "bench/dist/startup";

/** The smallest possible package: one file with one constant. */
const CONSTANT = "one-constant";

/** Imported modules, packages for the same purpose, and the highest ratio to their time. */
const JOBS = [
  { job: "typewire/endpoint", peers: ["@octokit/endpoint"], atMost: 1.4 },
  { job: "typewire/webhooks", peers: ["@octokit/webhooks"], atMost: 0.7 },
  { job: "typewire", peers: ["@octokit/request", "@octokit/webhooks"], atMost: 1.05 },
] as const;
/** Programs from the import of a package to the first data of its class, where `send` answers in place of `fetch`. */
const CLASSES = {
  typewire: `const { Vendor } = await import("typewire/sdk");
const vendor = new Vendor({ apiKey: "a-token", fetch: send });
await vendor.repos.get({ owner: "acme", repo: "r1" });`,
  stripe: `const { default: Stripe } = await import("stripe");
const httpClient = Stripe.createFetchHttpClient(send);
await new Stripe("sk_test_1", { httpClient }).customers.retrieve("cus_1");`,
  octokit: `const { Octokit } = await import("octokit");
const octokit = new Octokit({ auth: "a-token", request: { fetch: send } });
await octokit.rest.repos.get({ owner: "acme", repo: "r1" });`,
} as const;

const CLASS_JOB = "the class, to its first data";

export const startupSuite: Suite = async ({ isQuick, wants }) => {
  const jobs = JOBS.filter(({ job }) => wants(job));
  const hasClass = wants(CLASS_JOB);
  if (jobs.length === 0 && !hasClass) return [];
  install();
  const rounds = isQuick ? 25 : 60;
  const rows = jobs.length > 0 ? await measureImports(jobs, rounds) : [];
  return hasClass ? [...rows, await measureClasses(rounds)] : rows;
};

// ---- Imports

async function measureImports(jobs: readonly ImportJob[], rounds: number): Promise<Row[]> {
  const written = jobs.map((job) => ({
    ...job,
    ourProgram: writeProgram([job.job]),
    theirProgram: writeProgram(job.peers),
  }));
  const programs = written.flatMap(({ ourProgram, theirProgram }) => [ourProgram, theirProgram]);
  const timesOf = await measure(programs, rounds);
  return written.map(({ job, peers, atMost, ourProgram, theirProgram }) => {
    const ours = median(timesOf(ourProgram));
    const theirs = median(timesOf(theirProgram));
    const beside = { "typewire, ms": ours, "peers, ms": theirs, peers: peers.join(", ") };
    return { job, measure: "× peers", figure: ours / theirs, atMost, beside };
  });
}

/** Writes a program that imports modules. */
function writeProgram(imported: readonly string[]): string {
  const name = imported.join("-and-").replace(/[^\w-]+/g, "-");
  return writeTimed(name, imported.map((module) => `await import("${module}");`).join("\n"));
}

// ---- Classes

/** Imports a package, creates an instance of its class, calls a method for the first time, and waits for the data. */
async function measureClasses(rounds: number): Promise<Row> {
  const modules = resolve(installPackages("bench/peers"));
  for (const peer of ["stripe", "octokit"])
    symlinkSync(`${modules}/${peer}`, `${FOLDER}/node_modules/${peer}`, "junction");
  const programs = {
    typewire: writeClassProgram("typewire", CLASSES.typewire),
    stripe: writeClassProgram("stripe", CLASSES.stripe),
    octokit: writeClassProgram("octokit", CLASSES.octokit),
  };
  const timesOf = await measure(Object.values(programs), rounds);
  const ours = timesOf(programs.typewire);
  const stripe = timesOf(programs.stripe);
  const beside = {
    "typewire, ms": median(ours),
    "peers, ms": median(stripe),
    peers: `stripe; octokit takes ${Math.round(median(timesOf(programs.octokit)))} ms`,
  };
  return {
    job: CLASS_JOB,
    measure: "× peers",
    figure: medianRatio(ours, stripe),
    atMost: 0.19,
    beside,
  };
}

/** Writes a program from the import of a class to its first data. The platform's `fetch` loads before the clock starts. */
function writeClassProgram(name: string, code: string): string {
  const send = `const send = () =>
  Promise.resolve(new Response('{"id":1}', { headers: { "content-type": "application/json" } }));
await (await send()).json();`;
  return writeTimed(`class-${name}`, code, send);
}

// ---- Programs

/**
 * Measures programs in turns. Returns a function that gives the milliseconds of a program, without those that the
 * smallest package takes in the same round.
 */
async function measure(
  programs: readonly string[],
  rounds: number,
): Promise<(program: string) => readonly number[]> {
  const smallest = writeProgram([CONSTANT]);
  const timesOf = await measureInTurns([smallest, ...programs], rounds, timeProgram);
  const least = timesOf(smallest);
  return (program) => timesOf(program).map((time, round) => time - (least[round] ?? Number.NaN));
}

/** Writes a program that prints the milliseconds of `code`, without the start of Node, which varies more. */
function writeTimed(name: string, code: string, before = ""): string {
  const path = `${FOLDER}/${name}.mjs`;
  const program = `${before}
const start = performance.now();
${code}
console.log(performance.now() - start);
process.exit();
`;
  writeFileSync(path, program);
  return path;
}

/** Milliseconds that a program prints, in a process of its own. */
function timeProgram(path: string): number {
  const { status, stdout } = spawnSync(process.execPath, [path], { encoding: "utf8" });
  if (status !== 0) throw new Error(`A process that runs ${path} failed.`);
  return Number(stdout);
}

// ---- Installation

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

type ImportJob = (typeof JOBS)[number];
