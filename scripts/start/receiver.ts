/** A receiver on loopback that reports the handlers and the answer of each delivery. */
import { AsyncLocalStorage } from "node:async_hooks";
import { createServer } from "node:http";
import { close, listen } from "../../cli/io/servers.js";
import { webhookHeaders, webhookPath } from "../../generated/constants.js";
import { createNodeMiddleware } from "../../src/runtime/middleware/node.js";
import { Webhooks } from "../../generated/webhooks.js";
import { qualifiedName } from "./recorded-deliveries.js";

/** Listens on 127.0.0.1; port 0 takes any free one. Reports each delivery once it is answered. */
export async function startReceiver(
  secret: string,
  report: (delivery: DeliveryReport) => void,
  port = 0,
): Promise<RunningReceiver> {
  const records = new AsyncLocalStorage<DeliveryRecord>();
  const webhooks = createRecordedWebhooks(secret, () => records.getStore());
  const server = createServer((request, response) => {
    const readHeader = (header: string): string => String(request.headers[header] ?? "");
    const [id, name] = [readHeader(webhookHeaders.delivery), readHeader(webhookHeaders.event)];
    const record: DeliveryRecord = { name, handlers: [], reasons: [] };
    response.once("finish", () => report({ id, ...record, status: response.statusCode }));
    // Each request has its own middleware, so that its log lines are known. A program needs only one.
    const note = (message: unknown) => record.reasons.push(String(message));
    const middleware = createNodeMiddleware(webhooks, { log: { warn: note, error: note } });
    void records.run(record, async () => {
      if (await middleware(request, response)) return;
      note(`Not found. Deliveries are sent to ${webhookPath}.`);
      response.writeHead(404).end();
    });
  });
  const { origin } = await listen(server, port, "127.0.0.1");
  return { webhooks, url: origin + webhookPath, close: () => close(server) };
}

/** Creates webhooks whose handlers note their names in the record of the delivery at hand. */
function createRecordedWebhooks(
  secret: string,
  current: () => DeliveryRecord | undefined,
): Webhooks {
  const webhooks = new Webhooks({ secret });
  for (const name of HANDLED_NAMES) webhooks.on(name, () => current()?.handlers.push(name));
  webhooks.onAny(({ name, payload }) => {
    const record = current();
    if (record === undefined) return;
    record.handlers.push("any");
    record.name = qualifiedName({ name, payload });
  });
  return webhooks;
}

/** Events with a handler, besides the handler of any event. */
const HANDLED_NAMES = [
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

// ---- Types

/** A delivery that is being handled. The middleware's log adds reasons; handlers do the rest. */
interface DeliveryRecord {
  /** The event from the header, until the handler of all events appends the action. */
  name: string;
  readonly handlers: string[];
  readonly reasons: string[];
}

/** A delivery that was answered. */
export interface DeliveryReport {
  readonly id: string;
  /** `<event>.<action>` where the payload has an action; the bare event if it was not verified. */
  readonly name: string;
  /** The name under which each handler that ran was registered; `any` for the one of all events. */
  readonly handlers: readonly string[];
  /** Log lines of the middleware: the fault of a refused delivery, or an error. */
  readonly reasons: readonly string[];
  readonly status: number;
}

export interface RunningReceiver {
  readonly webhooks: Webhooks;
  readonly url: string;
  close(): void;
}
