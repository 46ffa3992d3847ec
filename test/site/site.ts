/** A built site: its files, and its pages in Chromium. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { expect } from "vitest";
import { type Browser, findAxe, type Page } from "../browser/playwright.js";
import { until } from "../until.js";

export function readSite(folder: string): SiteFiles {
  const names = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
    : [];
  const files = names.map((file) => file.split("\\").join("/"));
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  return {
    files,
    htmlFiles: files.filter((file) => file.endsWith(".html")),
    read,
    readMarkup: (file) => read(file).replace(/<script[^]*?<\/script>/g, ""),
  };
}

/** Lists links to pages, files and anchors that the site does not have. */
export function findBrokenLinks({ files, htmlFiles, readMarkup }: SiteFiles): readonly string[] {
  const known = new Set(files);
  const ids: Ids = new Map(
    htmlFiles.map((file) => [
      file,
      new Set([...readMarkup(file).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  return htmlFiles.flatMap((file) =>
    [...readMarkup(file).matchAll(/ (?:href|src)="([^"]+)"/g)]
      .map(([, target = ""]) => target.replaceAll("&amp;", "&"))
      .filter((target) => !/^(?:https?:|mailto:|data:)/.test(target))
      .filter((target) => !isThere(target, file, known, ids))
      .map((target) => `${file}: ${target}`),
  );
}

function isThere(target: string, file: string, known: ReadonlySet<string>, ids: Ids): boolean {
  const [path = "", anchor = ""] = target.split("#");
  const fromRoot = path.startsWith("/") ? path.slice(1) : posix.join(dirname(file), path);
  const isFolder = /(?:^|\/)\.?$/.test(fromRoot);
  const page = isFolder ? posix.join(fromRoot, "index.html") : fromRoot;
  const linked = path === "" ? file : page;
  if (!known.has(linked)) return false;
  return anchor === "" || ids.get(linked)?.has(decodeURIComponent(anchor)) === true;
}

/** Bytes of the scripts in a page, and of those that it loads at once. */
export function measureScripts(file: string, { read }: SiteFiles): number {
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    const imports = read(path).matchAll(/(?:from|import)"(\.[^"]+)"/g);
    for (const [, target = ""] of imports) load(posix.join(dirname(path), target));
  };
  let inlineBytes = 0;
  const scripts = read(file).matchAll(/<script([^>]*)>([^]*?)<\/script>/g);
  for (const [, attributes = "", text = ""] of scripts) {
    inlineBytes += Buffer.byteLength(text);
    const source = /src="\/([^"]+)"/.exec(attributes)?.[1];
    if (source !== undefined) load(source);
  }
  return [...loaded].reduce((sum, path) => sum + Buffer.byteLength(read(path)), inlineBytes);
}

export async function openPage(
  browser: Browser,
  url: string,
  { colorScheme = "light", width = 1_300 }: Look = {},
): Promise<OpenPage> {
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "log") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  // The site loads its search once the browser is idle. On a busy machine, that may never happen.
  await page.addInitScript({ content: "window.requestIdleCallback = undefined" });
  await page.goto(url, { waitUntil: "networkidle" });
  const { origin } = new URL(url);
  const listForeign = () => requests.filter((each) => new URL(each).origin !== origin);
  return { page, complaints, requests, listForeign };
}

/** Runs axe on a page. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: findAxe() });
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>(
    "axe.run()",
  );
  const show = (nodes: Violation["nodes"]): string => nodes.map(({ html }) => html).join(" ");
  return violations.map(({ id, nodes }) => `${id}: ${show(nodes.slice(0, 3))}`);
}

/**
 * Searches for words in the dialog, which it opens first if it is closed. Resolves to a function that lists the pages
 * which are found by then: at first, these may be those of the search before.
 */
export async function search(
  { page, complaints }: OpenPage,
  words: string,
): Promise<() => Promise<readonly string[]>> {
  const dialog = page.getByRole("dialog");
  const textbox = dialog.getByRole("textbox");
  await until(async () => {
    // A click is lost if the layout shifts meanwhile. People then press the button again.
    if (!(await dialog.isVisible())) await page.getByRole("button", { name: "Search" }).click();
    expect(complaints).toEqual([]);
    expect(await textbox.isVisible()).toBe(true);
  });
  await textbox.fill(words);
  const links = page.locator(".pagefind-ui__result-link");
  await links.first().waitFor();
  return () =>
    links.evaluateAll((anchors) =>
      anchors.map((each) => (each.getAttribute("href") ?? "").replace(/#.*/, "")),
    );
}

/** Files of a built site. */
export interface SiteFiles {
  /** All files, below the folder of the site. */
  readonly files: readonly string[];
  readonly htmlFiles: readonly string[];
  read(file: string): string;
  /** HTML without scripts. */
  readMarkup(file: string): string;
}

type Ids = ReadonlyMap<string, ReadonlySet<string | undefined>>;

/** An open page, and what it said and asked for. */
export interface OpenPage {
  readonly page: Page;
  /** Messages of the console, and errors. */
  readonly complaints: readonly string[];
  /** URLs of all requests. */
  readonly requests: readonly string[];
  /** Requests to anywhere but the server of the site. */
  listForeign(): readonly string[];
}

export interface Look {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}
