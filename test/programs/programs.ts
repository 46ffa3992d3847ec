/** The programs that tests start as processes of their own. None of them is started from its source. */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { bundleInto, type Programs, ROOT } from "./bundle.js";

/** Names the server of this run that bundles each program once; see `global-setup.ts`. */
export const ADDRESS_VARIABLE = "TYPEWIRE_PROGRAMS";

/** For programs whose errors a test reads: Node 22 warns that `node:sqlite` is new. */
export const WITHOUT_WARNINGS = "--disable-warning=ExperimentalWarning";

/** Returns the path of the bundle of a program, which `node` runs. */
export async function bundleProgram(path: string): Promise<string> {
  return (await bundlePrograms({ paths: [path] }))(path);
}

/** Returns a function that tells the path of the bundle of each program. */
export async function bundlePrograms(programs: Programs): Promise<(path: string) => string> {
  const bundles = await requestBundles(programs);
  return (path) => {
    const bundle = bundles[programs.paths.indexOf(path)];
    if (bundle === undefined) throw new Error(`${path} is not among the programs.`);
    return bundle;
  };
}

/** Returns the paths of the bundles, in the order of the programs. */
async function requestBundles(programs: Programs): Promise<readonly string[]> {
  const address = process.env[ADDRESS_VARIABLE];
  if (address === undefined) return bundleHere(programs);
  const response = await fetch(address, { method: "POST", body: JSON.stringify(programs) });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as readonly string[]; // what global-setup.ts answers
}

/** Outside the test runner, such as in the long tests. */
function bundleHere(programs: Programs): Promise<readonly string[]> {
  const folder = createBundleFolder();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return bundleInto(folder, programs);
}

/** A new path inside the repository, where bundles find the packages that npm has installed. */
export function createBundleFolder(): string {
  return join(ROOT, ".cache/programs", randomUUID());
}
