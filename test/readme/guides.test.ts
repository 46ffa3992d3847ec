/**
 * The README and the pages that it leads to are published with the package. Their links lead to what
 * is published too, or by address to a file of the repository, and to headings that exist. Their code can be
 * parsed.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Files and folders of the package. npm publishes the first two whatever `files` says. */
const PUBLISHED = ["README.md", "LICENSE", ...manifest.files];

const pages = [
  "README.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** The address of a file for whoever has only the package. */
const IN_REPOSITORY = "https://github.com/typewire/typewire/blob/main/";

/** Pages that nobody installs: the contract, and what contributors read. */
const UNPUBLISHED = [
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ...["bench", "examples", "schema", "scripts", "test", "docs/site"].map(nameReadme),
  ...readdirSync(join(ROOT, "docs/contract")).map((name) => `docs/contract/${name}`),
  ...["src", "codegen", "cli"].flatMap(listReadmes),
];

/** A file that only the build makes. */
const BUILT = "THIRD_PARTY.md";

const links = pages.flatMap(readLinks);

const blocks = pages.flatMap((page) =>
  [...readPage(page).matchAll(/^( *)```(js|ts|typescript)\n([\s\S]*?)^\1```$/gm)].map(
    ([, , language = "", code = ""], index) => ({
      page,
      number: index + 1,
      loader: language === "js" ? ("js" as const) : ("ts" as const),
      code,
    }),
  ),
);

describe("links of what is published", () => {
  it("are there", () => {
    expect(links.length).toBeGreaterThan(10);
  });

  it.each(links.filter(({ target }) => !/^https:/.test(target)))(
    "lead from $page to $target",
    ({ page, target }) => {
      const [path = "", anchor] = target.split("#");
      const file = findFile(page, path);
      expect(PUBLISHED.some((entry) => file === entry || file.startsWith(`${entry}/`))).toBe(true);
      expectTarget(file, anchor);
    },
  );

  it.each(links.filter(({ target }) => target.startsWith(IN_REPOSITORY)))(
    "lead by address from $page to $target",
    ({ target }) => {
      const [file = "", anchor] = target.slice(IN_REPOSITORY.length).split("#");
      expectTarget(file, anchor);
    },
  );
});

describe("links of other pages", () => {
  const linksToFiles = UNPUBLISHED.flatMap(readLinks).filter(
    ({ target }) => !/^[a-z]+:/.test(target) && !target.endsWith(BUILT),
  );

  it.each(linksToFiles)("lead from $page to $target", ({ page, target }) => {
    const [path = "", anchor] = target.split("#");
    expectTarget(findFile(page, path), anchor);
  });
});

describe("code of what is published", () => {
  it("is there", () => {
    expect(blocks.length).toBeGreaterThan(5);
  });

  it.each(blocks)("can be parsed: block $number of $page", async ({ code, loader }) => {
    await expect(transform(code, { loader })).resolves.toMatchObject({ warnings: [] });
  });
});

function nameReadme(folder: string): string {
  return `${folder}/README.md`;
}

function listReadmes(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("README.md") && !/(?:node_modules|dist)\//.test(path))
    .map((path) => `${folder}/${path}`);
}

function readLinks(page: string): readonly Link[] {
  const targets = readProse(page).matchAll(/\]\(([^)\s]+)\)/g);
  return [...targets].map(([, target = ""]) => ({ page, target }));
}

function readPage(page: string): string {
  return readFileSync(join(ROOT, page), "utf8");
}

/** A page without its code, in which brackets have another meaning. */
function readProse(page: string): string {
  return readPage(page).replace(/^( *)```[\s\S]*?^\1```$/gm, "");
}

/** The anchors of a page's headings, made as code hosts make them. */
function anchorsOf(page: string): readonly string[] {
  return [...readProse(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Finds a relative target from the root of the repository. */
function findFile(page: string, path: string): string {
  return path === "" ? page : relative(ROOT, join(ROOT, dirname(page), path));
}

function expectTarget(file: string, anchor: string | undefined): void {
  expect(existsSync(join(ROOT, file))).toBe(true);
  if (anchor !== undefined) expect(anchorsOf(file)).toContain(anchor);
}

interface Link {
  readonly page: string;
  readonly target: string;
}
