/** Turns a page of a repository into a page of a site. */
import type { SitePage } from "../../codegen/site/site.js";

/** Reads a page: its heading becomes the title, and links lead to pages of the site. */
export function readMarkdown(page: MarkdownPage): SitePage {
  const text = page.text.replace(/^(?:<!--[^]*?-->\s*)+/, "");
  const heading = /^# (.+)$/m.exec(text);
  const body = heading === null ? text : text.replace(heading[0], "").trimStart();
  const title = page.title ?? heading?.[1]?.replaceAll("`", "") ?? page.path;
  return {
    path: page.path,
    title,
    description: page.description ?? findFirstSentence(body) ?? title,
    body: mapProse(body, (prose) => rewriteLinks(prose, page)),
  };
}

/** The first sentence of the first paragraph, without markup. */
function findFirstSentence(body: string): string | undefined {
  const paragraph = body.split(/\n{2,}/).find((block) => /^[\p{L}`[]/u.test(block));
  if (paragraph === undefined) return undefined;
  const sentence = /^.*?[.:](?=\s|$)/.exec(withoutMarkup(paragraph))?.[0];
  return sentence?.replace(/:$/, "."); // a colon leads to a list or to code, which is left out
}

/** Turns "See [the `inbox`](inbox.md)" into "See the inbox", in one line. */
function withoutMarkup(paragraph: string): string {
  const withoutLinks = paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return withoutLinks.replace(/\s+/g, " ").replace(/[`*]/g, "");
}

/** Changes all text outside of blocks of code. */
function mapProse(body: string, change: (prose: string) => string): string {
  const parts: string[] = [];
  let end = 0; // of the block before
  for (const { 0: block, index } of body.matchAll(CODE_BLOCK)) {
    parts.push(change(body.slice(end, index)), block);
    end = index + block.length;
  }
  return [...parts, change(body.slice(end))].join("");
}

/** From a line of three backticks to the next one with the same indentation. */
const CODE_BLOCK = /^( *)```[^]*?^\1```$/gm;

function rewriteLinks(prose: string, { path, resolveLink }: MarkdownPage): string {
  const rewrite = (target: string): string =>
    target.startsWith("#") ? target : linkFrom(path, resolveLink(target));
  return prose
    .replace(/\]\(([^)\s]+)\)/g, (_, target: string) => `](${rewrite(target)})`)
    .replace(
      /(<a href="|<img [^>]*src=")([^"]+)/g,
      (_, start: string, target: string) => start + rewrite(target),
    );
}

/**
 * Makes a relative link, so that a site works below any path. Each page is a folder of its own: the link from
 * `guides/inbox` to `guides/relay#start` is `../../guides/relay/#start`.
 */
export function linkFrom(path: string, target: string): string {
  const isAddress = /^[a-z]+:/.test(target);
  if (isAddress) return target;
  const [page = "", anchor] = target.split("#");
  const isFile = /\.\w+$/.test(page);
  const place = page === "" || isFile ? page : `${page}/`;
  return pathToRoot(path) + place + (anchor === undefined ? "" : `#${anchor}`);
}

/** The way from the folder of a page to that of the site. The page `guides/index` is the folder `guides`. */
function pathToRoot(path: string): string {
  if (path === "index") return "./";
  const folder = path.replace(/(?:^|\/)index$/, "");
  return "../".repeat(folder.split("/").length);
}

interface MarkdownPage {
  /** The path of the page on the site: `guides/inbox`. */
  readonly path: string;
  readonly text: string;
  /** Replaces the heading of the page. */
  readonly title?: string;
  /** Default: the beginning of the first paragraph. */
  readonly description?: string;
  readonly resolveLink: ResolveLink;
}

/** Finds the target of a link: a page of the site, with its anchor, or an address. */
type ResolveLink = (target: string) => string;
