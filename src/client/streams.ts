/** Responses that come item by item (contract, section I). */
import type { StreamRule } from "../catalog/client.js";
import { EndpointError } from "../endpoint/errors.js";
import type { RequestOptions } from "../endpoint/types.js";
import { readOwn, type UnknownRecord } from "../endpoint/values.js";
import { abandon } from "./bodies.js";
import { createConnectionError, createResponseError, type ResponseErrorCode } from "./errors.js";
import { LOST_BODY, type ClientCall, type FirstSettings, type Sender } from "./request.js";
import type { RecordSink, StreamFormats, StreamRecord } from "./stream-formats.js";
import type { ClientResponse, RequestSettings, Streamed, StreamOptions } from "./types.js";
import { checkNumber } from "./waiting.js";

/** Lets a client stream. */
export type AddStreams = (client: StreamingClient, host: StreamHost) => void;

/** The methods of a client that are added or changed. */
interface StreamingClient {
  request: (
    route: string,
    parameters?: unknown,
    options?: RequestSettings,
  ) => Promise<ClientResponse>;
  stream?: OpenStream | undefined;
}

export type OpenStream = (
  route: string,
  parameters?: UnknownRecord,
  options?: StreamOptions,
) => Streamed<unknown>;

/** Parts of a client that its streams need. */
interface StreamHost {
  readonly sender: Sender;
  readonly build: (route: string, parameters: UnknownRecord) => RequestOptions;
  readonly start: (
    route: string,
    request: RequestOptions,
    own: FirstSettings,
  ) => Promise<ClientResponse>;
}

/** Connects again, and gives out the items of all responses. */
export type Reconnect = (
  sender: Sender,
  signal: AbortSignal,
  read: ReadResponse,
) => AsyncGenerator<unknown, void, undefined>;

/** Reads the items of one response. */
export type ReadResponse = (
  sink: Omit<RecordSink, "onRecord">,
  lastEventId?: string,
) => AsyncGenerator<unknown, boolean, undefined>;

/**
 * Creates the part of a client that streams.
 * @param formats Those that its catalog names.
 * @param reconnect For catalogs with event streams that are asked for by GET.
 */
export function createStreams(formats: StreamFormats, reconnect?: Reconnect): AddStreams {
  return (client, host) => {
    const { request } = client;
    const ruleOf = (route: string): StreamRule | undefined =>
      readOwn(host.sender.catalog.streams ?? {}, route);
    client.request = (route, parameters, settings) => {
      const rule = ruleOf(route);
      return !rule || settings?.stream || !isAskedFor(rule, parameters)
        ? request(route, parameters, settings)
        : Promise.reject(createRouteError(route, "streams its response", "stream"));
    };
    client.stream = (route, parameters = {}, options = {}) =>
      openStream({ ...host, formats, reconnect, rule: ruleOf(route), route, parameters, options });
  };
}

function createRouteError(route: string, detail: string, method: string): EndpointError {
  const message = `Route "${route}" ${detail}; expected \`client.${method}()\`.`;
  return new EndpointError("STREAM_ROUTE", message, route);
}

/** The place of the parameter that asks: a body that is given whole, as `data`, if there is one. */
function isAskedFor({ when }: StreamRule, parameters: unknown): boolean {
  const { data = parameters } = Object(parameters) as UnknownRecord;
  return when === undefined || (Object(data) as UnknownRecord)[when] === true;
}

function askFor({ when }: StreamRule, parameters: UnknownRecord): UnknownRecord {
  if (when === undefined) return parameters;
  const { data } = parameters;
  const asked = { [when]: true };
  return { ...parameters, ...(data ? { data: { ...data, ...asked } } : asked) };
}

// ---- One stream

interface StreamCall extends StreamHost {
  readonly formats: StreamFormats;
  readonly reconnect: Reconnect | undefined;
  readonly rule: StreamRule | undefined;
  readonly route: string;
  readonly parameters: UnknownRecord;
  readonly options: StreamOptions;
}

function openStream(given: StreamCall): Streamed<unknown> {
  const { sender, reconnect, options } = given;
  const closing = new AbortController();
  const close = (): void => closing.abort();
  let first: Promise<Head> | undefined;
  const begin = (): Promise<Head> => (first ??= connect(given, closing.signal));

  async function* iterate(): AsyncGenerator<unknown, void, undefined> {
    try {
      const head = await begin();
      yield* reconnect && options.reconnect
        ? reconnect(sender, head.signal, async function* (sink, id) {
            return yield* readItems(
              id === undefined ? head : await connect(given, closing.signal, id),
              given,
              sink,
            );
          })
        : readItems(head, given, { onId: ignore, onRetry: ignore });
    } catch (error) {
      if (!closing.signal.aborted) throw error;
    } finally {
      close();
    }
  }
  const items = iterate();

  return {
    get response() {
      return begin().then(({ response: { status, headers }, call: { url } }) => {
        const { requestId: name } = sender.catalog;
        const requestId = (name && headers.get(name)) || undefined;
        return { status, headers, url, requestId };
      });
    },
    close,
    [Symbol.asyncIterator]: () => ({
      next: () => items.next(),
      return() {
        close(); // at once: the generator waits for an item that was asked for
        return items.return();
      },
    }),
  };
}

function ignore(): void {
  // There is nothing to do.
}

/** A response whose body nobody has read, and the call that got it. */
interface Head {
  readonly rule: StreamRule;
  readonly call: ClientCall;
  readonly response: Response;
  /** Ends the connection: that of the caller, or of the stream. */
  readonly signal: AbortSignal;
}

/** Sends the request; resolves once the response begins. */
async function connect(
  { rule, sender, build, start, reconnect, route, parameters, options }: StreamCall,
  closing: AbortSignal,
  lastEventId?: string,
): Promise<Head> {
  if (!rule)
    throw createRouteError(sender.auth.guard?.hide(route) ?? route, "does not stream", "request");
  const request = build(route, askFor(rule, parameters));
  if (options.reconnect && !(reconnect && rule.format === "sse" && request.method === "get"))
    throw new TypeError('Option "reconnect" is true; expected it for the events of a GET.');
  checkNumber("maxItemSize", options.maxItemSize ?? 1, 1);
  request.headers["accept"] = rule.type;
  if (lastEventId) request.headers["last-event-id"] = lastEventId;
  const { signal: own }: { signal?: AbortSignal } = request.request ?? {};
  const caller = options.signal ?? own ?? sender.signal;
  const signal = caller ? AbortSignal.any([caller, closing]) : closing;
  return new Promise((resolve, reject) => {
    const take = (response: Response, _read: unknown, call: ClientCall) => {
      resolve({ rule, call, response, signal });
      return Promise.resolve({} as ClientResponse); // nobody sees it
    };
    start(route, request, { ...options, signal, choice: { isKept: true, take } }).catch(reject);
  });
}

/**
 * Reads a body as its items are asked for. Returns true after the record that ends the stream.
 * @throws ConnectionError if the body breaks off, ResponseError for an error among its records.
 */
async function* readItems(
  head: Head,
  { formats, options }: StreamCall,
  sink: Omit<RecordSink, "onRecord">,
): AsyncGenerator<unknown, boolean, undefined> {
  const { rule, call, response, signal } = head;
  const { format, end } = rule;
  const reader = response.body?.getReader();
  if (!reader) return true;
  signal.addEventListener("abort", () => abandon(reader)); // a body may not follow the signal
  if (
    format === "sse" &&
    !/^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "")
  )
    throw createFault(head, "INVALID_BODY", ", and its body is no event stream");
  let records: StreamRecord[] = [];
  const onRecord = (record: StreamRecord): void => void records.push(record);
  const read = formats[format]?.({ ...sink, onRecord }, options);
  const decoder = new TextDecoder();
  for (let isEnd = false; !isEnd; records = []) {
    const chunk = await reader
      .read()
      .catch((error: unknown) => createConnectionError(call, error, LOST_BODY));
    signal.throwIfAborted();
    if (chunk instanceof Error) throw chunk;
    isEnd = chunk.done;
    read?.(decoder.decode(chunk.value, { stream: !isEnd }), isEnd);
    for (const record of records) {
      signal.throwIfAborted();
      if (end !== undefined && record.text?.trim() === end) return true;
      const item = toItem(head, record);
      if (item !== NO_ITEM) yield item;
    }
  }
  return false;
}

function createFault(head: Head, code: ResponseErrorCode, found?: string, text?: string): Error {
  return createResponseError(head.call, head.response, code, "json", text, false, found);
}

/** Stands for a record that is empty. */
const NO_ITEM = Symbol();

/** @throws ResponseError for a record that is an error, or not JSON. */
function toItem(head: Head, { text, event = "" }: StreamRecord): unknown {
  const { rule } = head;
  if (text === undefined)
    throw createFault(head, "INVALID_BODY", ", and an item of it is too long");
  let isError = event === "error" && !rule.events?.includes(event);
  let item;
  try {
    item = isError || readItem(rule, text, event);
  } catch {
    throw createFault(head, "INVALID_BODY", undefined, text);
  }
  if (rule.error !== undefined) isError ||= Boolean((Object(item) as UnknownRecord)[rule.error]);
  if (isError) throw createFault(head, "STREAM_ERROR", ", and then an error", text);
  return item === NO_ITEM ? item : convertItem(head, item, text);
}

/**
 * Converts the values in an item, by the plan of the route for `stream` (contract J.3).
 * @throws ResponseError for JSON that is no value where one is described.
 */
function convertItem(head: Head, item: unknown, text: string): unknown {
  const { rule, call } = head;
  const { values } = call.sender;
  if (!values) return item;
  try {
    // The item of an event holds the JSON.
    const json = rule.events ? `{"data":${text}}` : text;
    return values.convert(item, json, call.event.route, "stream");
  } catch (error) {
    throw createFault(head, "INVALID_VALUE", `, and then ${(error as Error).message}`, text);
  }
}

/**
 * Turns the text of a record into an item; an empty one, which keeps the connection alive, into none.
 * @throws SyntaxError for text that is not JSON.
 */
export function readItem(
  { events, text: plain }: StreamRule,
  text: string,
  event: string,
): unknown {
  const isText = plain === true || plain?.includes(event);
  if (!isText && !text.trim()) return NO_ITEM;
  const data: unknown = isText ? text : JSON.parse(text);
  return events ? { event, data } : data;
}
