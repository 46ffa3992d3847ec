/** A `fetch` for tests, which answers the routes of a client with prepared replies. */
import type { KnownRoute } from "../request/endpoint/types.js";
import type { FetchInit } from "../request/endpoint/to-request.js";
import { TOKEN_ROUTE } from "../request/client/auth/auth.js";
import { SENDER, type UntypedClient } from "../request/client/client.js";
import { MissingReplyError } from "../request/client/errors.js";
import { findStreamRule } from "../request/client/streams/streams.js";
import type { RouteError, StatusClasses } from "../request/client/response-errors.js";
import type { Client } from "../request/client/types.js";
import {
  makeReply,
  type MockRequest,
  type ReplyHeaders,
  type ReplySource,
} from "./mock-replies.js";

export type { MockRequest } from "./mock-replies.js";

/**
 * Replaces the `fetch` of a client by replies of a test. A request without a reply rejects with an
 * error that names the request.
 * @example
 * const mock = createMockFetch(client);
 * mock.reply("GET /things/{id}", { data: { name: "a" } });
 */
export function createMockFetch<Routes, Responses, Lists, Given extends PropertyKey, Streams>(
  client: Client<Routes, Responses, Lists, Given, Streams>,
): MockFetch<Responses, Streams> {
  const sender = (client as unknown as UntypedClient)[SENDER](); // every client has one
  const original = sender.fetch;
  const queues = new Map<string, Queue>();
  const requests: MockRequest[] = [];
  const answer = (init: FetchInit, route: string, url: string): Response => {
    init.signal?.throwIfAborted();
    if (route === TOKEN_ROUTE) return Response.json(TOKEN_REPLY);
    const request = new RecordedRequest(init, route, url);
    requests.push(request);
    const queue = queues.get(route);
    const next = queue && takeReply(queue);
    if (next === undefined) throw unmatched(request, [...queues.keys()]);
    const stringify = sender.values?.stringify ?? JSON.stringify;
    const rule = findStreamRule(sender, route);
    const reply = makeReply(next, request, stringify, rule);
    if (reply instanceof Error) throw reply;
    return reply;
  };
  sender.fetch = (url, init, route = "", shown = url) =>
    Promise.resolve().then(() => answer(init, route, shown));
  const reply = (route: string, ...replies: readonly ReplySource[]): void => {
    const queue = queues.get(route) ?? { replies: [], sent: 0 };
    queue.replies.push(...replies);
    queues.set(route, queue);
  };
  return {
    reply: reply as MockFetch<Responses, Streams>["reply"], // the same without the types of routes
    requests,
    restore: () => void (sender.fetch = original),
  };
}

/** The reply to each token request of the client, so that tests need no secrets. */
const TOKEN_REPLY = { access_token: "token", token_type: "Bearer" };

/** Returns the next reply; the last one again if all were sent. */
function takeReply(queue: Queue): ReplySource | undefined {
  const next = queue.replies[queue.sent];
  if (next) queue.sent++;
  return next ?? queue.replies.at(-1);
}

/** A request with private headers: tests print requests, and the logs of tests are kept. */
class RecordedRequest implements MockRequest {
  readonly route: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly #headers: Headers;

  constructor({ method = "GET", headers, body }: FetchInit, route: string, url: string) {
    this.route = route;
    this.method = method;
    this.url = url;
    this.body = body;
    this.#headers = new Headers(headers);
  }

  get headers(): Headers {
    return this.#headers;
  }
}

function unmatched({ route, method, url }: MockRequest, known: readonly string[]): Error {
  const list =
    known.length === 0 ? "no route" : known.map((knownRoute) => `"${knownRoute}"`).join(", ");
  return new MissingReplyError(
    `Request "${route}" (${method} ${url}) has no reply; there are replies for ${list}.`,
  );
}

// ---- Types

export interface MockFetch<Responses, Streams = unknown> {
  /**
   * Adds replies to the next requests of a route, in their order; the last one is repeated. A function is
   * called for each request, a `Response` is sent unchanged, an `Error` is thrown as a lost connection.
   * `items` are sent as a stream in the route's format.
   */
  reply<Route extends KnownRoute<Responses>>(
    route: Route,
    ...replies: readonly (
      | MockReply<Responses, Route>
      | ItemsReply<Streams, Route>
      | Response
      | Error
      | ((
          request: MockRequest,
        ) => MockReply<Responses, Route> | ItemsReply<Streams, Route> | Response | Error)
    )[]
  ): void;
  /** The requests so far, in order. */
  readonly requests: readonly MockRequest[];
  /** Restores the client's own `fetch`. */
  restore(): void;
}

/** The declared success of a route; any response of a route that declares none. */
type DeclaredSuccess<Types, Route extends string> = Types extends {
  readonly [Known in Route]: { readonly success: infer Success };
}
  ? Success
  : { readonly status: number; readonly data: unknown };

/** A declared response of a route. The status of a reply with data alone is 200. */
type ReplyFor<Response> = Response extends {
  readonly status: infer Status;
  readonly data: infer Data;
}
  ? | {
        readonly status: Status;
        readonly data: Data;
        readonly headers?: ReplyHeaders;
      }
    | (200 extends Status ? { readonly data: Data; readonly headers?: ReplyHeaders } : never)
  : never;

/** A response that is an error. */
type ErrorReply<Declared> = Declared extends {
  readonly status: infer Status;
  readonly data: infer Data;
}
  ? {
      readonly status: Exclude<Status, StatusClasses["2XX"]>;
      readonly data?: Data;
      readonly headers?: ReplyHeaders;
    }
  : never;

/** A reply: a success, or an error that the route declares, or any other with any data. */
export type MockReply<Responses, Route extends string> =
  ReplyFor<DeclaredSuccess<Responses, Route>> | ErrorReply<RouteError<Responses, Route>>;

/** A reply with the items of a stream, for a route that streams. */
type ItemsReply<Streams, Route extends string> = [Route, Streams] extends [
  unknown,
  { readonly [Known in Route]: infer Item },
]
  ? { readonly items: readonly Item[]; readonly headers?: ReplyHeaders }
  : never;

/** The replies of a route, and how many of them were sent. */
interface Queue {
  readonly replies: ReplySource[];
  sent: number;
}
