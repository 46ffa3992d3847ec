/** A service with repositories, in pages of two, and the pages of programs that ask it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll } from "vitest";
import type { Browser, Page } from "../browser/playwright.js";
import { close, launchChromium, listen } from "../inspector/browser.js";

const repo = (id: number, name: string): Repo => ({ id, name, full_name: `acme/${name}` });

export class RepoService {
  /** `<METHOD> <url>` of each request below `/api`. */
  readonly arrivals: string[] = [];
  readonly repos: Repo[] = ["one", "two", "three", "four", "five"].map((name, index) =>
    repo(index + 1, name),
  );
  /** The page at `/`. */
  html = "";
  /** The program at `/program.js`. */
  script = "";
  /** Set to leave requests unanswered. */
  isSilent = false;
  /** The number of requests that their client gave up. */
  aborted = 0;

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "", method = "" } = request;
    const { pathname, searchParams } = new URL(url, "http://localhost");
    if (!pathname.startsWith("/api/")) {
      const isScript = pathname === "/program.js";
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(isScript ? this.script : this.html);
      return;
    }
    this.arrivals.push(`${method} ${url.slice("/api".length)}`);
    if (this.isSilent) {
      response.on("close", () => this.aborted++);
      return;
    }
    const body = await text(request);
    if (method === "POST") {
      const { name } = JSON.parse(body) as { readonly name: string };
      this.repos.push(repo(7, name));
      send(response, this.repos.at(-1), 201);
      return;
    }
    const [, name] = /^\/api\/repos\/acme\/(.+)$/.exec(pathname) ?? [];
    if (name !== undefined) {
      const known = this.repos.find((each) => each.name === name);
      send(response, known ?? { message: "Not Found" }, known ? 200 : 404);
      return;
    }
    const page = Number(searchParams.get("page") ?? 1);
    const isLast = page * 2 >= this.repos.length;
    if (!isLast)
      response.setHeader("link", `</api/organizations/7/repos?page=${page + 1}>; rel="next"`);
    send(response, this.repos.slice(page * 2 - 2, page * 2));
  }
}

/** Starts Chromium for the tests of a file. */
export function usePages() {
  let browser: Browser;
  const open: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    for (const end of open) await end();
  });

  async function serve(): Promise<Site> {
    const service = new RepoService();
    const { server, origin } = await listen((request, response) => {
      void service.answer(request, response);
    });
    open.push(() => close(server));
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

function send(response: ServerResponse, data: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(data));
}

interface Repo {
  readonly id: number;
  readonly name: string;
  readonly full_name: string;
}

export interface Opened {
  readonly page: Page;
  readonly service: RepoService;
  readonly complaints: readonly string[];
}

export interface Site {
  readonly origin: string;
  readonly service: RepoService;
}
