/** Sends requests to a server on loopback. */
import { anyRoute, createClient, ResponseError, type Client } from "typewire/client";
import type { Answers, Surroundings } from "./suite.js";

const repo = { owner: "acme", repo: "site" };

export async function sendRequests({ server }: Surroundings): Promise<Answers> {
  const client = createClient({ baseUrl: server, auth: "a-token", timeout: 200_000 });
  const send = async (route: string, parameters: object = {}) => {
    const { status, data } = await client.request(anyRoute(route), { ...repo, ...parameters });
    return { status, data };
  };
  const ids: unknown[] = [];
  for await (const { id } of client.paginate("GET /user/repos", { per_page: 2 })) ids.push(id);
  const issues = "/repos/{owner}/{repo}/issues";
  return {
    "sends a query": await send(`GET ${issues}`, { labels: "a b,ü&c", per_page: 1 }),
    "sends a body": await send(`POST ${issues}`, { title: "grüß 😀 \u2028" }),
    "sends bytes": await send("POST /uploads", { data: new Uint8Array([0, 255, 10, 13]) }),
    "reads no content": await send("DELETE /gone"),
    "reads text": await send("GET /zen"),
    "reads a stream": await readStream(client),
    "walks through pages": ids,
    "tries again": await send("GET /flaky"),
    "says what was refused": await describeRefusal(() => send("GET /refused")),
  };
}

async function readStream(client: Client): Promise<string> {
  const { data } = await client.request("GET /zen", {}, { stream: true });
  return new Response(data as ReadableStream).text(); // a stream on each runtime
}

async function describeRefusal(send: () => Promise<unknown>): Promise<unknown> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const { code, status, message, data } = error;
    return { code, status, message: message.replace(/127\.0\.0\.1:\d+/, "server"), data };
  }
}
