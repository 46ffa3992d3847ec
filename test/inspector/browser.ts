/** Chromium, which tests of pages drive, and servers for it. `CHROMIUM_PATH` says where it is, if it is elsewhere. */
import { existsSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, loadPlaywright, type PageOptions } from "../browser/playwright.js";
import { HANG_LIMIT } from "../limits.js";

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
 * Starts Chromium. It finds no host but loopback, so that a request elsewhere fails, and is seen. A step may take longer
 * than the 30 seconds that Playwright allows, because the machine may be busy.
 */
export async function launchChromium(): Promise<Browser> {
  const chromium = await loadPlaywright().chromium.launch({
    executablePath: findChromium(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
    timeout: HANG_LIMIT,
  });
  return {
    newPage: async (options?: PageOptions) => {
      const page = await chromium.newPage(options);
      page.context().setDefaultTimeout(HANG_LIMIT);
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
