/** A receiver on loopback whose handlers say that they ran. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createNodeMiddleware } from "../../src/entries/middleware/node.js";
import { Webhooks } from "../../src/entries/webhooks.js";
import type { WebhookErrorCode } from "../../src/entries/webhooks.js";

/** Names that handlers are registered for, beside the one for any event. */
export const handledNames = [
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

export interface Observer {
  /** A handler ran; `handler` is what it was registered for, `any` for every event. */
  onHandled(id: string, handler: string, event: string): void;
  onFailure(id: string, code: WebhookErrorCode): void;
}

export interface Receiver {
  readonly webhooks: Webhooks;
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1; port 0 takes any free one. */
export async function startReceiver(
  secret: string,
  observer: Observer,
  port = 0,
): Promise<Receiver> {
  const webhooks = createObservedWebhooks(secret, observer);
  const middleware = createNodeMiddleware(webhooks);
  const server = createServer((request, response) => {
    void middleware(request, response).then((handled) => {
      if (!handled) response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  // A TCP server has an address object; a string is only for pipes.
  const address = server.address() as AddressInfo;
  return {
    webhooks,
    url: `http://127.0.0.1:${address.port}${webhooks.catalog.path}`,
    close: () => closeServer(server),
  };
}

function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

function createObservedWebhooks(secret: string, observer: Observer): Webhooks {
  // The failures shown are the point of the run, so they are not logged a second time.
  const webhooks = new Webhooks({ secret, log: {} });
  webhooks.onAny(({ id, name, payload }) =>
    observer.onHandled(id, "any", qualified(name, payload)),
  );
  for (const name of handledNames) {
    webhooks.on(name, (event) => observer.onHandled(event.id, name, event.name));
  }
  webhooks.onError(({ code, event }) => observer.onFailure(event.id, code));
  return webhooks;
}

function qualified(name: string, payload: unknown): string {
  const action =
    typeof payload === "object" && payload !== null && "action" in payload ? payload.action : null;
  return typeof action === "string" ? `${name}.${action}` : name;
}
