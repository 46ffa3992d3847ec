/** The page in a real Chromium, over the deliveries of a test, and the steps that tests of it share. */
import type { Server } from "node:http";
import { afterAll, afterEach, beforeAll } from "vitest";
import { createNodeInspector, type NodeInspectorOptions } from "../../src/inspector/index.js";
import type { Browser, Page, PageOptions } from "../browser/playwright.js";
import { close, launchChromium, listen } from "./browser.js";
import type { createSource } from "./sample-source.js";

/** Starts a browser for the tests of a file; its pages and servers are closed after each of them. */
export function setUpPages() {
  let browser: Browser;
  const servers: Server[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    for (const server of servers.splice(0)) await close(server);
  });

  afterAll(async () => {
    await browser.close();
  });

  const newPage = (options?: PageOptions) => browser.newPage(options);

  async function open(
    { source }: Pick<ReturnType<typeof createSource>, "source">,
    context: PageOptions = {},
    options: NodeInspectorOptions = {},
  ): Promise<OpenedPage> {
    const inspector = createNodeInspector(source, { isReadOnly: false, ...options });
    const { server, origin } = await listen((request, response) => {
      void inspector(request, response).then((isOwn) => isOwn || response.writeHead(404).end());
    });
    servers.push(server);
    const page = await newPage({ viewport: { width: 1_400, height: 900 }, ...context });
    const observed = observe(page);
    await page.goto(`${origin}/inspector/`);
    await page.locator(".live.live").waitFor();
    return { page, origin, ...observed };
  }

  return { open, newPage, servers };
}

export function rowsOf(page: Page) {
  return page.locator(".row");
}

/** Opens a tab of the delivery. */
export function tab(page: Page, name: string) {
  return page.getByRole("tab", { name }).click();
}

/** Opens one of the deliveries in the list. */
export async function choose(page: Page, index = 0) {
  await rowsOf(page).nth(index).click();
  await page.locator("#detail-title").waitFor();
}

/** Presses a button of the menu. */
export async function more(page: Page, name: string) {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name }).click();
}

/** Lists that grow with what a page complains of and requests. */
function observe(page: Page): Pick<OpenedPage, "complaints" | "requests"> {
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  return { complaints, requests };
}

export interface OpenedPage {
  readonly page: Page;
  readonly origin: string;
  /** Messages of the console, and errors: a Content-Security-Policy that was broken, for example. */
  readonly complaints: readonly string[];
  /** URLs of all requests. */
  readonly requests: readonly string[];
}
