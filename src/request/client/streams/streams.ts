/** Responses that come item by item (contract, section I). */
import type { StreamRule } from "../../../catalog/client.js";
import { EndpointError } from "../../endpoint/errors.js";
import { readOwn, type UnknownRecord } from "../../endpoint/values.js";
import { leaveUnread } from "../request.js";
import type { BodyChoice, Sender } from "../call.js";
import type { InternalStreamOptions, StreamFormats } from "./stream-formats.js";
import type { ClientResponse } from "../responses.js";
import type { RequestSettings } from "../types.js";
import type { ClientHost } from "../host.js";
import {
  openStream,
  createReader,
  type ItemStream,
  type ItemReading,
  type Head,
} from "./open-stream.js";

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

type SendRequest = NonNullable<StreamingClient["request"]>;

/** Refuses calls of `client.request` that ask for a stream: its response may never end. */
function refuseStreams(request: SendRequest, sender: Sender): SendRequest {
  return async (route, parameters, settings) => {
    const rule = findStreamRule(sender, route);
    if (rule && !settings?.stream && isAskedFor(rule, parameters))
      throw createRouteError(route, "stream");
    return request(route, parameters, settings);
  };
}

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
  let head: Head | undefined;
  const choice: BodyChoice = {
    isKept: () => true,
    take(call, response) {
      head = { rule, call, response, signal };
      return Promise.resolve(leaveUnread(call, response));
    },
  };
  const { body, attemptTimeout } = options;
  await start(route, built, { ...options, signal }, { choice, body, attemptTimeout });
  return head as unknown as Head; // set by `take` before the request ends
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

export type OpenStream = (
  route: string,
  parameters?: UnknownRecord,
  options?: InternalStreamOptions,
) => ItemStream;
