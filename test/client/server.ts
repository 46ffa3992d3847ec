/** A server on loopback that answers each request with the next step of a script. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { closeServer, listenOn } from "../http/server.js";

/** Closes the connection without a response. */
export const reset: Step = (response) => {
  response.socket?.resetAndDestroy();
};

/** Never answers. */
export const silence: Step = () => undefined;

/** One server for the tests of a file. Each test begins with an empty script. */
export function startServer(): ScriptedServer {
  let steps: readonly Step[] = [];
  let playedAt = 0; // number of requests before the script
  const arrivals: Arrival[] = [];
  const play = (...nextSteps: readonly Step[]): void => {
    steps = nextSteps;
    playedAt = arrivals.length;
  };
  const running = { url: "", arrivals, play };
  // A connection that is closed while it is idle can meet the next request, so the server closes none.
  const noTimeouts = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 };
  const server = createServer(noTimeouts, (request, response) => {
    // A request that breaks off is one of the cases.
    void buffer(request).then(
      (body) => answer(request, response, body.toString()),
      () => undefined,
    );
  });
  function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { method, url, headers } = request;
    const arrival = { method, url, headers, body };
    const step = steps[Math.min(arrivals.length - playedAt, steps.length - 1)];
    arrivals.push(arrival);
    if (step === undefined) response.writeHead(500).end("There is no step for this request.");
    else step(response, arrival);
  }
  beforeAll(async () => {
    running.url = `http://127.0.0.1:${await listenOn(server)}`;
  });
  beforeEach(() => {
    arrivals.length = 0;
    play();
  });
  afterAll(() => closeServer(server));
  return running;
}

/** Answers with JSON. */
export function json(data: unknown, status = 200, headers: Headers = {}): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(data));
  };
}

/** Answers with a body of any type. */
export function reply(status: number, headers: Headers = {}, body?: string | Uint8Array): Answer {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** Sends headers and the beginning of a body, and closes the connection. */
export function cutShort(headers: Headers = {}): Step {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.write('{"name":');
    setImmediate(() => response.socket?.resetAndDestroy());
  };
}

/** A request as it arrived. */
export interface Arrival {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Step = (response: ServerResponse, arrival: Arrival) => void;

/** A step that answers each request in the same way, so that it can be called without one. */
export type Answer = (response: ServerResponse, arrival?: Arrival) => void;

export interface ScriptedServer {
  /** The address of the server, as `baseUrl`. */
  readonly url: string;
  /** The requests that arrived since the test began. */
  readonly arrivals: readonly Arrival[];
  /** Sets the answers to the next requests; the last one is repeated. */
  play: (...steps: readonly Step[]) => void;
}

type Headers = Readonly<Record<string, string>>;
