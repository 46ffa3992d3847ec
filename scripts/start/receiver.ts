/** A receiver on loopback that tells of each delivery what it reached and how it was answered. */
import { AsyncLocalStorage } from "node:async_hooks";
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { webhookHeaders, webhookPath } from "../../generated/constants.js";
import { createNodeMiddleware } from "../../src/entries/middleware/node.js";
import { Webhooks } from "../../src/entries/webhooks.js";
import type { WebhookErrorCode } from "../../src/entries/webhooks.js";

/** Names that handlers are registered for, beside the one for any event. */
const handledNames = [
  "issues",
  "issues.opened",
  "issue_comment.created",
  "pull_request",
  "pull_request.opened",
  "push",
  "release.published",
  "star.created",
  "workflow_run",
] as const;

export interface DeliveryReport {
  readonly id: string;
  /** `<event>.<action>` where the payload has one; the bare event while it is unverified. */
  readonly name: string;
  /** What each handler that ran was registered for, `any` for every event. */
  readonly handlers: readonly string[];
  readonly failures: readonly WebhookErrorCode[];
  readonly status: number;
}

/** A report while its request is handled. */
interface Handling {
  name: string;
  readonly handlers: string[];
  readonly failures: WebhookErrorCode[];
}

export interface Receiver {
  readonly webhooks: Webhooks;
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1; port 0 takes any free one. Reports each delivery once it is answered. */
export async function startReceiver(
  secret: string,
  report: (delivery: DeliveryReport) => void,
  port = 0,
): Promise<Receiver> {
  const records = new AsyncLocalStorage<Handling>();
  const webhooks = createRecordedWebhooks(secret, () => records.getStore());
  const middleware = createNodeMiddleware(webhooks);
  const server = createServer((request, response) => {
    const record: Handling = {
      name: readHeader(request, webhookHeaders.event),
      handlers: [],
      failures: [],
    };
    const id = readHeader(request, webhookHeaders.delivery);
    response.once("finish", () => report({ id, ...record, status: response.statusCode }));
    void records.run(record, async () => {
      if (!(await middleware(request, response))) response.writeHead(404).end();
    });
  });
  await listenOn(server, port);
  // A TCP server has an address object; a string is only for pipes.
  const address = server.address() as AddressInfo;
  return {
    webhooks,
    url: `http://127.0.0.1:${address.port}${webhookPath}`,
    close: () => closeServer(server),
  };
}

function readHeader(request: IncomingMessage, name: string): string {
  return String(request.headers[name] ?? "");
}

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

function createRecordedWebhooks(secret: string, current: () => Handling | undefined): Webhooks {
  // The failures are reported with their delivery, so they are not logged a second time.
  const webhooks = new Webhooks({ secret, log: {} });
  for (const name of handledNames) webhooks.on(name, () => current()?.handlers.push(name));
  webhooks.onAny(({ name, payload }) => {
    const record = current();
    if (record === undefined) return;
    record.handlers.push("any");
    record.name = qualified(name, payload);
  });
  webhooks.onError(({ code }) => current()?.failures.push(code));
  return webhooks;
}

function qualified(name: string, payload: unknown): string {
  const action =
    typeof payload === "object" && payload !== null && "action" in payload ? payload.action : null;
  return typeof action === "string" ? `${name}.${action}` : name;
}
