/** The pages of a package's site: its Markdown, its routes and events, and a guide to receiving. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SitePage } from "../../codegen/site/site.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { FOLDERS } from "../io/tool.js";
import type { Manifest } from "../package/manifest.js";
import { readRepositoryPage } from "../package/repository.js";
import { describeAuthentication } from "./authentication-page.js";
import { readMarkdown } from "./markdown.js";
import { describeReceiving } from "./receiving-page.js";
import { listSidebarEntries, type Site } from "./site-folder.js";

/** Pages of the site, by the file of the package that they replace. */
const PAGES_BY_FILE: Readonly<Record<string, string>> = {
  "README.md": "",
  "CHANGELOG.md": "changelog",
  [`${FOLDERS.out}/api.md`]: "routes",
  [`${FOLDERS.out}/reference/routes.md`]: "routes",
  [`${FOLDERS.out}/reference/events.md`]: "events",
};

/** Describes the site of a package. */
export async function describePackage(
  { project, value }: Manifest,
  model: SchemaModel,
  service: readonly SitePage[],
): Promise<Omit<Site, "base">> {
  const title = String(value["name"]);
  const description =
    readNonEmpty(value["description"]) ?? `A typed client for ${model.vendor.title}.`;
  const repository = readRepositoryPage(value);
  const [readme = `# ${title}\n\n${description}`, changes] = await Promise.all(
    ["README.md", "CHANGELOG.md"].map((file) =>
      readFile(join(project, file), "utf8").catch(() => undefined),
    ),
  );
  const resolveLink = (target: string): string =>
    resolveTarget(
      target,
      repository ?? `https://www.npmjs.com/package/${title}`,
      changes !== undefined,
    );
  const pages = [
    readMarkdown({ path: "index", text: withoutBadges(readme), title, description, resolveLink }),
    ...describeAuthentication(title, model),
    ...describeReceiving(title, model),
    ...service,
    ...(changes === undefined
      ? []
      : [readMarkdown({ path: "changelog", text: changes, resolveLink })]),
  ];
  return { title, description, repository, sidebar: listSidebar(pages), pages };
}

/** Removes badges, which are pictures from elsewhere about another page. */
function withoutBadges(readme: string): string {
  return readme.replace(/^(?:\[!\[[^\]]*\]\([^)]*\)\]\([^)]*\)\s*)+/gm, "");
}

function resolveTarget(target: string, elsewhere: string, hasChanges: boolean): string {
  if (/^[a-z]+:/.test(target)) return target;
  const [path = "", anchor] = target.replace(/^\.\//, "").split("#");
  const page = new Map(Object.entries(PAGES_BY_FILE)).get(path);
  // The site does not have other files of the package.
  if (page === undefined || (page === "changelog" && !hasChanges)) return elsewhere;
  return anchor === undefined ? page : `${page}#${anchor}`;
}

function listSidebar(pages: readonly SitePage[]): Site["sidebar"] {
  const has = (path: string): boolean => pages.some((page) => page.path === path);
  const group = (label: string, folder: string): Site["sidebar"] =>
    has(`${folder}/index`) ? [{ label, items: listSidebarEntries(pages, folder) }] : [];
  return [
    { label: "Overview", slug: "index" },
    ...(has("authentication") ? [{ label: "Authentication", slug: "authentication" }] : []),
    ...(has("receiving") ? [{ label: "Receiving webhooks", slug: "receiving" }] : []),
    ...group("Routes", "routes"),
    ...group("Events", "events"),
    ...(has("changelog") ? [{ label: "Changelog", slug: "changelog" }] : []),
  ];
}

function readNonEmpty(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
