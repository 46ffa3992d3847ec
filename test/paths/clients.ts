/** Clients by path: over a server on loopback, and over a `fetch` that answers by itself. */
import { createPathsClient, type PathsClientOptions } from "../../src/runtime/paths.js";
import { startServer } from "../client/server.js";
import type { paths } from "./service.js";

export const HOST = "https://api.acme.example/v1";
export const URL_ENCODED = "application/x-www-form-urlencoded";

/** A server for the tests of a file, and clients of it. */
export function startService() {
  const server = startServer();
  const connect = (options: PathsClientOptions = {}) =>
    createPathsClient<paths>({ baseUrl: server.url, ...options });
  /** The request that arrived last. */
  const arrival = () => server.arrivals.at(-1);
  return { server, connect, arrival };
}

/** A client whose `fetch` answers by itself, and the requests that this gets. */
export function record(options: PathsClientOptions = {}, answer = () => Response.json([])) {
  const sent: { request: Request; further: unknown }[] = [];
  const fetch = async (request: Request, further?: unknown) => {
    sent.push({ request, further });
    return answer();
  };
  return { sent, fetch, api: createPathsClient<paths>({ baseUrl: HOST, fetch, ...options }) };
}
