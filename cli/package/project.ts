/** The project of a package, as its README shows it in badges. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { JsonMap } from "../../codegen/model/json.js";
import { readRepositoryPage } from "./repository.js";

/** Reads the project of a manifest. */
export async function readProject(folder: string, manifest: JsonMap): Promise<Project> {
  const workflows = await readdir(join(folder, ".github/workflows")).catch(() => []);
  return describeProject(manifest, workflows);
}

/** @param workflows The names of files in `.github/workflows`. */
export function describeProject(manifest: JsonMap, workflows: readonly string[]): Project {
  const page = readRepositoryPage(manifest);
  const workflow = TESTS.flatMap((name) => [`${name}.yml`, `${name}.yaml`]).find((file) =>
    workflows.includes(file),
  );
  const hasRuns = page?.startsWith("https://github.com/") === true && workflow !== undefined;
  return {
    isPublished: manifest["private"] !== true,
    ...(hasRuns && { tests: `${page}/actions/workflows/${workflow}` }),
  };
}

/** Usual names of workflows that test, the most usual first. */
const TESTS = ["ci", "test", "tests", "build"];

/** Prints badges: the version on npm, the last run of the tests, the types. */
export function printBadges(
  packageName: string,
  { isPublished, tests }: Project,
): readonly string[] {
  const npm = `https://www.npmjs.com/package/${packageName}`;
  const badges = [
    ...(isPublished ? [printBadge("npm", `${SHIELDS}/npm/v/${packageName}`, npm)] : []),
    ...(tests === undefined ? [] : [printBadge("tests", `${tests}/badge.svg`, tests)]),
    ...(isPublished ? [printBadge("types", `${SHIELDS}/npm/types/${packageName}`, npm)] : []),
  ];
  return badges.length === 0 ? [] : [badges.join("\n")];
}

const SHIELDS = "https://img.shields.io";

function printBadge(text: string, image: string, page: string): string {
  return `[![${text}](${image})](${page})`;
}

export interface Project {
  /** False for a package that npm never publishes. */
  readonly isPublished: boolean;
  /** The address of the page that shows the runs of a workflow which tests the package. */
  readonly tests?: string;
}
