/** One subject of a job, in a process of its own: sends requests, and reports what one costs. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "@octokit/request";
import { createClient } from "typewire/client";
import { boundLifetime } from "../sustained/lifetime.js";
import type { ClientTrial } from "./trial.js";

const TOKEN = "a-token-of-some-length";
const BODY = '{"id":1}';
const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "x-ratelimit-remaining": "4999",
  "x-ratelimit-reset": "1900000000",
};

const trial = JSON.parse(process.argv[2] ?? "") as ClientTrial;
boundLifetime(300);

const { baseUrl, fetch: send } = trial.isServed ? await serve() : inject();
const run = createSubject();
for (let turn = 0; turn < trial.warmUp; turn += 1) await expectData(turn);
const before = process.cpuUsage();
for (let turn = 0; turn < trial.count; turn += 1) await expectData(turn);
const { user, system } = process.cpuUsage(before);
process.send?.((user + system) / trial.count, () => process.exit());

interface Transport {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
}

/** Nothing but the platform's own response is left of the transport. */
function inject(): Transport {
  const respond = (): Promise<Response> =>
    Promise.resolve(new Response(BODY, { headers: HEADERS }));
  return { baseUrl: "https://api.example.com", fetch: respond };
}

/** A server in this process, whose work is the same for every subject. */
async function serve(): Promise<Transport> {
  const server = createServer((incoming, response) => {
    incoming.resume().on("end", () => response.writeHead(200, HEADERS).end(BODY));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { baseUrl: `http://127.0.0.1:${port}`, fetch };
}

async function expectData(turn: number): Promise<void> {
  const { id } = (await run(turn)) as { id?: unknown };
  if (id !== 1) throw new Error(`Subject "${trial.subject}" got other data.`);
}

function createSubject(): (turn: number) => Promise<unknown> {
  const isPost = trial.method === "POST";
  const issue = { title: "Found a bug", body: "It is small." };
  const headers = { authorization: `Bearer ${TOKEN}` };
  switch (trial.subject) {
    case "by hand":
      return async (turn) => {
        const url = `${baseUrl}/repos/${encodeURIComponent("acme")}/${encodeURIComponent(`r${turn % 100}`)}`;
        const given = { accept: "application/json", "user-agent": "by-hand", ...headers };
        const response = isPost
          ? await send(`${url}/issues`, {
              method: "POST",
              headers: { ...given, "content-type": "application/json" },
              body: JSON.stringify(issue),
            })
          : await send(url, { headers: given });
        if (!response.ok) throw new Error(`The status is ${response.status}.`);
        return (await response.json()) as unknown;
      };
    case "typewire": {
      const client = createClient({ auth: TOKEN, baseUrl, fetch: send });
      return async (turn) => {
        const place = { owner: "acme", repo: `r${turn % 100}` };
        const { data } = isPost
          ? await client.request("POST /repos/{owner}/{repo}/issues", { ...place, ...issue })
          : await client.request("GET /repos/{owner}/{repo}", place);
        return data;
      };
    }
    case "@octokit/request": {
      const octokit = request.defaults({ baseUrl, headers, request: { fetch: send } });
      return async (turn) => {
        const place = { owner: "acme", repo: `r${turn % 100}` };
        const { data } = isPost
          ? await octokit("POST /repos/{owner}/{repo}/issues", { ...place, ...issue })
          : await octokit("GET /repos/{owner}/{repo}", place);
        return data;
      };
    }
  }
}
