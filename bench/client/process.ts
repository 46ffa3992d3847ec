/** Sends the requests of one subject, and reports the processor time of a request in microseconds. */
import { createServer } from "node:http";
import { request } from "@octokit/request";
import { createClient } from "typewire/client";
import { createClient as createCore } from "typewire/core";
import { get, listTags } from "typewire/resources/repos";
import { Vendor } from "typewire/sdk";
import { listen, readArgument } from "../harness/process.js";
import type { ClientTrial } from "./suite.js";

/** Longer than any request, in milliseconds. */
const TIMEOUT = 30_000;
/** Requests at a time, or pages of a list. */
const GROUP = 1_000;
const TOKEN = "a-token-of-some-length";
const BODY = '{"id":1}';
const PAGE = '[{"name":"v1"},{"name":"v2"}]';
const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "x-ratelimit-remaining": "4999",
  "x-ratelimit-reset": "1900000000",
};

const trial = readArgument() as ClientTrial;
const { baseUrl, fetch: send } = trial.isServed ? await serve() : inject();
const run = createSubject();
const readPages = createPages();
await sendAll();
const before = process.cpuUsage();
await sendAll();
const { user, system } = process.cpuUsage(before);
process.send?.((user + system) / trial.count, () => process.exit());

async function sendAll(): Promise<void> {
  for (let turn = 0; turn < trial.count; turn += trial.shape === "in turn" ? 1 : GROUP) {
    if (trial.shape === "pages") await expectPages();
    else if (trial.shape === "in turn") await expectData(turn);
    else await Promise.all(Array.from({ length: GROUP }, (_, index) => expectData(turn + index)));
  }
}

/** Makes the platform's own response only. It reads the URL, as `fetch` does: see `readingUrls`. */
function inject() {
  const baseUrl = "https://api.example.com";
  const respond = (url: unknown): Promise<Response> => {
    const text = String(url);
    if (!text.startsWith(baseUrl)) throw new Error(`The URL is ${text}.`);
    if (trial.shape !== "pages") return Promise.resolve(new Response(BODY, { headers: HEADERS }));
    const page = Number(/[?&]page=(\d+)/.exec(text)?.[1] ?? 1);
    const link = `<${baseUrl}/repos/acme/r1/tags?page=${page + 1}>; rel="next"`;
    const headers = page < GROUP ? { ...HEADERS, link } : HEADERS;
    return Promise.resolve(new Response(PAGE, { headers }));
  };
  return { baseUrl, fetch: respond };
}

/** Starts a server in this process. Its work is the same for every subject. */
async function serve() {
  const server = createServer((incoming, response) => {
    incoming.resume().on("end", () => response.writeHead(200, HEADERS).end(BODY));
  });
  return { baseUrl: `http://127.0.0.1:${await listen(server)}`, fetch };
}

async function expectData(turn: number): Promise<void> {
  const { id } = (await run(turn)) as { id?: unknown };
  if (id !== 1) throw new Error(`Subject "${trial.subject}" got other data.`);
}

function createSubject(): (turn: number) => Promise<unknown> {
  const isPost = trial.method === "POST";
  const headers = { authorization: `Bearer ${TOKEN}` };
  const options = { baseUrl, fetch: send, ...(trial.hasTimeout && { timeout: TIMEOUT }) };
  switch (trial.subject) {
    case "bare fetch":
      return async (turn) => (await sendByHand(headers, turn, isPost)).json() as Promise<unknown>;
    case "by hand":
      return createByHand(headers, isPost);
    case "@octokit/request":
      return requestBy(request.defaults({ baseUrl, headers, request: { fetch: send } }), isPost);
    case "client.request": {
      const client = createClient({ auth: TOKEN, ...options });
      return requestBy((route, given) => client.request(route, given as never), isPost);
    }
    case "function": {
      const client = createCore({ auth: TOKEN, ...options });
      return (turn) => get(client, repoOf(turn));
    }
    case "class": {
      const vendor = new Vendor({ apiKey: TOKEN, ...options });
      return (turn) => vendor.repos.get(repoOf(turn));
    }
  }
}

/** The names of the tags of all pages. */
function createPages(): () => AsyncIterable<unknown> {
  const options = { baseUrl, fetch: send };
  const parameters = { owner: "acme", repo: "r1" };
  switch (trial.subject) {
    case "client.request": {
      const client = createClient({ auth: TOKEN, ...options });
      return () => client.paginate("GET /repos/{owner}/{repo}/tags", parameters);
    }
    case "function": {
      const client = createCore({ auth: TOKEN, ...options });
      return () => listTags(client, parameters);
    }
    case "class": {
      const vendor = new Vendor({ apiKey: TOKEN, ...options });
      return () => vendor.repos.listTags(parameters);
    }
    default:
      return createPagesByHand();
  }
}

/**
 * Reads each page as {@link createByHand} reads a response, and follows its link only on the same server, because the
 * next request has the token.
 */
function createPagesByHand(): () => AsyncIterable<unknown> {
  const receive = createReceiver();
  const headers = {
    accept: "application/json",
    "user-agent": "by-hand",
    authorization: `Bearer ${TOKEN}`,
  };
  return async function* readPages() {
    let url: string | undefined = `${baseUrl}/repos/acme/r1/tags`;
    while (url !== undefined) {
      const page: Received = await receive(send(url, { headers }), (read) => read);
      for (const item of page.data as readonly unknown[]) yield item;
      url = /<([^>]*)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
      if (url?.startsWith(`${baseUrl}/`) === false) throw new Error("The link leads elsewhere.");
    }
  };
}

async function expectPages(): Promise<void> {
  let count = 0;
  for await (const item of readPages()) if (item) count += 1;
  if (count !== 2 * GROUP) throw new Error(`Subject "${trial.subject}" got ${count} items.`);
}

/** The function of both packages, without the types of routes. */
type Send = (route: string, given: object) => Promise<{ readonly data: unknown }>;

function requestBy(requested: Send, isPost: boolean): (turn: number) => Promise<unknown> {
  const [route, make] = isPost
    ? (["POST /repos/{owner}/{repo}/issues", issueOf] as const)
    : (["GET /repos/{owner}/{repo}", repoOf] as const);
  return async (turn) => (await requested(route, make(turn))).data;
}

function repoOf(turn: number) {
  return { owner: "acme", repo: `r${turn % 100}` };
}

function issueOf(turn: number) {
  return { owner: "acme", repo: `r${turn % 100}`, title: "Found a bug", body: "It is small." };
}

function createByHand(
  headers: Readonly<Record<string, string>>,
  isPost: boolean,
): (turn: number) => Promise<unknown> {
  const receive = createReceiver();
  return (turn) => receive(sendByHand(headers, turn, isPost), ({ data }) => data);
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
  readonly url: string;
}

/** Does the work of a careful caller of `fetch`: a typed error, the rate limit, the body by its type. */
function createReceiver() {
  let remaining: string | null = null;
  return async <Result>(
    sending: Promise<Response>,
    choose: (received: Received) => Result,
  ): Promise<Result> => {
    const response = await sending;
    remaining = response.headers.get("x-ratelimit-remaining") ?? remaining;
    const type = response.headers.get("content-type") ?? "";
    const text = await response.text();
    const data = /[/+]json\b/.test(type) ? (JSON.parse(text) as unknown) : text;
    const { status, headers, url } = response;
    if (!response.ok) throw Object.assign(new Error("The status is not 2xx."), { status, data });
    return choose({ status, headers, data, url });
  };
}

/** With a timeout, the request is aborted, and the timer cleared after the headers. */
async function sendByHand(
  headers: Readonly<Record<string, string>>,
  turn: number,
  isPost: boolean,
): Promise<Response> {
  if (!trial.hasTimeout) return sendPlainly(headers, turn, isPost);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT);
  try {
    return await sendPlainly(headers, turn, isPost, controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

function sendPlainly(
  headers: Readonly<Record<string, string>>,
  turn: number,
  isPost: boolean,
  signal?: AbortSignal,
): Promise<Response> {
  const { owner, repo, title, body } = issueOf(turn);
  const url = `${baseUrl}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
  const given = { accept: "application/json", "user-agent": "by-hand", ...headers };
  const init = signal ? { signal } : {};
  if (!isPost) return send(url, { headers: given, ...init });
  return send(`${url}/issues`, {
    ...init,
    method: "POST",
    headers: { ...given, "content-type": "application/json" },
    body: JSON.stringify({ title, body }),
  });
}
