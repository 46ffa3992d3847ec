/** Pages of programs in Chromium, each over a service with repositories. */
import { afterAll, beforeAll } from "vitest";
import type { Browser, Page } from "../browser/playwright.js";
import { close, launchChromium, listen } from "../inspector/browser.js";
import { RepoService } from "./repo-service.js";

/** Starts Chromium for the tests of a file. */
export function usePages() {
  let browser: Browser;
  const closeServers: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    for (const closeServer of closeServers) await closeServer();
  });

  /** Starts a service for one page. */
  async function serve(): Promise<Site> {
    const service = new RepoService();
    const { server, origin } = await listen((request, response) => {
      void service.answer(request, response);
    });
    closeServers.push(() => close(server));
    return { origin, service };
  }

  /** Opens a page with a program. */
  async function openPage({ origin, service }: Site, script: string, html = ""): Promise<Opened> {
    service.script = script;
    service.html = `<!doctype html><body>${html}<script type="module" src="/program.js"></script>`;
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      if (!message.text().includes("favicon")) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(origin);
    return { page, service, complaints };
  }

  return { serve, openPage };
}

/** A page, the service that it asks, and what the console and the page complain of. */
export interface Opened {
  readonly page: Page;
  readonly service: RepoService;
  readonly complaints: readonly string[];
}

/** A service, and the origin that it is served at. */
export interface Site {
  readonly origin: string;
  readonly service: RepoService;
}
