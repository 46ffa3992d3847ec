/** Stand-ins for the services of the examples with clients. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A server that keeps what it has got. */
export function createService(answer: Answer): { server: Server; received: Received[] } {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      const key = headers["idempotency-key"];
      const { authorization } = headers;
      received.push({
        request: `${method} ${url}`,
        authorization,
        key: typeof key === "string" ? key : undefined,
        body,
      });
      answer(request, response, body);
    });
  });
  return { server, received };
}

/** Answers as the default vendor does. */
export const answerVendor: Answer = ({ method, url }, response, body) => {
  if (method === "POST" && url?.endsWith("/issues") === true)
    send(response, 201, { number: 7, ...JSON.parse(body) });
  else if (method === "POST") send(response, 201, { size: body.length });
  else if (url === "/orgs/acme/repos")
    send(response, 200, [{ full_name: "acme/one" }], {
      link: '</orgs/acme/repos?page=2>; rel="next"',
    });
  else if (url === "/orgs/acme/repos?page=2") send(response, 200, [{ full_name: "acme/two" }]);
  else send(response, 404, { message: "Not Found" });
};

function send(response: ServerResponse, status: number, data: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(data));
}

/** Answers as a payment service does, with cursors and forms. The connection of the first charge breaks. */
export function createPayments(): Answer {
  let charges = 0;
  return ({ method, url }, response, body) => {
    if (method === "POST" && url === "/v1/charges") {
      if (charges++ === 0) response.socket?.resetAndDestroy();
      else send(response, 200, { id: "ch_3", amount: 1099, currency: "eur" });
    } else if (method === "POST")
      send(response, 200, { id: "file_1", size: /evidence/.exec(body)?.[0].length });
    else if (url === "/v1/charges?limit=100")
      send(response, 200, { data: [{ id: "ch_1", amount: 1 }], has_more: true });
    else if (url === "/v1/charges?limit=100&starting_after=ch_1")
      send(response, 200, { data: [{ id: "ch_2", amount: 2 }], has_more: false });
    else send(response, 404, { error: { type: "invalid_request_error" } });
  };
}

/** A request that a service has got. */
export interface Received {
  /** The method and the URL. */
  readonly request: string;
  readonly authorization: string | undefined;
  /** The idempotency key. */
  readonly key: string | undefined;
  readonly body: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;
