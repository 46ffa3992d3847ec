/** Prints the pages of a package that examples of its routes and events stand in: README, skill, index and test. */
import { formatCode } from "../../../codegen/emit/print/format.js";
import type { GeneratedFile } from "../../../codegen/generate.js";
import { NO_MEMO } from "../../../codegen/model/memo.js";
import type { SchemaModel } from "../../../codegen/model/model.js";
import { printClientTest } from "../client-test.js";
import type { PageFacts } from "../code.js";
import type { Manifest } from "../manifest.js";
import { readProject } from "../project.js";
import { seal } from "../seal.js";
import { chooseExamples } from "./examples.js";
import { formatMarkdown } from "./format-markdown.js";
import { printReadme } from "./readme.js";
import { printLlmsIndex, printSkill } from "./skill.js";

/** The paths of all pages. */
export const PAGE_PATHS = ["README.md", "SKILL.md", "llms.txt", "test/client.test.ts"] as const;

/** Prints all pages. Each ends with a seal, which shows later whether somebody has edited it. */
export async function printPages(facts: KnownFacts): Promise<readonly GeneratedFile[]> {
  const page = { ...facts, examples: chooseExamples(facts.model) };
  const texts: Readonly<Record<(typeof PAGE_PATHS)[number], string>> = {
    "README.md": await formatMarkdown(printReadme(page)),
    "SKILL.md": await formatMarkdown(printSkill(page)),
    "llms.txt": printLlmsIndex(page),
    "test/client.test.ts": await formatCode(printClientTest(page), NO_MEMO),
  };
  return PAGE_PATHS.map((path) => seal({ path, text: texts[path] }));
}

/**
 * Reads from a package that is there what its pages are printed from.
 * @param paths Paths of the generated files.
 */
export async function readPageFacts(
  { project: folder, value }: Manifest,
  model: SchemaModel,
  paths: ReadonlySet<string>,
): Promise<KnownFacts> {
  return {
    packageName: String(value["name"]),
    model,
    has: (module) => paths.has(`${module}.ts`),
    project: await readProject(folder, value),
  };
}

/** The facts that a package has; its examples are chosen from its model. */
type KnownFacts = Omit<PageFacts, "examples">;
