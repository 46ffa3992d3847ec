/** Sends the requests of one subject, and reports the processor time of a request in microseconds. */
import { createServer } from "node:http";
import { request } from "@octokit/request";
import { createClient } from "typewire/client";
import { createClient as createCore } from "typewire/core";
import { get, listTags } from "typewire/resources/repos";
import { Vendor } from "typewire/sdk";
import { listen, startAsChild } from "../harness/measured.js";
import { createByHand, createPagesByHand, sendByHand } from "./by-hand.js";
import { issueOf, repoOf, TIMEOUT, TOKEN } from "./parameters.js";
import type { ClientTrial } from "./suite.js";

/** Requests at a time, or pages of a list. */
const GROUP = 1_000;
const BODY = '{"id":1}';
const PAGE = '[{"name":"v1"},{"name":"v2"}]';
const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "x-ratelimit-remaining": "4999",
  "x-ratelimit-reset": "1900000000",
};

const trial = startAsChild() as ClientTrial;
const { baseUrl, fetch: send } = trial.isServed ? await serve() : inject();
const isPost = trial.method === "POST";
const byHand = { baseUrl, send, isPost, hasTimeout: trial.hasTimeout };
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

async function expectData(turn: number): Promise<void> {
  const { id } = (await run(turn)) as { id?: unknown };
  if (id !== 1) throw new Error(`Subject "${trial.subject}" got other data.`);
}

async function expectPages(): Promise<void> {
  let count = 0;
  for await (const item of readPages()) if (item) count += 1;
  if (count !== 2 * GROUP) throw new Error(`Subject "${trial.subject}" got ${count} items.`);
}

// ---- Answers

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

// ---- Subjects

function createSubject(): (turn: number) => Promise<unknown> {
  const options = { baseUrl, fetch: send, ...(trial.hasTimeout && { timeout: TIMEOUT }) };
  switch (trial.subject) {
    case "bare fetch":
      return async (turn) => (await sendByHand(byHand, turn)).json() as Promise<unknown>;
    case "by hand":
      return createByHand(byHand);
    case "@octokit/request": {
      const headers = { authorization: `Bearer ${TOKEN}` };
      return requestBy(request.defaults({ baseUrl, headers, request: { fetch: send } }));
    }
    case "client.request": {
      const client = createClient({ auth: TOKEN, ...options });
      return requestBy((route, parameters) => client.request(route, parameters as never));
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

/** The function that both packages have, without the types of routes. */
type SendRoute = (route: string, parameters: object) => Promise<{ readonly data: unknown }>;

function requestBy(sendRoute: SendRoute): (turn: number) => Promise<unknown> {
  const [route, createParameters] = isPost
    ? (["POST /repos/{owner}/{repo}/issues", issueOf] as const)
    : (["GET /repos/{owner}/{repo}", repoOf] as const);
  return async (turn) => (await sendRoute(route, createParameters(turn))).data;
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
      return createPagesByHand(byHand);
  }
}
