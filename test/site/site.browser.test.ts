/** The site that `docs/site/build/main.ts` builds, as files and in a real Chromium. */
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser } from "../browser/playwright.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emitterEventNames } from "../../generated/event-names.js";
import { routes } from "../../generated/route-helpers.js";
import { close, launchChromium, listen } from "../inspector/browser.js";
import { serveFolder } from "./serve.js";
import {
  findBrokenLinks,
  findViolations,
  measureScripts,
  type OpenPage,
  openPage,
  readSite,
  search,
} from "./site.js";

const DIST = fileURLToPath(new URL("../../docs/site/dist", import.meta.url));
const site = readSite(DIST);

/** Bytes of script that a page may have. */
const MOST_SCRIPT = 100_000;

/** A page of each kind. */
const KINDS = [
  "/",
  "/guides/developing/",
  "/errors/",
  "/performance/",
  "/api/oauth/",
  "/routes/issues-user/",
  "/events/ping/",
  "/404.html",
];

/** Contrast differs by scheme, what fits differs by width: two looks show both. */
const LOOKS = [
  { colorScheme: "light", width: 360 },
  { colorScheme: "dark", width: 1_300 },
] as const;

const PAGES = KINDS.flatMap((path) => LOOKS.map((look) => ({ path, ...look })));

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

let browser: Browser;
let server: Server;
let origin: string;

beforeAll(async () => {
  if (site.htmlFiles.length === 0)
    throw new Error("The site is not built. Run `npx tsx docs/site/build/main.ts`.");
  browser = await launchChromium();
  ({ server, origin } = await listen(serveFolder(DIST)));
});

afterAll(async () => {
  await browser.close();
  await close(server);
});

describe("the files of the site", () => {
  it("have all routes and events", () => {
    const text = site.htmlFiles.map((file) => site.readMarkup(file)).join("");
    const lost = [...routes, ...emitterEventNames].filter(
      (name) => !text.includes(`<code dir="auto">${name}</code>`),
    );
    expect(lost).toEqual([]);
  });

  it("have no broken link", () => {
    expect(findBrokenLinks(site)).toEqual([]);
  });

  it(`have less than ${MOST_SCRIPT / 1_000} kB of script a page`, () => {
    const sizes = site.htmlFiles.map((file) => [file, measureScripts(file, site)] as const);
    expect(sizes.filter(([, size]) => size >= MOST_SCRIPT)).toEqual([]);
    console.log(`Script of a page: at most ${Math.max(...sizes.map(([, size]) => size))} bytes.`);
  });

  it("list every page for language models", () => {
    const links = [...site.read("llms.txt").matchAll(/\]\(([^)]+)\)/g)];
    const listed = links.map(([, path = ""]) => `${path.slice(1)}index.html`);
    const built = site.htmlFiles.filter((file) => file !== "404.html");
    expect(listed.sort()).toEqual([...built].sort());
  });
});

describe("a page", () => {
  it.each(PAGES)(
    "$path, $colorScheme, $width wide, is accessible and asks nobody else",
    async (look) => {
      const { page, complaints, listForeign } = await openPage(browser, origin + look.path, look);
      expect(await findViolations(page)).toEqual([]);
      // No page is wider than the screen.
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(look.width);
      expect(listForeign()).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});

describe("the search", () => {
  let opened: OpenPage;
  beforeAll(async () => {
    opened = await openPage(browser, `${origin}/`);
  });
  afterAll(() => opened.page.close());

  it.each(SEARCHES)("finds %s", async (words, expected) => {
    const listFound = await search(opened, words);
    await expect.poll(listFound).toContain(expected);
    expect(opened.listForeign()).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });

  it("has an accessible dialog, and loads little script", async () => {
    const opened = await openPage(browser, `${origin}/start/`, { colorScheme: "dark" });
    await search(opened, "webhook");
    const { page, requests } = opened;
    expect(await findViolations(page)).toEqual([]);
    const paths = requests
      .map((url) => new URL(url).pathname)
      .filter((path) => path.endsWith(".js"));
    const sizes = [...new Set(paths)].map((path) => gzipSync(site.read(path)).length);
    const sent = sizes.reduce((sum, size) => sum + size, 0);
    expect(sent).toBeLessThan(MOST_SCRIPT);
    console.log(`Script with an open search: ${sent} bytes sent.`);
    await page.close();
  });
});
