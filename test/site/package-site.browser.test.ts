/** The site that `typewire docs` makes of a package, with the tools that `docs/site/build/main.ts` has installed. */
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "../browser/playwright.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../cli/cli.js";
import { close, launchChromium, listen } from "../inspector/browser.js";
import { serveFolder } from "./serve.js";
import {
  findBrokenLinks,
  findViolations,
  type OpenPage,
  openPage,
  readSite,
  search,
} from "./site.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Inside the folder of the tools, where the package finds them. */
const FOLDER = join(ROOT, "docs/site/.package");

// Vitest sets variables, by which Astro would build for development.
const { PATH = "", HOME = "" } = process.env;
const run = (...argv: readonly string[]) => runCli(FOLDER, argv, { env: { PATH, HOME } });

let browser: Browser;
let server: Server;
let origin: string;

beforeAll(async () => {
  if (!existsSync(join(ROOT, "docs/site/node_modules")))
    throw new Error("The tools are not installed. Run `npx tsx docs/site/build/main.ts`.");
  await rm(FOLDER, { recursive: true, force: true });
  await cp(join(ROOT, "examples/vendors/stripe-like/schema"), join(FOLDER, "schema"), {
    recursive: true,
  });
  await writeFile(join(FOLDER, "package.json"), '{ "name": "paid-sdk", "version": "1.0.0" }');
  await writeFile(
    join(FOLDER, "README.md"),
    "# paid-sdk\n\nIt pays. [Methods](src/generated/api.md), [licence](LICENSE).\n",
  );
  const { code, out, err } = await run("docs");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/Built the site in site\/dist\.$/);
  browser = await launchChromium();
  ({ server, origin } = await listen(serveFolder(join(FOLDER, "site/dist"))));
});

afterAll(async () => {
  await browser.close();
  await close(server);
  await rm(FOLDER, { recursive: true, force: true });
});

describe("the site of a package", () => {
  it("has no broken link", () => {
    const site = readSite(join(FOLDER, "site/dist"));
    expect(site.htmlFiles.length).toBeGreaterThan(4);
    expect(findBrokenLinks(site)).toEqual([]);
  });

  it.each(["/", "/authentication/", "/receiving/", "/routes/", "/routes/charges/", "/events/"])(
    "is accessible: %s",
    async (path) => {
      const { page, complaints, listForeign } = await openPage(browser, origin + path);
      expect(await findViolations(page)).toEqual([]);
      expect(listForeign()).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  it("is searched without a server", async () => {
    const opened = await openPage(browser, `${origin}/`);
    const listFound = await search(opened, "middleware");
    await expect.poll(listFound).toContain("/receiving/");
    expect(opened.listForeign()).toEqual([]);
    await opened.page.close();
  });
});

describe("its search", () => {
  let opened: OpenPage;
  beforeAll(async () => {
    opened = await openPage(browser, `${origin}/`);
  });
  afterAll(() => opened.page.close());

  it.each([
    ["charges.create", "/routes/charges/"],
    ["POST /v1/charges", "/routes/charges/"],
    ["authentication", "/authentication/"],
  ])("finds %s", async (words, path) => {
    const listFound = await search(opened, words);
    await expect.poll(async () => (await listFound())[0]).toBe(path);
  });
});

describe("its folder", () => {
  it("is not one that holds something else", async () => {
    const other = join(FOLDER, "other");
    await mkdir(other);
    await writeFile(join(other, "notes.txt"), "mine");
    const { code, err } = await run("docs", "--no-build", "--out", "other");
    expect(code).toBe(1);
    expect(err).toContain("is not a folder of a site; expected a new one");
    expect(await readdir(other)).toEqual(["notes.txt"]);
  });

  it("is served below a path that begins with a slash", async () => {
    const { code, err } = await run("docs", "--base", "acme");
    expect(code).toBe(2);
    expect(err).toContain('The value of --base is acme; expected a path that begins with "/".');
  });
});
