/** Listeners of Node's HTTP server: the middlewares of both toolkits, and code by hand. */
import { Buffer } from "node:buffer";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import {
  createNodeMiddleware as createOctokitMiddleware,
  type Webhooks as OctokitWebhooks,
} from "@octokit/webhooks";
import { createNodeMiddleware } from "typewire/middleware/node";
import { webhookHeaders as names } from "../../generated/constants.js";
import { path } from "./deliveries.js";
import type { Receiver } from "./by-hand.js";
import { createReceiver, silent } from "./receivers.js";
import type { Trial } from "./trial.js";

/** In milliseconds, longer than any measurement. */
const timeout = 600_000;

/** In bytes, larger than any payload. */
const maxBodySize = 25 * 1024 * 1024;

const answerHeaders = {
  "content-type": "text/plain; charset=utf-8",
  "content-length": "3",
  "x-content-type-options": "nosniff",
};

export function createListener(trial: Trial): RequestListener {
  const receiver = createReceiver(trial);
  if (trial.subject === "by hand") return (...exchange) => receiveByHand(...exchange, receiver);
  const octokit = receiver as unknown as OctokitWebhooks; // where it is the peer's
  const handle =
    trial.subject === "typewire"
      ? createNodeMiddleware(receiver, { path, timeout })
      : createOctokitMiddleware(octokit, { path, timeout, log: silent });
  return (request, response) => void handle(request, response);
}

/** A receiver by hand for one path: it bounds size and time, and minds clients that disconnect. */
function receiveByHand(
  request: IncomingMessage,
  response: ServerResponse,
  receiver: Receiver,
): void {
  const { method, url, headers } = request;
  const [id, name, signature] = [names.delivery, names.event, names.signature].map(
    (field) => headers[field],
  );
  const isDelivery = isText(id) && isText(name) && isText(signature);
  const isJson = headers["content-type"] === "application/json";
  if (method !== "POST" || url !== path || !isDelivery || !isJson) {
    answer(response, 400);
    return;
  }
  const timer = setTimeout(() => answer(response, 202), timeout);
  const finish = (status: number): void => {
    clearTimeout(timer);
    answer(response, status);
  };
  request.on("error", () => clearTimeout(timer)).on("close", () => clearTimeout(timer));
  collect(request, (payload) => {
    receiver.verifyAndReceive({ id, name, signature, payload }).then(
      () => finish(200),
      () => finish(500),
    );
  });
}

function collect(request: IncomingMessage, use: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBodySize) request.destroy();
    else chunks.push(chunk);
  });
  request.on("end", () => {
    const [first] = chunks;
    use(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
  });
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, answerHeaders);
  response.end("ok\n");
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
