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
  const text = paragraph
    ?.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\s+/g, " ")
    .replace(/[`*]/g, "");
  return text === undefined ? undefined : /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".");
}

/** Changes all text outside of code. */
function mapProse(body: string, change: (prose: string) => string): string {
  return body
    .split(/(^( *)```[^]*?^\2```$)/gm)
    .filter((_, index) => index % 3 !== 2) // the indentation that the pattern captures
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}

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

/** Makes a relative link, so that a site works below any path. */
export function linkFrom(path: string, target: string): string {
  if (/^[a-z]+:/.test(target)) return target;
  const depth = path === "index" ? 0 : path.replace(/(?:^|\/)index$/, "").split("/").length;
  const [page = "", anchor] = target.split("#");
  const folder = page === "" || /\.\w+$/.test(page) ? page : `${page}/`;
  const start = depth === 0 ? "./" : "../".repeat(depth);
  return start + folder + (anchor === undefined ? "" : `#${anchor}`);
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
