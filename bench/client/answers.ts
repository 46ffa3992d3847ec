/** Answers to the requests of one subject: from a function in place of `fetch`, or from a server. */
import { createServer } from "node:http";
import { listen } from "../harness/measured.js";

/** Number of pages that a list has. */
export const PAGE_COUNT = 1_000;

/** Number of items that each page has. */
export const ITEMS_PER_PAGE = 2;

const BODY = '{"id":1}';
const PAGE = '[{"name":"v1"},{"name":"v2"}]';
const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "x-ratelimit-remaining": "4999",
  "x-ratelimit-reset": "1900000000",
};

const BASE_URL = "https://api.example.com";

/**
 * Makes the platform's own response, and nothing else. It reads the URL as `fetch` does, so that a client cannot save
 * the work of writing it.
 */
export function inject(answer: "an object" | "pages"): Target {
  const respond =
    answer === "pages" ? respondWithPage : () => new Response(BODY, { headers: HEADERS });
  return {
    baseUrl: BASE_URL,
    fetch: (url) => {
      const text = url instanceof Request ? url.url : String(url);
      if (!text.startsWith(BASE_URL)) throw new Error(`The URL is ${text}.`);
      return Promise.resolve(respond(text));
    },
  };
}

/** Answers with the page that `?page=` names, and a link to the next one. */
function respondWithPage(url: string): Response {
  const page = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1);
  const link = `<${BASE_URL}/repos/acme/r1/tags?page=${page + 1}>; rel="next"`;
  return new Response(PAGE, { headers: page < PAGE_COUNT ? { ...HEADERS, link } : HEADERS });
}

/** Starts a server in this process. Its work is the same for every subject. */
export async function serve(): Promise<Target> {
  const server = createServer((incoming, response) => {
    incoming.resume().on("end", () => response.writeHead(200, HEADERS).end(BODY));
  });
  return { baseUrl: `http://127.0.0.1:${await listen(server)}`, fetch };
}

/** Where a subject sends its requests. */
export interface Target {
  readonly baseUrl: string;
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
}
