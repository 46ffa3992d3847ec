/**
 * Rehearses the workflows of a made package in a local bare repository: each job in a fresh clone, each command as the
 * file has it, with a `gh` that keeps pull requests and releases in a file, and a description that changes:
 *
 *     npm run build
 *     npx tsx test/packages/check-workflows.ts          # all cases
 *     npx tsx test/packages/check-workflows.ts --quick  # a new description becomes a pull request
 *
 * First, the files are checked by the JSON Schema of workflows and by the rules of actionlint. Nothing is published: npm
 * is told to pretend. Exits with 1 if anything fails.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { DESCRIPTION, MINOR, NEXT } from "../cli/fixtures/acme-api.js";
import { Failure, findTarballs, run } from "./sdk/commands.js";
import { type Hub, openHub, type WorkflowRun } from "./workflows/hub.js";
import { lintWorkflows } from "./workflows/lint.js";

const isQuick = process.argv.includes("--quick");
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The packages that a made package depends on. */
const PACKED = ["-w", "typewire-runtime", "-w", "typewire-cli"];

const workspace = mkdtempSync(join(tmpdir(), "typewire-workflows-"));
/** The description that the server has now; `undefined` while it answers 503. */
let description: string | undefined = DESCRIPTION;
const server = createServer((_request, response) => {
  response.statusCode = description === undefined ? 503 : 200;
  response.end(description ?? "");
});
try {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const hub = await makeRepository(`http://127.0.0.1:${port}/openapi.yaml`);
  await lintWorkflows(join(workspace, "made/sdk/.github/workflows"));
  await (isQuick ? proposeChange(hub) : rehearse(hub));
  console.log("The workflows of a made package do what they promise.");
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  server.close();
  rmSync(workspace, { recursive: true, force: true });
}

/** Makes a package of the description, and pushes it into a bare repository. */
async function makeRepository(address: string): Promise<Hub> {
  // Clones lie as deep as the package, so that the addresses of the tarballs in its lock file hold there.
  const [sdk, tarballs] = [join(workspace, "made", "sdk"), join(workspace, "tarballs")];
  for (const folder of [sdk, tarballs]) mkdirSync(folder, { recursive: true });
  run(
    "npm",
    ["pack", "--silent", "--ignore-scripts", ...PACKED, "--pack-destination", tarballs],
    ROOT,
  );
  const { cli, runtime } = findTarballs(tarballs);
  const hub = openHub(workspace);
  const local = (file: string): string => `file:${file}`;
  const argv = ["init", sdk, "--from", address, "--name", "typewire-rehearsal", "--yes"];
  const more = ["--ci", "github", "--cli", local(cli), "--runtime", local(runtime)];
  const repository = ["--repository", "https://github.com/acme/typewire-rehearsal"];
  const command = [join(ROOT, "cli/dist/bin.js"), ...argv, ...more, ...repository];
  await hub.runCommand(process.execPath, command, workspace);
  run("npm", ["install", "--no-audit", "--no-fund"], sdk);
  hub.commit(sdk, "First");
  return hub;
}

/** All cases, each of which begins where the one before it has ended. */
async function rehearse(hub: Hub): Promise<void> {
  await step("A push is tested", async () =>
    expectEqual("test", (await hub.run("test.yml")).failed, []),
  );
  await step("The same description changes nothing", async () => {
    const { skipped } = await hub.run("update.yml");
    expectEqual("skipped jobs", skipped, ["propose"]);
    expectEqual("pull requests", hub.state().pulls.length, 0);
  });
  await step("A description that cannot be reached changes nothing", async () => {
    description = undefined;
    expectFailure(await hub.run("update.yml"), "Take over the new description");
    expectEqual("pull requests", hub.state().pulls.length, 0);
  });
  await proposeChange(hub);
  await step("The next day, there is one pull request, and it stays as it is", async () => {
    const before = hub.git("rev-parse", "typewire/update");
    await hub.run("update.yml");
    expectEqual("commit", hub.git("rev-parse", "typewire/update"), before);
    expectEqual("pull requests", hub.state().pulls.length, 1);
  });
  await step("Another description updates it", async () => {
    description = MINOR;
    await hub.run("update.yml");
    const { pulls } = hub.state();
    expectEqual("pull requests", pulls.length, 1);
    expectEqual("title", pulls[0]?.title, "Follow the API: version 0.1.1");
    expectText("text", pulls[0]?.body, "`Thing.size` is new");
  });
  await step("Once it is merged, the version is packed, published and tagged", async () => {
    hub.git("update-ref", "refs/heads/main", "typewire/update");
    const { output } = await hub.run("release.yml");
    expectText("npm", output, "typewire-rehearsal-0.1.1.tgz");
    expectText("npm", output, "+ typewire-rehearsal@0.1.1");
    const [release] = hub.state().releases;
    expectEqual("release", release?.tag, "v0.1.1");
    expectText("notes", release?.notes, "`Thing.size` is new");
    expectEqual("tag", hub.git("rev-parse", "v0.1.1"), hub.git("rev-parse", "main"));
    expectText("changelog", hub.git("show", "main:CHANGELOG.md"), "## [0.1.1] - ");
  });
  await step("The same version is released once", async () => {
    expectEqual("skipped jobs", (await hub.run("release.yml")).skipped, ["publish", "release"]);
    expectEqual("releases", hub.state().releases.length, 1);
  });
  await step("A branch with commits of others stays", async () => {
    hub.closePulls();
    description = DESCRIPTION;
    await hub.run("update.yml");
    hub.commitOnBranch("typewire/update", "NOTES.md", "By hand.\n");
    const before = hub.git("rev-parse", "typewire/update");
    description = DESCRIPTION.replace("maximum: 100", "maximum: 10");
    const { output } = await hub.run("update.yml");
    expectText("warning", output, "::warning::typewire/update has commits of others");
    expectEqual("commit", hub.git("rev-parse", "typewire/update"), before);
  });
}

function proposeChange(hub: Hub): Promise<void> {
  return step("A new description becomes a pull request", async () => {
    description = NEXT;
    await hub.run("update.yml");
    const [pull] = hub.state().pulls;
    expectEqual("title", pull?.title, "Follow the API: version 0.2.0");
    expectText("text", pull?.body, "The changes are major");
    expectText("text", pull?.body, "`query limit` is stricter: `maximum: 100` → `maximum: 50`");
    expectText("text", pull?.body, "The tests of these changes: success");
    expectEqual("commits", hub.git("rev-list", "--count", "main..typewire/update"), "1");
  });
}

// ---- Steps and expectations

/** Does a step of the rehearsal, and prints its seconds. */
async function step(title: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${title}: ${Math.round((performance.now() - start) / 1000)} s`);
}

function expectFailure({ failed }: WorkflowRun, name: string): void {
  expectEqual("failed steps", failed, [name]);
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  throw new Failure(`${what}: ${JSON.stringify(actual)}; expected ${JSON.stringify(expected)}.`);
}

function expectText(what: string, actual: string | undefined, expected: string): void {
  if (actual?.includes(expected) === true) return;
  throw new Failure(`${what}: expected ${JSON.stringify(expected)} in:\n${String(actual)}`);
}
