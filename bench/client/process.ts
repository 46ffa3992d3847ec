/** Sends the requests of one subject, and reports the processor time of a request in microseconds. */
import { createServer } from "node:http";
import { request } from "@octokit/request";
import { createClient } from "typewire/client";
import { listen, readArgument } from "../harness/process.js";
import type { ClientTrial } from "./suite.js";

const TOKEN = "a-token-of-some-length";
const BODY = '{"id":1}';
const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "x-ratelimit-remaining": "4999",
  "x-ratelimit-reset": "1900000000",
};

const trial = readArgument() as ClientTrial;
const { baseUrl, fetch: send } = trial.isServed ? await serve() : inject();
const run = createSubject();
for (let turn = 0; turn < trial.count; turn += 1) await expectData(turn);
const before = process.cpuUsage();
for (let turn = 0; turn < trial.count; turn += 1) await expectData(turn);
const { user, system } = process.cpuUsage(before);
process.send?.((user + system) / trial.count, () => process.exit());

/** Makes the platform's own response only. It reads the URL, as `fetch` does: see `readingUrls`. */
function inject() {
  const baseUrl = "https://api.example.com";
  const respond = (url: unknown): Promise<Response> => {
    if (!String(url).startsWith(baseUrl)) throw new Error(`The URL is ${String(url)}.`);
    return Promise.resolve(new Response(BODY, { headers: HEADERS }));
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
  switch (trial.subject) {
    case "bare fetch":
      return async (turn) => (await sendByHand(headers, turn, isPost)).json() as Promise<unknown>;
    case "by hand":
      return createByHand(headers, isPost);
    case "typewire": {
      const client = createClient({ auth: TOKEN, baseUrl, fetch: send });
      return requestBy((route, given) => client.request(route, given as never), isPost);
    }
    case "@octokit/request":
      return requestBy(request.defaults({ baseUrl, headers, request: { fetch: send } }), isPost);
  }
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

/** Does the work of a careful caller of `fetch`: a typed error, the rate limit, the body by its type. */
function createByHand(
  headers: Readonly<Record<string, string>>,
  isPost: boolean,
): (turn: number) => Promise<unknown> {
  let remaining: string | null = null;
  return async (turn) => {
    const response = await sendByHand(headers, turn, isPost);
    remaining = response.headers.get("x-ratelimit-remaining") ?? remaining;
    const type = response.headers.get("content-type") ?? "";
    const text = await response.text();
    const data = /[/+]json\b/.test(type) ? (JSON.parse(text) as unknown) : text;
    if (!response.ok)
      throw Object.assign(new Error("The status is not 2xx."), { status: response.status, data });
    const { status, headers: received, url } = response;
    return { status, headers: received, data, url }.data;
  };
}

function sendByHand(
  headers: Readonly<Record<string, string>>,
  turn: number,
  isPost: boolean,
): Promise<Response> {
  const { owner, repo, title, body } = issueOf(turn);
  const url = `${baseUrl}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
  const given = { accept: "application/json", "user-agent": "by-hand", ...headers };
  if (!isPost) return send(url, { headers: given });
  return send(`${url}/issues`, {
    method: "POST",
    headers: { ...given, "content-type": "application/json" },
    body: JSON.stringify({ title, body }),
  });
}
