/** Programs for tests, bundled once for all files of a run. */
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import type { TestProject } from "vitest/node";
import { bundleInto, type Programs } from "./bundle.js";
import { ADDRESS_VARIABLE, createBundleFolder } from "./programs.js";

/** Bundles each program when a test file of this run first asks for it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = createBundleFolder();
  const bundles = new Map<string, Promise<readonly string[]>>();
  let count = 0;
  const bundle = (request: string): Promise<readonly string[]> => {
    const programs = JSON.parse(request) as Programs; // what programs.ts sends
    const made = bundles.get(request) ?? bundleInto(join(folder, String(count++)), programs);
    bundles.set(request, made);
    return made;
  };
  const server = createServer((request, response) => {
    text(request)
      .then(bundle)
      .then(
        (paths) => response.end(JSON.stringify(paths)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on TCP
  process.env[ADDRESS_VARIABLE] = `http://127.0.0.1:${port}`;
  project.onTestsRerun(() => bundles.clear()); // a file has changed
  return async () => {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  };
}
