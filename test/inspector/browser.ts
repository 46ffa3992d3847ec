/** Chromium, which tests of pages drive, and servers for it. `CHROMIUM_PATH` says where it is, if it is elsewhere. */
import { existsSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, loadPlaywright, type PageOptions } from "../browser/playwright.js";

/** Files of Chromium where systems install it. */
const CHROMIUM_PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export function findChromium(): string {
  const { CHROMIUM_PATH } = process.env;
  const executable = [...(CHROMIUM_PATH ? [CHROMIUM_PATH] : CHROMIUM_PATHS)].find((path) =>
    existsSync(path),
  );
  if (executable !== undefined) return executable;
  throw new Error(
    "Chromium is not installed. Run `apt-get install chromium`, or set CHROMIUM_PATH to its file.",
  );
}

/**
 * Milliseconds that Chromium may take for one step. Playwright's own limit of 30 seconds is too short for a machine that
 * does other things as well. This one ends before the limit of a test, so that the step says what it waits for.
 */
const STEP_LIMIT = 200_000;

/** Starts Chromium. It finds no host but loopback, so that a request elsewhere fails, and is seen. */
export async function launchChromium(): Promise<Browser> {
  const chromium = await loadPlaywright().chromium.launch({
    executablePath: findChromium(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
    timeout: STEP_LIMIT,
  });
  return {
    newPage: async (options?: PageOptions) => {
      const page = await chromium.newPage(options);
      page.context().setDefaultTimeout(STEP_LIMIT);
      return page;
    },
    contexts: () => chromium.contexts(),
    close: () => chromium.close(),
  };
}

/** Listens on loopback. */
export async function listen(
  listener: RequestListener,
): Promise<{ readonly server: Server; readonly port: number; readonly origin: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { server, port, origin: `http://127.0.0.1:${port}` };
}

export function close(server: Server): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}
