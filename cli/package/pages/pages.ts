/** The pages of a made package, and those of them that are out of date. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { formatCode } from "../../../codegen/emit/print/format.js";
import type { GeneratedFile } from "../../../codegen/generate.js";
import { NO_MEMO } from "../../../codegen/model/memo.js";
import type { SchemaModel } from "../../../codegen/model/model.js";
import { FOLDERS } from "../../io/tool.js";
import { printClientTest } from "../client-test.js";
import type { PageFacts } from "../code.js";
import { chooseExamples } from "./examples.js";
import type { Manifest } from "../manifest.js";
import { readProject } from "../project.js";
import { printReadme } from "./readme.js";
import { readSeal, seal } from "../seal.js";
import { printLlmsIndex, printSkill } from "./skill.js";

/**
 * Prints the README, the pages for agents and the test, with examples of the routes and events there are.
 * Each ends with a seal, by which {@link comparePages} knows pages that nobody has edited.
 */
export async function printPages(
  facts: Omit<PageFacts, "examples">,
): Promise<readonly GeneratedFile[]> {
  const page = { ...facts, examples: chooseExamples(facts.model) };
  return [
    { path: "README.md", text: await formatMarkdown(printReadme(page)) },
    { path: "SKILL.md", text: await formatMarkdown(printSkill(page)) },
    { path: "llms.txt", text: printLlmsIndex(page) },
    { path: "test/client.test.ts", text: await formatCode(printClientTest(page), NO_MEMO) },
  ].map((page) => seal(page));
}

/** Prints the pages of a package that is there, for the modules among `paths`. */
export async function printPagesOf(
  { project: folder, value }: Manifest,
  model: SchemaModel,
  paths: ReadonlySet<string>,
): Promise<readonly GeneratedFile[]> {
  const has = (module: string): boolean => paths.has(`${module}.ts`);
  const project = await readProject(folder, value);
  return printPages({ packageName: String(value["name"]), model, has, project });
}

/**
 * Finds the pages of a package that differ from those of its present schema. They are those of the client in
 * `src/generated`; a package can have other clients, which have no pages.
 * @param out The output folder of the client.
 * @param paths Paths of the generated files.
 */
export async function findPageChanges(
  manifest: Manifest,
  out: string,
  model: SchemaModel,
  paths: ReadonlySet<string>,
): Promise<PageChanges> {
  if (resolve(out) !== join(manifest.project, FOLDERS.out)) return { stale: [], edited: [] };
  const present = await readSealedPages(manifest.project);
  if (present.size === 0) return { stale: [], edited: [] };
  return comparePages(present, await printPagesOf(manifest, model, paths));
}

/** Reads the pages of a package that have a seal, by path. Others belong to their users. */
export async function readSealedPages(project: string): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const path of PAGES) {
    const text = await readFile(join(project, path), "utf8").catch(() => "");
    if (readSeal(text)) pages.set(path, text);
  }
  return pages;
}

const PAGES = ["README.md", "SKILL.md", "llms.txt", "test/client.test.ts"];

/** Compares pages with those that are generated now. Pages without a seal are left out. */
export function comparePages(
  present: ReadonlyMap<string, string>,
  generated: readonly GeneratedFile[],
): PageChanges {
  const changed = generated.flatMap((page) => {
    const before = present.get(page.path) ?? "";
    const oldSeal = readSeal(before);
    const isStale = oldSeal !== undefined && oldSeal.digest !== readSeal(page.text)?.digest;
    return isStale ? [{ page: { ...page, before }, isIntact: oldSeal.isIntact }] : [];
  });
  return {
    stale: changed.filter(({ isIntact }) => isIntact).map(({ page }) => page),
    edited: changed.filter(({ isIntact }) => !isIntact).map(({ page }) => page.path),
  };
}

/** Pages of a package that differ from those of the present schema. */
interface PageChanges {
  /** Pages as they should be, where nobody has edited those that are there. */
  readonly stale: readonly StalePage[];
  /** Paths of pages that somebody has edited. */
  readonly edited: readonly string[];
}

interface StalePage extends GeneratedFile {
  /** The text that is there. */
  readonly before: string;
}

// ---- The page of maintainers

/** Prints the page for the maintainers of a package, which later runs leave alone. */
export async function printMaintainerPage(packageName: string): Promise<GeneratedFile> {
  return { path: "CONTRIBUTING.md", text: await formatMarkdown(printContributing(packageName)) };
}

function printContributing(packageName: string): string {
  return [
    `# Changing ${packageName}`,
    "`schema/` describes the API; `src/generated/` is made from it. Edit the YAML, never the generated files.",
    "Unknown settings are marked `TODO` in `schema/vendor.yaml`. When you have filled it in, `npx typewire generate` makes the client. It keeps `README.md`, `SKILL.md` and the test up to date, too, until you edit them; with `--examples`, it writes them anew.",
    `| command | does |
| --- | --- |
| \`npx typewire generate\` | generates \`src/generated/\` again; \`--watch\` at each save |
| \`npx typewire import openapi.yaml\` | takes over a new version of an API description |
| \`npx typewire samples openapi.yaml\` | writes the description with code samples that call the package |
| \`npm test\` | checks that \`src/generated/\` is up to date, builds, and runs the tests |
| \`npm publish\` | tests, builds and publishes |
`,
  ].join("\n\n");
}

async function formatMarkdown(text: string): Promise<string> {
  const { format } = await import("prettier");
  return format(text, { parser: "markdown", printWidth: 100, proseWrap: "always" });
}
