/** Servers of Node that live as long as a test, and deliveries that are sent to them. */
import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { headersOf, path } from "../http/requests.js";
import { closeServer, listenOn } from "../http/server.js";
import { payload } from "../http/toolkit.js";

/** Starts a server, which is closed at the end of the test; returns its port. */
export async function serve(listener: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(listener);
  onTestFinished(() => closeServer(server));
  return listenOn(server);
}

/** Sends a good delivery, unless `init` changes it. */
export function deliver(port: number, target = path, init: RequestInit = {}): Promise<Response> {
  const url = `http://127.0.0.1:${port}${target}`;
  return fetch(url, { method: "POST", headers: headersOf(), body: payload, ...init });
}
