/**
 * `typewire update` as a process, which is killed. It prepares the new files, and starts another process that moves
 * them into place. Each of the two is killed before one of its operations on files.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { isRunning } from "../../codegen/files/drafts.js";
import { bundleProgram } from "../programs/programs.js";
import { until } from "../until.js";
import { runCli } from "./cli.js";
import { DESCRIPTION, NEXT } from "./fixtures/acme-api.js";

let program: string;
let workspace: string;
/** The copy of the package that a test updates. */
let folder: string;
/** The files of the package, and those that an update makes of them. */
let before: Texts;
let after: Texts;

beforeAll(async () => {
  program = await bundleProgram("cli/bin.ts");
  workspace = await mkdtemp(join(tmpdir(), "typewire-killed-"));
  folder = join(workspace, "used");
  await writeFile(join(workspace, "openapi.yaml"), DESCRIPTION);
  await runCli(workspace, ["init", "made", "--from", "openapi.yaml", "--yes"]);
  await writeFile(join(workspace, "openapi.yaml"), NEXT);
  await cp(join(workspace, "made"), folder, { recursive: true });
  before = await readTexts();
  expect(await runUpdate()).toBe(0);
  after = await readTexts();
  expect(after).not.toEqual(before);
});

beforeEach(async () => {
  await rm(folder, { recursive: true });
  await cp(join(workspace, "made"), folder, { recursive: true });
});

afterAll(() => rm(workspace, { recursive: true }));

/** It has 12 operations. The last one writes the journal, after which the new files are certain. */
it.each([1, 6, 11])(
  "leaves the old files if it is killed before its operation %i",
  async (operation) => {
    expect(await runUpdate(killAt(operation, "update", "process.pid"))).toBe(null);
    expect(await readTexts()).toEqual(before);
    await runCli(folder, ["routes"]);
    expect(await readTexts()).toEqual(before);
    expect(await listDrafts()).toEqual([]);
  },
);

/** The process that moves the files has 18 operations. */
it.each([1, 6, 12])(
  "leaves the new files if it is killed before operation %i of the process that moves them",
  async (operation) => {
    expect(await runUpdate(killAt(operation, "--finish", "process.ppid"))).toBe(null);
    await until(async () => expect(await listDrafts()).toEqual([]));
    expect(await readTexts()).toEqual(after);
  },
);

it("moves the files itself if the process that moves them is killed", async () => {
  expect(await runUpdate(killAt(6, "--finish", "process.pid"))).toBe(0);
  expect(await readTexts()).toEqual(after);
});

it("leaves the moving to the next command if both processes are killed", async () => {
  const both = "process.ppid, process.pid";
  expect(await runUpdate(killAt(6, "--finish", both))).toBe(null);
  await until(async () => expect(await listRunning()).toEqual([]));
  expect([before, after]).not.toContainEqual(await readTexts());
  await runCli(folder, ["update", "--check"]);
  expect(await readTexts()).toEqual(after);
});

/** Starts `typewire update`, and returns its exit code: `null` if it was killed. */
async function runUpdate(...modules: readonly string[]): Promise<unknown> {
  const argv = [...modules.flatMap((each) => ["--import", each]), program, "update"];
  const child = spawn(process.execPath, argv, { cwd: folder, stdio: "ignore" });
  const [code] = (await once(child, "close")) as readonly unknown[];
  return code;
}

/**
 * A module that kills a process before an operation on files of this one.
 * @param last The last argument of the process whose operations count.
 * @param killed Code of the ids of the processes to kill.
 */
function killAt(operation: number, last: string, killed: string): string {
  const text = `import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
let left = process.argv.at(-1) === "${last}" ? ${operation} : Infinity;
for (const name of ["mkdir", "rename", "rm", "writeFile"]) {
  const change = fs[name];
  fs[name] = (...parameters) => {
    if (left-- === 0) for (const id of [${killed}]) process.kill(id, "SIGKILL");
    return change(...parameters);
  };
}
syncBuiltinESMExports();`;
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

async function listDrafts(): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith(".typewire-"));
}

/** Folders of updates whose processes still run. */
async function listRunning(): Promise<readonly string[]> {
  const owners = (await listDrafts()).map((name) => name.slice(name.lastIndexOf("-") + 1));
  return owners.filter((owner) => isRunning(Number(owner)));
}

/** The files of the package, without what an update has prepared. */
async function readTexts(): Promise<Texts> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("/.typewire-"))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const texts = await Promise.all(
    paths.sort().map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const),
  );
  return Object.fromEntries(texts);
}

/** Texts of files by path. */
type Texts = Readonly<Record<string, string>>;
