/** A server of event streams, and the events that it sends. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sign } from "./stand-in.js";

/** An event-stream server on loopback that can be stopped and started again on its port. */
export class StreamServer {
  readonly requests: IncomingMessage[] = [];
  /** Open responses, the newest last. */
  readonly streams: ServerResponse[] = [];
  #answers: Answer[] = [];
  #server: Server | undefined;
  #port = 0;

  /** Answers for the next requests, in order. The last one is repeated. */
  answer(...answers: Answer[]): this {
    this.#answers = answers;
    return this;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      this.requests.push(request);
      this.streams.push(response);
      response.on("close", () => this.streams.splice(this.streams.indexOf(response), 1));
      const answer = this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0];
      (answer ?? openStream)(response, request);
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (server.address() as AddressInfo).port; // never a pipe
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/channel`;
  }

  send(text: string | Uint8Array): void {
    this.streams.at(-1)?.write(text);
  }
}

export const openStream: Answer = (response) => {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.flushHeaders();
};

/** Opens a stream and ends it at once. */
export const endedStream: Answer = (response, request) => {
  openStream(response, request);
  response.end();
};

/** Opens a stream and sends a first text. */
export function streamOf(text: string | Uint8Array): Answer {
  return (response, request) => {
    openStream(response, request);
    response.write(text);
  };
}

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(code, headers).end();
}

/** The data of a valid message. `fields` replace its own; `undefined` removes one. */
export function createMessage(id: string, fields: MessageFields = {}): string {
  const body = fields.body ?? { action: "opened", id };
  const payload = typeof body === "string" ? body : JSON.stringify(body);
  const signature = sign(payload);
  const delivery = {
    "x-request-id": id,
    "x-acme-event": "issues",
    "x-hub-signature": signature,
    body,
  };
  return JSON.stringify({ ...delivery, query: { a: "1" }, timestamp: 1, ...fields });
}

export function createEvent(data: string, eventId?: string): string {
  return `${eventId === undefined ? "" : `id: ${eventId}\n`}data: ${data}\n\n`;
}

export type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

export interface MessageFields {
  readonly body?: unknown;
  readonly [key: string]: unknown;
}
