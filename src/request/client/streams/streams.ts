/** Streams: responses whose items are read one by one, as they arrive (contract, section I). */
import type { StreamRule } from "../../../catalog/client.js";
import { EndpointError } from "../../endpoint/errors.js";
import { readOwn, type UnknownRecord } from "../../endpoint/values.js";
import type { BodyChoice, ClientHost, Sender } from "../call.js";
import { leaveUnread } from "../request.js";
import type { ClientResponse } from "../response-types.js";
import type { RequestSettings, Streamed } from "../types.js";
import { createReader, type Head, type ItemReading, type ReadChunk } from "./read-stream.js";
import type { InternalStreamOptions, StreamFormats } from "./stream-formats.js";

/**
 * Creates the part of a client that streams. It is small, because it is in the bundle of every program
 * that uses such a client.
 * @param formats The formats that its catalog names.
 * @param reading For catalogs that declare items other than JSON, or values that JSON does not have.
 */
export function createStreams(formats: StreamFormats, reading: ItemReading = {}): AddStreams {
  return (client, host) => {
    const { request } = client;
    if (request) client.request = refuseStreams(request, host.sender);
    client.stream = (route, parameters = {}, options = {}) =>
      openStream(
        (closing) => connect(host, route, parameters, options, closing),
        (head) => createReader(head, formats, reading, options),
      );
  };
}

/** Refuses calls of `client.request` that ask for a stream: its response may never end. */
function refuseStreams(request: SendRequest, sender: Sender): SendRequest {
  return async (route, parameters, settings) => {
    const rule = findStreamRule(sender, route);
    if (rule && !settings?.stream && isAskedFor(rule, parameters))
      throw createRouteError(route, "stream");
    return request(route, parameters, settings);
  };
}

// ---- Connecting

/**
 * Sends the request of a stream, and resolves when its response begins.
 * @param closing Aborted when the stream is closed.
 */
async function connect(
  { sender, build, start }: ClientHost,
  route: string,
  parameters: UnknownRecord,
  options: InternalStreamOptions,
  closing: AbortSignal,
): Promise<Head> {
  const rule = options.rule ?? findStreamRule(sender, route);
  if (!rule) throw createRouteError(route, "request");
  const plain = build(route, askFor(rule, parameters), options.plan);
  const built = options.change?.(plain) ?? plain;
  built.headers["accept"] = rule.type;
  const requestOption: { readonly signal?: AbortSignal } | undefined = built.request;
  const caller = options.signal ?? requestOption?.signal ?? sender.signal;
  // A signal of several costs as much as a hundred events.
  const signal = caller ? AbortSignal.any([caller, closing]) : closing;
  const taken: { head?: Head } = {};
  const choice: BodyChoice = {
    isKept: () => true,
    take(attempt, response) {
      taken.head = { rule, attempt, response, signal };
      return Promise.resolve(leaveUnread(attempt, response));
    },
  };
  const { body, attemptTimeout } = options;
  await start(route, built, { ...options, signal }, { choice, body, attemptTimeout });
  return taken.head as Head; // set by `take` before the request ends
}

/** Finds the rule of a route that streams, always or if it is asked to. */
export function findStreamRule(
  { catalog }: Pick<Sender, "catalog">,
  route: string,
): StreamRule | undefined {
  return readOwn(catalog.streams ?? {}, route);
}

function createRouteError(route: string, method: string): EndpointError {
  return new EndpointError("STREAM_ROUTE", `Call "${route}" by \`client.${method}()\`.`, route);
}

/** Tells whether parameters ask for a stream. A route that only streams needs none. */
export function isAskedFor({ when = {} }: StreamRule, parameters: unknown): boolean {
  const { data = parameters } = Object(parameters) as UnknownRecord;
  const event = Object(data) as UnknownRecord;
  return Object.entries(when).every(([name, value]) => event[name] === value);
}

/** Adds the parameters that ask for the stream; to `data` if the body is given whole. */
function askFor({ when }: StreamRule, parameters: UnknownRecord): UnknownRecord {
  if (!when) return parameters;
  const { data } = parameters;
  const asked = { ...(data ?? parameters), ...when };
  return data ? { ...parameters, data: asked } : asked;
}

// ---- An open stream

/**
 * Creates a stream that connects when its first item, or its response, is asked for.
 * @param connectUntil Gets a signal that is aborted when the stream is closed.
 */
function openStream(
  connectUntil: (closing: AbortSignal) => Promise<Head>,
  read: (head: Head) => ReadChunk | undefined,
): ItemStream {
  const closing = new AbortController();
  const close = (): void => closing.abort();
  let head: Promise<Head> | undefined;
  const begin = (): Promise<Head> => (head ??= connectUntil(closing.signal));

  // The only generator, because each one that an item passes makes promises of its own.
  async function* iterate(): Items {
    let isOpen = true;
    try {
      const connected = await begin();
      const { signal } = connected;
      const readChunk = read(connected);
      if (!readChunk) return true;
      for (let chunk; (chunk = await readChunk());) {
        for (const item of chunk.items) {
          signal.throwIfAborted();
          yield item;
        }
        const { ending } = chunk;
        if (!ending) continue;
        signal.throwIfAborted();
        if (ending.kind === "failure") throw ending.error;
        return true;
      }
      // An abort takes as long as twenty events. Only a signal of the caller still holds its listeners.
      isOpen = signal !== closing.signal;
      return false;
    } catch (error) {
      if (closing.signal.aborted) return true;
      throw error;
    } finally {
      if (isOpen) close();
    }
  }
  return toStream(iterate(), close, () => begin().then(({ response }) => response));
}

/** Lets a caller leave at once. A generator alone would first wait for its pending item. */
export function toStream(
  items: Items,
  close: () => void,
  response: () => Promise<Response>,
): ItemStream {
  const leave = items.return.bind(items);
  return Object.assign(items, {
    response,
    close,
    return(isLast: boolean) {
      close();
      return leave(isLast);
    },
  });
}

// ---- Types

/** Lets a client stream. */
export type AddStreams = (client: StreamingClient, host: ClientHost) => void;

/** The methods of a client that are added or changed. */
export interface StreamingClient {
  /** Absent from a client that sends the requests of functions alone. */
  request?:
    | ((route: string, parameters?: unknown, options?: RequestSettings) => Promise<ClientResponse>)
    | undefined;
  stream?: OpenStream | undefined;
}

type SendRequest = NonNullable<StreamingClient["request"]>;

export type OpenStream = (
  route: string,
  parameters?: UnknownRecord,
  options?: InternalStreamOptions,
) => ItemStream;

/** A stream without the types of its items. */
export interface ItemStream extends Items, Pick<Streamed<unknown>, "response" | "close"> {}

/** Yields the items of a stream, and returns true after its declared end. */
export type Items = AsyncGenerator<unknown, boolean, undefined>;
