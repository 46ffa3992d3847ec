/** The site that `npm run docs` builds, as files and in a real Chromium. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emitterEventNames } from "../../generated/event-names.js";
import { routes } from "../../src/entries/routes.js";
import { close, launchChromium, listen } from "../inspector/browser.js";
import { serveFolder } from "./serve.js";

const DIST = fileURLToPath(new URL("../../docs/site/dist", import.meta.url));

/** A page of each kind. */
const KINDS = [
  "/",
  "/guides/developing/",
  "/errors/",
  "/performance/",
  "/api/oauth/",
  "/routes/issues-user/",
  "/events/issues/",
  "/404.html",
];

const MOST_SCRIPT = 100_000;

const files = existsSync(DIST)
  ? readdirSync(DIST, { recursive: true, encoding: "utf8" }).map((file) =>
      file.split("\\").join("/"),
    )
  : [];
const htmlFiles = files.filter((file) => file.endsWith(".html"));

let browser: Browser;
let server: Server;
let origin: string;

beforeAll(async () => {
  if (htmlFiles.length === 0) throw new Error("The site is not built. Run `npm run docs`.");
  browser = await launchChromium();
  ({ server, origin } = await listen(serveFolder(DIST)));
});

afterAll(async () => {
  await browser.close();
  await close(server);
});

const read = (file: string) => readFileSync(join(DIST, file), "utf8");

/** HTML without code, which can show tags, and without scripts. */
const readMarkup = (file: string) => read(file).replace(/<script[^]*?<\/script>/g, "");

const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

describe("the files of the site", () => {
  it("have all routes and events", () => {
    const text = htmlFiles.map(readMarkup).join("");
    const lost = [...routes, ...emitterEventNames].filter(
      (name) => !text.includes(`<code dir="auto">${name}</code>`),
    );
    expect(lost).toEqual([]);
  });

  it("have no broken link", () => {
    const ids = new Map(htmlFiles.map((file) => [file, idsOf(readMarkup(file))]));
    const broken = htmlFiles.flatMap((file) =>
      [...readMarkup(file).matchAll(/ (?:href|src)="([^"]+)"/g)]
        .map(([, target = ""]) => target.replaceAll("&amp;", "&"))
        .filter((target) => !/^(?:https?:|mailto:|data:)/.test(target))
        .filter((target) => !isThere(target, file, ids))
        .map((target) => `${file}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it(`have less than ${MOST_SCRIPT / 1_000} kB of script a page`, () => {
    const sizes = htmlFiles.map((file) => [file, measureScripts(file)] as const);
    const [largest] = sizes.toSorted(([, one], [, other]) => other - one);
    expect(sizes.filter(([, size]) => size >= MOST_SCRIPT)).toEqual([]);
    console.log(`Script of the largest page, ${largest?.[0]}: ${largest?.[1]} bytes.`);
  });

  it("list every page for language models", () => {
    const listed = [...read("llms.txt").matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => path);
    const built = htmlFiles.filter((file) => file !== "404.html");
    expect(listed.map((path) => `${path.slice(1)}index.html`).sort()).toEqual(built.sort());
  });
});

function isThere(
  target: string,
  file: string,
  ids: ReadonlyMap<string, ReadonlySet<string | undefined>>,
): boolean {
  const [path = "", anchor] = target.split("#");
  const whole = path.startsWith("/") ? path.slice(1) : posix.join(dirname(file), path);
  const found =
    path === ""
      ? file
      : whole === "" || whole === "." || whole.endsWith("/")
        ? posix.join(whole, "index.html")
        : whole;
  if (!files.includes(found)) return false;
  return (
    anchor === undefined ||
    anchor === "" ||
    ids.get(found)?.has(decodeURIComponent(anchor)) === true
  );
}

/** Bytes of the scripts in a page, and of those that it loads at once. */
function measureScripts(file: string): number {
  const html = read(file);
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    const imports = read(path).matchAll(/(?:from|import)"(\.[^"]+)"/g);
    for (const [, target = ""] of imports) load(posix.join(dirname(path), target));
  };
  let inside = 0;
  for (const [, attributes = "", text = ""] of html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)) {
    inside += Buffer.byteLength(text);
    const source = /src="\/([^"]+)"/.exec(attributes)?.[1];
    if (source !== undefined) load(source);
  }
  return [...loaded].reduce((sum, path) => sum + Buffer.byteLength(read(path)), inside);
}

interface Opened {
  readonly page: Page;
  /** Messages of the console, and errors. */
  readonly complaints: readonly string[];
  /** URLs of all requests. */
  readonly requests: readonly string[];
}

async function open(
  path: string,
  scheme: "light" | "dark" = "light",
  width = 1_300,
): Promise<Opened> {
  const page = await browser.newPage({ colorScheme: scheme, viewport: { width, height: 900 } });
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    const isExpected = path === "/404.html" || message.type() === "log";
    if (!isExpected) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(origin + path, { waitUntil: "networkidle" });
  return { page, complaints, requests };
}

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

async function findViolations(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>(
    "axe.run()",
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html)
        .slice(0, 3)
        .join(" ")}`,
  );
}

const looks = KINDS.flatMap((path) =>
  (["light", "dark"] as const).flatMap((scheme) =>
    [360, 1_300].map((width) => [path, scheme, width] as const),
  ),
);

describe("a page", () => {
  it.each(looks)(
    "%s in %s, %i wide, is accessible and asks nobody else",
    async (path, scheme, width) => {
      const { page, complaints, requests } = await open(path, scheme, width);
      expect(await findViolations(page)).toEqual([]);
      // No page is wider than the screen.
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});

/** Words that people search for, each with a page that has to be among the first results. */
const SEARCHES = [
  ["SIGNATURE_MISMATCH", "/errors/"],
  ["rate limit", "/guides/sending-requests/"],
  ["express", "/guides/receiving/"],
  ["createInbox", "/guides/inbox/"],
  ["Octokit", "/guides/moving-from-octokit/"],
  ["stripe", "/guides/signatures/"],
  ["reconcile", "/guides/github/"],
  ["createMockFetch", "/api/testing/"],
  ["assignees", "/routes/issues-repos-1/"],
  ["workflow_dispatch", "/events/workflow_dispatch/"],
] as const;

describe("the search", () => {
  it.each(SEARCHES)("finds %s", async (words, expected) => {
    const { page, complaints, requests } = await open("/");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill(words);
    const links = page.locator(".pagefind-ui__result-link");
    await links.first().waitFor();
    const found = () =>
      links.evaluateAll((all) => all.map((each) => each.getAttribute("href") ?? ""));
    await expect
      .poll(async () => (await found()).map((href) => href.split("#")[0]))
      .toContain(expected);
    expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("has an accessible dialog, and loads little script", async () => {
    const { page, requests } = await open("/start/", "dark");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("webhook");
    await page.locator(".pagefind-ui__result-link").first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    const scripts = new Set(
      requests.map((url) => new URL(url).pathname).filter((path) => path.endsWith(".js")),
    );
    const sent = [...scripts].reduce((sum, path) => sum + gzipSync(read(path)).length, 0);
    expect(sent).toBeLessThan(MOST_SCRIPT);
    console.log(`Script with an open search: ${sent} bytes sent.`);
    await page.close();
  });
});
