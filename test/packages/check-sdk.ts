/**
 * Makes packages from tarballs alone, as a stranger would: from nothing, or from each of the API
 * descriptions on the command line (also .gz and .tar.gz):
 *
 *     npx tsx scripts/pack.ts --pack-destination tarballs
 *     npx tsx test/packages/check-sdk.ts tarballs
 *     npx tsx test/packages/check-sdk.ts tarballs openapi.yaml other.json.gz
 *
 * Each package is made by `typewire init`, installed, tested and packed in an empty folder. A consumer
 * of its tarball installs nothing but the package and the runtime, and no route of another service. It
 * is compiled with the strictest settings, declarations included; an editor offers it all names; it
 * builds requests and receives a signed delivery. Exits with 1 if anything fails.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import { routes as foreignRoutes } from "../../generated/route-helpers.js";
import { type CommandLine, Failure, findTarballs, installCommandLine } from "./sdk/commands.js";
import { consume, type Consumption } from "./sdk/consumer.js";
import { makePackage } from "./sdk/made-package.js";

const [folder = "", ...descriptions] = process.argv.slice(2);
const tarballs = findTarballs(folder);
const workspace = mkdtempSync(join(tmpdir(), "typewire-sdk-"));
try {
  const commandLine = installCommandLine(join(workspace, "tool"), tarballs);
  const sources = descriptions.length > 0 ? descriptions : [undefined];
  const rows = sources.map((description, index) =>
    check(description, join(workspace, String(index)), commandLine),
  );
  console.table(rows);
  if (rows.some(({ result }) => result !== "passes")) process.exitCode = 1;
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

/** Makes and uses the package of one description, or of none. */
function check(path: string | undefined, place: string, commandLine: CommandLine): Row {
  const start = performance.now();
  const description = path === undefined ? "(from nothing)" : basename(path);
  const seconds = (): number => Math.round((performance.now() - start) / 1000);
  mkdirSync(place);
  try {
    const made = makePackage(path && resolve(path), place, commandLine);
    const { tests, ...sizes } = consume(made, join(place, "consumer"), tarballs, foreignRoutes);
    const counts = { routes: made.routes.length, events: made.events.length };
    return {
      description,
      ...counts,
      ...sizes,
      tests: tests.length,
      seconds: seconds(),
      result: "passes",
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`${description}: ${error.message}`);
    return { description, seconds: seconds(), result: "fails" };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** A row of the table that is printed; a package that fails has no counts. */
interface Row extends Partial<Omit<Consumption, "tests">> {
  readonly description: string;
  readonly routes?: number;
  readonly events?: number;
  readonly tests?: number;
  readonly seconds: number;
  readonly result: "passes" | "fails";
}
