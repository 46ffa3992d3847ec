/** Makes a package by `init`, and installs, tests, lints and packs it. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unpack } from "../descriptions/unpack.js";
import { type CommandLine, Failure, npm, run } from "./commands.js";

/** The linters of packages. */
const TOOLS = fileURLToPath(new URL("../node_modules/.bin/", import.meta.url));

export const PACKAGE_NAME = "acme-sdk";

/**
 * Facts that a service tells its users and a description does not have. Such a service could have chosen
 * these; with them, the package receives deliveries.
 */
const ANSWERS: Readonly<Record<string, string>> = {
  signature: "standard-webhooks",
  event: "header:X-Acme-Event",
};

/** Makes a package in a folder as a user would, from a description or from nothing. */
export function makePackage(
  description: string | undefined,
  folder: string,
  commandLine: CommandLine,
): MadePackage {
  const sdk = join(folder, PACKAGE_NAME);
  const from = description === undefined ? [] : ["--from", unpack(description, folder)];
  const argv = ["init", sdk, ...from, "--yes"];
  const answers = initWithoutAnswers(argv, folder, commandLine);
  if (answers.length > 0) {
    rmSync(sdk, { recursive: true });
    commandLine.run([...argv, ...answers], folder);
  }
  npm(["install"], sdk);
  npm(["test"], sdk);
  if (description === undefined) testWithOtherCompilers(sdk);
  lint(sdk, folder);
  npm(["pack"], sdk);
  const list = (command: "routes" | "events"): unknown =>
    JSON.parse(commandLine.run([command, "--json"], sdk));
  // As `--help` of the two says.
  const [routes, events] = [list("routes") as ListedRoute[], list("events") as ListedEvent[]];
  return {
    folder: sdk,
    tarball: join(sdk, `${PACKAGE_NAME}-0.1.0.tgz`),
    routes: routes.map(({ route }) => route),
    events: events
      .flatMap(({ name, actions }) => [name, ...actions.map((action) => `${name}.${action}`)])
      .filter((name) => !name.includes("{")),
  };
}

/** Makes the package without answers. Returns options for the answers that its messages ask for. */
function initWithoutAnswers(
  argv: readonly string[],
  cwd: string,
  commandLine: CommandLine,
): string[] {
  const { status, stderr } = commandLine.tryToRun(argv, cwd);
  if (status !== 0) throw new Failure(`typewire init exits with ${status}:\n${stderr}`);
  return Object.entries(ANSWERS).flatMap(([key, answer]) =>
    stderr.includes(`webhooks.${key}: `) ? [`--${key}`, answer] : [],
  );
}

/** Lints what would be published, which names a version of the runtime in place of a file. */
function lint(sdk: string, folder: string): void {
  const file = join(sdk, "package.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/("typewire-runtime": )"file:[^"]*"/, '$1"^0.1.0"'));
  npm(["pack", "--ignore-scripts", "--pack-destination", folder], sdk);
  writeFileSync(file, text);
  const tarball = join(folder, `${PACKAGE_NAME}-0.1.0.tgz`);
  run(join(TOOLS, "publint"), ["--strict", tarball], sdk);
  run(join(TOOLS, "attw"), [tarball], sdk);
}

/** Compilers that users may choose in place of the one that `init` names. */
const OTHER_COMPILERS = ["typescript@6.0", "typescript@7.0"];

function testWithOtherCompilers(sdk: string): void {
  for (const compiler of OTHER_COMPILERS) {
    npm(["install", "--no-save", compiler], sdk);
    npm(["test"], sdk);
  }
  npm(["install"], sdk);
}

// ---- Types

/** A package that `init` has made, installed, tested and packed. */
export interface MadePackage {
  readonly folder: string;
  readonly tarball: string;
  /** Names of all routes and events, as the command line lists them, without patterns of names. */
  readonly routes: readonly string[];
  readonly events: readonly string[];
}

/** A line of `typewire routes --json`. */
interface ListedRoute {
  readonly route: string;
}

/** A line of `typewire events --json`. */
interface ListedEvent {
  readonly name: string;
  readonly actions: readonly string[];
}
