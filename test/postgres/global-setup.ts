/** The PostgreSQL server that all test files of a run share. */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { startPostgres, type PostgresServer } from "./start.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Answers with the URL of the one PostgreSQL server of this run, which the first request starts. */
    postgresAddress: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined;
  const http = createServer((_request, response) => {
    server ??= startPostgres(["fsync=off", "max_connections=300"]);
    server.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo; // it listens on TCP
  project.provide("postgresAddress", `http://127.0.0.1:${port}`);
  return async () => {
    http.close();
    await (await server)?.close();
  };
}
