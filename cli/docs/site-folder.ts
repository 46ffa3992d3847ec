/** Writes the folder of a site: its pages, and the files of the tools that build them. */
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SitePage } from "../../codegen/site/site.js";
import { CommandError } from "../io/errors.js";

/** Folders that may hold the tools: one beside the packed command line, one in this repository. */
const TEMPLATES = ["../site/", "../../docs/site/"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Files of the tools, besides their manifest, which is written without the tools of this repository alone. */
const TEMPLATE_FILES = [
  "astro.config.mjs",
  "src/content.config.ts",
  "src/styles/tokens.css",
  "src/styles/site.css",
  "public/favicon.svg",
] as const;

/** Files that are made anew each time. */
const PAGES_FOLDER = "src/content/docs";

const SITE_FILE = "site.json";

/** Copies the tools into a folder, which is new or was made by this function. */
export async function prepareFolder(folder: string): Promise<void> {
  const present = await readdir(folder).catch((): string[] => []);
  if (present.length > 0 && !present.includes(SITE_FILE))
    throw new CommandError(
      `${folder} is not a folder of a site; expected a new one. Choose another with --out.`,
    );
  const template = TEMPLATES.find((path) => existsSync(join(path, "astro.config.mjs")));
  if (template === undefined) throw new Error("The package lacks the tools of a site.");
  for (const file of TEMPLATE_FILES) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(template, file), join(folder, file));
  }
  const { devDependencies: _, ...manifest } = JSON.parse(
    await readFile(join(template, "package.json"), "utf8"),
  ) as Readonly<Record<string, unknown>>;
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(folder, ".gitignore"), ".astro/\ndist/\nnode_modules/\n");
}

/** Writes the pages, and the list of them for language models. */
export async function writeSite(folder: string, site: Site): Promise<void> {
  const { pages, title, description, base, repository, sidebar } = site;
  await rm(join(folder, PAGES_FOLDER), { recursive: true, force: true });
  for (const page of pages)
    await writeText(join(folder, PAGES_FOLDER, `${page.path}.md`), printPage(page));
  const settings = { title, description, base, repository, sidebar };
  await writeText(join(folder, SITE_FILE), `${JSON.stringify(settings, null, 2)}\n`);
  await writeText(join(folder, "public/llms.txt"), printList(site));
}

async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function printPage({ title, description, settings = {}, body }: PrintedPage): string {
  // JSON is YAML.
  const head = Object.entries({ title, description, ...settings }).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  );
  return `---\n${head.join("\n")}\n---\n\n${body.trim()}\n`;
}

/** Prints `llms.txt` (https://llmstxt.org): each page with its address and one sentence. */
function printList({ title, description, base, pages }: Site): string {
  const root = base.endsWith("/") ? base : `${base}/`;
  const lines = pages.map((page) => {
    const path = page.path.replace(/(?:^|\/)index$/, "");
    return `- [${page.title}](${root}${path === "" ? "" : `${path}/`}): ${page.description}`;
  });
  return `# ${title}\n\n> ${description}\n\n## Pages\n\n${lines.join("\n")}\n`;
}

/** The entries of pages below a path, each with its own title. */
export function listSidebarEntries(
  pages: readonly SitePage[],
  folder: string,
): readonly SidebarEntry[] {
  return pages
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map(({ path, title }) => ({
      label: path === `${folder}/index` ? "Overview" : title,
      slug: path.replace(/\/index$/, ""),
    }));
}

// ---- Types

export interface Site {
  readonly title: string;
  readonly description: string;
  /** The path that the site is served below. */
  readonly base: string;
  /** The address of the repository, for a link in the head. */
  readonly repository?: string | undefined;
  readonly sidebar: readonly SidebarEntry[];
  readonly pages: readonly PrintedPage[];
}

export type PrintedPage = SitePage & {
  /** Further keys for the tool, such as a page without a side bar. */
  readonly settings?: Readonly<Record<string, unknown>>;
};

/** An entry of the side bar, as Starlight has it. */
type SidebarEntry =
  | { readonly label: string; readonly slug: string }
  | {
      readonly label: string;
      readonly collapsed?: boolean;
      readonly items: readonly SidebarEntry[];
    };
