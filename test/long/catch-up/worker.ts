/**
 * A worker: receives deliveries over HTTP, handles them, and catches up. It notes in a journal what it handles. The
 * parameters are in JSON: see `WorkerParameters`.
 */
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  githubDeliveries,
  stripeEvents,
  svixMessages,
} from "../../../src/inbox/catch-up/source.js";
import { createInbox } from "../../../src/inbox/inbox.js";
import { createNodeMiddleware } from "../../../src/receive/middleware/node.js";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import { fillRoute, PARAMETERS, type Style } from "../../inbox/catch-up/lying-service.js";
import { catalog, parts, secret } from "../../http/toolkit.js";
import { openStore } from "../crash/open-store.js";
import type { StoreKind } from "../crash/setup.js";

const SOURCES = { github: githubDeliveries, stripe: stripeEvents, svix: svixMessages };
const workerParameters = JSON.parse(process.argv[2] ?? "{}") as WorkerParameters; // from main.ts
const { store, address, style, service, journal, name } = workerParameters;

const client = {
  async request(route: string, parameters: Readonly<Record<string, unknown>>) {
    const url = fillRoute(route, parameters, service);
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(url).catch(() => undefined);
      if (response?.ok)
        return { status: 200, headers: response.headers, data: await response.json() };
      if (attempt === 3)
        throw Object.assign(new Error("refused"), {
          status: response?.status,
          headers: response?.headers,
        });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  },
};

const Webhooks = bindWebhooks(catalog, parts);
const webhooks = new Webhooks({ secret, log: {} });
webhooks.onAny(async ({ id, ...event }) => {
  appendFileSync(journal, `${name} ${id} ${(event as { via?: string }).via ?? "webhook"}\n`);
  await new Promise((resolve) => setTimeout(resolve, 1));
});
const inbox = createInbox({
  webhooks,
  store: openStore(store, address),
  lease: 2_000,
  pollInterval: 200,
  log: {
    error: (message: unknown) => appendFileSync(journal, `error ${name} ${String(message)}\n`),
  },
  onDead: (delivery) => appendFileSync(journal, `dead ${delivery.id}\n`),
  catchUp: {
    client,
    source: SOURCES[style],
    parameters: PARAMETERS[style],
    every: 5_000,
    overlap: 2_000,
  },
});
const middleware = createNodeMiddleware(inbox);
const server = createServer((request, response) => void middleware(request, response));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo; // it listens on a port
  void inbox.start().then(() => process.stdout.write(`${port}\n`));
});
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  void inbox.drain({ signal: AbortSignal.timeout(10_000) });
});

export interface WorkerParameters {
  readonly store: StoreKind;
  readonly address: string;
  readonly style: Style;
  readonly service: string;
  readonly journal: string;
  readonly name: string;
}
