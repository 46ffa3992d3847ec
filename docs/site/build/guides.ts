/** Makes pages of the site from the Markdown of the repository. */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { readMarkdown } from "../../../cli/docs/markdown.js";
import { asReference, type SitePage } from "../../../codegen/site/site.js";
import { plotTables } from "./tables.js";

export const REPOSITORY = "https://github.com/typewire/typewire";

/** The address of pictures, which is absolute because registries show them, too. */
const PICTURES = "https://raw.githubusercontent.com/typewire/typewire/main/docs/images/";

/** Files outside of the list of guides, by their pages. */
const OTHERS: Readonly<Record<string, string>> = {
  "README.md": "start",
  "docs/errors.md": "errors",
  "bench/README.md": "performance",
  "schema/README.md": "yaml",
  "SECURITY.md": "security",
  "CHANGELOG.md": "changelog",
};

const CONTRACT = "docs/contract";
const FIRST_PAGE = "README.md";

/** Pages of the site that replace files of the repository. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "docs/README.md": "start",
  "generated/api.md": "routes",
};

/** Titles of pages whose own title only fits the repository. */
const TITLES: Readonly<Record<string, string>> = {
  start: "Getting started",
  performance: "Performance",
  yaml: "The YAML of a service",
};

const read = (path: string): string => readFileSync(path, "utf8");

interface Guide {
  readonly file: string;
  readonly path: string;
  readonly description?: string;
}

/** The guides in the order of their list, each with its description there. */
function listGuides(): readonly Guide[] {
  const items = read("docs/README.md").matchAll(
    /^- \[[^\]]+\]\(([\w-]+)\.md\): ([^]*?)(?=\n(?:- |\n))/gm,
  );
  const guides = [...items].map(([, name = "", text = ""]) => {
    const sentence = text.replace(/\s+/g, " ").replaceAll("`", "");
    const description = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
    const file = `docs/${name}.md`;
    return { file, path: OTHERS[file] ?? `guides/${name}`, description };
  });
  const listed = new Set(guides.map(({ file }) => file));
  const others = Object.entries(OTHERS).filter(([file]) => !listed.has(file));
  return [...guides, ...others.map(([file, path]) => ({ file, path })), ...listContract()];
}

/** The first page of the contract, and its parts. */
function listContract(): readonly Guide[] {
  const parts = readdirSync(CONTRACT).filter((name) => name !== FIRST_PAGE);
  return [
    { file: `${CONTRACT}/${FIRST_PAGE}`, path: "contract/index" },
    ...parts.sort().map((name) => ({
      file: `${CONTRACT}/${name}`,
      path: `contract/${name.replace(/\.md$/, "").toLowerCase()}`,
    })),
  ];
}

/** Reads all pages that the repository has as Markdown. */
export function describeGuides(): readonly SitePage[] {
  const guides = listGuides();
  const pageOf = new Map([
    ...Object.entries(ELSEWHERE),
    ...guides.map(({ file, path }) => [file, path.replace(/\/index$/, "")] as const),
  ]);
  return guides.map(({ file, path, description }) => {
    const text = file === "bench/README.md" ? plotTables(read(file)) : read(file);
    const page = readMarkdown({
      path,
      text: replacePictures(text),
      ...(TITLES[path] !== undefined && { title: TITLES[path] }),
      ...(description !== undefined && { description }),
      resolveLink: (target) => resolveLink(target, file, pageOf),
    });
    return LISTS.test(path) ? { ...page, body: asReference(page.body) } : page;
  });
}

/** Pages that name everything once, which a search shows last. */
const LISTS = /^(?:changelog$|contract\/)/;

function resolveLink(target: string, file: string, pageOf: ReadonlyMap<string, string>): string {
  const own = `${REPOSITORY}/blob/main/`;
  if (target.startsWith(PICTURES)) return target.replace(PICTURES, "images/");
  if (/^[a-z]+:/.test(target) && !target.startsWith(own)) return target;
  const [path = "", anchor] = target.split("#");
  const whole = path.startsWith(own)
    ? path.slice(own.length)
    : posix.join(posix.dirname(file), path).replace(/\/$/, "");
  const hash = anchor === undefined ? "" : `#${anchor}`;
  const page = pageOf.get(whole);
  return page === undefined ? `${own}${whole}${hash}` : page + hash;
}

/** Prints a picture for each colour scheme, because the site has its own switch. */
function replacePictures(text: string): string {
  return text.replace(
    /<picture>\s*<source [^>]*srcset="([^"]+)">\s*<img alt="([^"]+)" src="([^"]+)">\s*<\/picture>/g,
    (_, dark: string, alt: string, light: string) =>
      [
        `<img class="only-light" alt="${alt}" src="${light}" loading="lazy">`,
        `<img class="only-dark" alt="${alt}" src="${dark}" loading="lazy">`,
      ].join("\n"),
  );
}
