/** A service with repositories, in pages of two, and the page of a program that asks it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

export class RepoService {
  /** `<METHOD> <url>` of each request below `/api`. */
  readonly arrivals: string[] = [];
  readonly repos: Repo[] = ["one", "two", "three", "four", "five"].map((name, index) =>
    createRepo(index + 1, name),
  );
  /** The page at `/`. */
  html = "";
  /** The program at `/program.js`. */
  script = "";
  /** Set to leave requests unanswered. */
  isSilent = false;
  /** The number of requests that their client gave up. */
  aborted = 0;

  /** Answers a request of a page or of its program. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "" } = request;
    const { pathname } = new URL(url, "http://localhost");
    if (pathname.startsWith("/api/")) return this.#answerApi(request, response);
    const isScript = pathname === "/program.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? this.script : this.html);
  }

  async #answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "", method = "" } = request;
    this.arrivals.push(`${method} ${url.slice("/api".length)}`);
    if (this.isSilent) {
      response.on("close", () => this.aborted++);
      return;
    }
    const body = await text(request);
    if (method === "POST") this.#create(response, body);
    else this.#read(response, new URL(url, "http://localhost"));
  }

  #create(response: ServerResponse, body: string): void {
    const { name } = JSON.parse(body) as { readonly name: string };
    this.repos.push(createRepo(7, name));
    send(response, this.repos.at(-1), 201);
  }

  /** One repository by its name, or a page of two. */
  #read(response: ServerResponse, { pathname, searchParams }: URL): void {
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

function createRepo(id: number, name: string): Repo {
  return { id, name, full_name: `acme/${name}` };
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
