/** A small stand-in for GitHub: a bare repository, jobs in fresh clones, pull requests and releases in a file. */
import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parse } from "yaml";
import { Failure, run } from "../sdk/commands.js";

const AUTHOR = ["-c", "user.name=A maintainer", "-c", "user.email=maintainer@acme.example"];

/** Creates an empty repository, and a `gh` for its jobs. */
export function openHub(workspace: string): Hub {
  const bare = join(workspace, "hub.git");
  run("git", ["init", "--quiet", "--bare", "--initial-branch", "main", bare], workspace);
  const statePath = join(workspace, "hub.json");
  writeFileSync(statePath, JSON.stringify({ pulls: [], releases: [] }));
  const tools = join(workspace, "bin");
  mkdirSync(tools);
  writeFileSync(join(tools, "gh"), `#!/usr/bin/env node\n${GH}`);
  chmodSync(join(tools, "gh"), 0o755);
  const git = (...argv: readonly string[]): string => run("git", argv, bare).trim();
  const state = (): HubState => JSON.parse(readFileSync(statePath, "utf8")) as HubState; // `gh` writes it so
  let runs = 0; // numbers the folders of runs and clones
  return {
    git,
    state,
    runCommand: async (command, argv, cwd) => {
      const { code, output } = await execute(command, argv, { cwd, env: process.env });
      if (code === 0) return output;
      throw new Failure(`${[command, ...argv].join(" ")} exits with ${code}:\n${output}`);
    },
    commit: (folder, message) => {
      run("git", ["init", "--quiet", "--initial-branch", "main"], folder);
      run("git", ["add", "--all"], folder);
      run("git", [...AUTHOR, "commit", "--quiet", "--message", message], folder);
      run("git", ["push", "--quiet", bare, "main"], folder);
    },
    commitOnBranch: (branch, file, text) => {
      const clone = join(workspace, `clone-${(runs += 1)}`);
      run("git", ["clone", "--quiet", "--branch", branch, bare, clone], workspace);
      writeFileSync(join(clone, file), text);
      run("git", ["add", "--all"], clone);
      run("git", [...AUTHOR, "commit", "--quiet", "--message", file], clone);
      run("git", ["push", "--quiet", "origin", branch], clone);
    },
    closePulls: () => {
      const { pulls, releases } = state();
      const closed = pulls.map((pull) => ({ ...pull, state: "closed" }));
      writeFileSync(statePath, JSON.stringify({ pulls: closed, releases }));
    },
    run: (file) => {
      const folder = join(workspace, `run-${(runs += 1)}`);
      mkdirSync(folder);
      const workflow = parse(git("show", `main:.github/workflows/${file}`)) as Workflow; // checked elsewhere
      return runWorkflow(workflow, {
        folder,
        bare,
        tools,
        statePath,
        sha: git("rev-parse", "main"),
      });
    },
  };
}

// ---- Workflows

/** Runs the jobs in the order of the file, each after those that it needs. */
async function runWorkflow({ jobs }: Workflow, runner: Runner): Promise<WorkflowRun> {
  const needs: Values = new Map();
  const [skipped, failed, output]: [string[], string[], string[]] = [[], [], []];
  for (const [name, job] of Object.entries(jobs)) {
    const before = [job.needs ?? []].flat();
    const isReady = before.every((each) => needs.get(`needs.${each}.result`) === "success");
    if (!isReady || !isTrue(job.if, needs)) {
      skipped.push(name);
      continue;
    }
    const ended = await runJob(name, job, needs, runner);
    failed.push(...ended.failed);
    output.push(ended.output);
    needs.set(`needs.${name}.result`, ended.failed.length > 0 ? "failure" : "success");
    for (const [key, value] of Object.entries(job.outputs ?? {}))
      needs.set(`needs.${name}.outputs.${key}`, substitute(value, ended.values));
  }
  return { skipped, failed, output: output.join("\n") };
}

/** Runs the steps of a job in a fresh clone, until one fails. */
async function runJob(name: string, { steps }: Job, needs: Values, runner: Runner) {
  const clone = join(runner.folder, name);
  const temporary = join(runner.folder, `${name}-temp`);
  mkdirSync(clone);
  mkdirSync(temporary);
  const values: Values = new Map([...needs, ["runner.temp", temporary], ...CONTEXT]);
  const failed: string[] = [];
  const output: string[] = [];
  for (const step of steps) {
    if (failed.length > 0 || !isTrue(step.if, values)) continue;
    if (step.uses !== undefined) useAction(step, values, clone, runner);
    if (step.run === undefined) continue;
    const ended = await runStep(step, values, { clone, temporary }, runner);
    output.push(ended.output);
    if (step.id !== undefined)
      values.set(`steps.${step.id}.outcome`, ended.code === 0 ? "success" : "failure");
    if (ended.code !== 0 && step["continue-on-error"] !== true) {
      failed.push(step.name ?? step.run);
      output.push(`Step failed: ${step.name ?? step.run}`);
    }
  }
  return { values, failed, output: output.join("") };
}

/** Values that do not depend on a run. */
const CONTEXT = [
  ["matrix.node", process.versions.node],
  ["github.token", "token-of-the-workflow"],
  ["github.ref_name", "main"],
  ["github.server_url", "https://github.com"],
  ["github.repository", "acme/typewire-rehearsal"],
  ["github.run_id", "1"],
] as const;

/** Does what the four actions do. Any other is a failure, so that the rehearsal knows all that runs. */
function useAction(
  { uses = "", with: inputs = {} }: Step,
  values: Values,
  clone: string,
  runner: Runner,
) {
  const [, action = ""] = /^actions\/([\w-]+)@[0-9a-f]{40}$/.exec(uses) ?? [];
  const artifact = join(runner.folder, "artifacts", inputs["name"] ?? "");
  const path = substitute(inputs["path"] ?? "", values);
  if (action === "checkout") run("git", ["clone", "--quiet", runner.bare, "."], clone);
  else if (action === "upload-artifact") cpSync(path, artifact, { recursive: true });
  else if (action === "download-artifact") cpSync(artifact, path, { recursive: true });
  else if (action !== "setup-node") throw new Failure(`The action ${uses} is not known here.`);
}

/** Runs the commands of a step, and adds its outputs to the values. */
async function runStep(
  step: Step,
  values: Values,
  { clone, temporary }: { readonly clone: string; readonly temporary: string },
  runner: Runner,
) {
  const outputs = join(temporary, "outputs");
  writeFileSync(outputs, "");
  const script = join(temporary, "step.sh");
  writeFileSync(script, step.run ?? "");
  const prefix = join(runner.folder, "global");
  const stepEnvironment = Object.entries(step.env ?? {}).map(([key, value]) => [
    key,
    substitute(value, values),
  ]);
  const env = {
    ...process.env,
    PATH: [runner.tools, join(prefix, "bin"), process.env["PATH"]].join(":"),
    HOME: temporary,
    npm_config_prefix: prefix,
    npm_config_cache: join(process.env["HOME"] ?? temporary, ".npm"),
    GITHUB_OUTPUT: outputs,
    GITHUB_SHA: runner.sha,
    RUNNER_TEMP: temporary,
    HUB_STATE: runner.statePath,
    HUB_GIT: runner.bare,
    // Nothing is published from here.
    ...(step.name === "Publish" && { npm_config_dry_run: "true" }),
    ...(Object.fromEntries(stepEnvironment) as Record<string, string>), // pairs of texts
  };
  const argv = ["--noprofile", "--norc", "-eo", "pipefail", script];
  const ended = await execute("bash", argv, { cwd: clone, env });
  for (const line of readFileSync(outputs, "utf8").split("\n")) {
    const [key = "", ...value] = line.split("=");
    if (key !== "") values.set(`steps.${step.id ?? ""}.outputs.${key}`, value.join("="));
  }
  return ended;
}

/** Knows the two forms that the workflows have: one value, and the comparison of one with a text. */
function isTrue(condition: string | undefined, values: Values): boolean {
  if (condition === undefined) return true;
  const [, name = "", text] = /^([\w.-]+) == '([^']*)'$/.exec(condition) ?? [];
  if (name === "") throw new Failure(`The condition ${condition} is not known here.`);
  return (values.get(name) ?? "") === text;
}

/** Puts values in the place of expressions. Of alternatives, the first one that is not empty counts. */
function substitute(text: string, values: Values): string {
  return text.replace(/\$\{\{ (.*?) \}\}/g, (_match, expression: string) => {
    const names = expression.split(" || ");
    return names.map((name) => values.get(name)).find((value) => value) ?? "";
  });
}

/** Runs a command without blocking this process, and resolves when it has ended. */
function execute(
  command: string,
  argv: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, argv, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

// ---- `gh`

/** A `gh` that knows the commands of the workflows. */
const GH = `
const { readFileSync, writeFileSync } = require("node:fs");
const { execFileSync } = require("node:child_process");
const [group, verb, ...argv] = process.argv.slice(2);
const state = JSON.parse(readFileSync(process.env.HUB_STATE, "utf8"));
const save = () => writeFileSync(process.env.HUB_STATE, JSON.stringify(state));
const option = (name) => argv[argv.indexOf(name) + 1];
const git = (...words) => execFileSync("git", ["--git-dir", process.env.HUB_GIT, ...words], { encoding: "utf8" }).trim();
if (!process.env.GH_TOKEN) throw new Error("gh has no token.");
for (const pull of state.pulls.filter((each) => each.state === "open")) pull.headRefOid = git("rev-parse", pull.head);
const command = group + " " + verb;
if (command === "auth setup-git") {
} else if (command === "pr list") {
  const found = state.pulls.filter((pull) => pull.head === option("--head") && (option("--state") === "all" || pull.state === "open"));
  const query = option("--jq");
  if (query === ".[].headRefOid") for (const pull of found) console.log(pull.headRefOid);
  else if (query === ".[0].number // empty") { if (found[0]) console.log(found[0].number); }
  else throw new Error("gh does not know --jq " + query);
} else if (command === "pr create") {
  state.pulls.push({ number: state.pulls.length + 1, state: "open", head: option("--head"), headRefOid: git("rev-parse", option("--head")), title: option("--title"), body: readFileSync(option("--body-file"), "utf8") });
  save();
} else if (command === "pr edit") {
  const pull = state.pulls.find((each) => String(each.number) === argv[0]);
  Object.assign(pull, { title: option("--title"), body: readFileSync(option("--body-file"), "utf8") });
  save();
} else if (command === "release create") {
  git("tag", argv[0], option("--target"));
  state.releases.push({ tag: argv[0], notes: readFileSync(option("--notes-file"), "utf8") });
  save();
} else throw new Error("gh does not know " + command);
`;

// ---- Types

/** A repository with its workflows. */
export interface Hub {
  /** Runs git in the bare repository. */
  git(...argv: readonly string[]): string;
  /** Commits a folder as the first commit of `main`. */
  commit(folder: string, message: string): void;
  commitOnBranch(branch: string, file: string, text: string): void;
  closePulls(): void;
  state(): HubState;
  /** Runs a workflow of `main`. */
  run(file: string): Promise<WorkflowRun>;
  /** Runs a command without blocking this process, which serves the description. */
  runCommand(command: string, argv: readonly string[], cwd: string): Promise<string>;
}

/** The end of a workflow. */
export interface WorkflowRun {
  /** Names of jobs that did not run. */
  readonly skipped: readonly string[];
  /** Names of steps that failed. */
  readonly failed: readonly string[];
  readonly output: string;
}

/** Pull requests and releases, as the stand-in for `gh` writes them. */
interface HubState {
  readonly pulls: readonly {
    readonly number: number;
    readonly head: string;
    readonly state: "open" | "closed";
    readonly headRefOid: string;
    readonly title: string;
    readonly body: string;
  }[];
  readonly releases: readonly { readonly tag: string; readonly notes: string }[];
}

/** The keys of a workflow that are read. */
interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly "continue-on-error"?: boolean;
}

/** Folders and facts that all jobs of a run share. */
interface Runner {
  readonly folder: string;
  readonly bare: string;
  readonly tools: string;
  readonly statePath: string;
  readonly sha: string;
}

/** Values of expressions, such as `steps.version.outputs.tag`. */
type Values = Map<string, string>;
