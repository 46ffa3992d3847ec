/** Streams that connect again, with the id of the last event (contract I.9). */
import { createIdReader, encodeEventId, type OnField } from "../../../base/event-stream.js";
import { explain } from "../../../base/explain.js";
import { writeMessage } from "../../../base/package.js";
import type { StreamRule } from "../../../catalog/client.js";
import type { ClientHost } from "../call.js";
import { ConnectionError } from "../errors.js";
import type { StreamOptions } from "../types.js";
import { MAX_DELAY, withDeadline } from "../waiting.js";
import {
  findStreamRule,
  toStream,
  type AddStreams,
  type Items,
  type ItemStream,
  type OpenStream,
  type StreamingClient,
} from "./streams.js";

/** Adds the option `reconnect`, for catalogs with event streams over GET. */
export function reconnecting(addStreams: AddStreams): AddStreams {
  return (client, host) => {
    addStreams(client, host);
    const openOnce = client.stream as OpenStream; // just added
    client.stream = (route, parameters = {}, options = {}) => {
      if (!options.reconnect) return openOnce(route, parameters, options);
      const place: StreamPlace = { lastEventId: "", delay: RETRY_DELAY };
      const onField = createPlaceReader(place);
      const { format } = options.rule ?? findStreamRule(host.sender, route) ?? {};
      const openAtPlace = createOpener(addStreams, withLastId(host, format, place));
      // Octokit's way to pass a signal.
      const requestOption = parameters["request"] as StreamOptions | undefined;
      const signal = options.signal ?? requestOption?.signal ?? host.sender.signal;
      return reconnect(
        () => openAtPlace(route, parameters, { ...options, onField }),
        signal,
        (each) => host.sender.sleep(place.delay, each),
      );
    };
  };
}

/** Creates a function that opens streams. The host builds and sends their requests. */
function createOpener(addStreams: AddStreams, host: ClientHost): OpenStream {
  const streaming: StreamingClient = {};
  addStreams(streaming, host);
  return streaming.stream as OpenStream; // just added
}

/** Creates a function that remembers the last id, and the delay that the service asks for. */
function createPlaceReader(place: StreamPlace): OnField {
  return createIdReader({
    onId(id) {
      place.lastEventId = encodeEventId(id) ?? place.lastEventId;
    },
    onRetry(delay) {
      place.delay = Math.min(delay, MAX_DELAY);
    },
  });
}

/**
 * Sends the id of the last event with each request.
 * @throws TypeError for any request but a GET for an event stream.
 */
function withLastId(
  host: ClientHost,
  format: StreamRule["format"] | undefined,
  place: Readonly<StreamPlace>,
): ClientHost {
  return {
    ...host,
    build(route, parameters, plan) {
      const request = host.build(route, parameters, plan);
      if (request.method !== "get" || format !== "sse") {
        const detail = explain(() => "is true; expected it for the events of a GET");
        throw new TypeError(writeMessage("INVALID_OPTION", 'Option "reconnect"', detail));
      }
      const { lastEventId } = place;
      if (lastEventId !== "") request.headers["last-event-id"] = lastEventId;
      return request;
    },
  };
}

/** Yields the items of one connection after another, until the service ends the stream. */
function reconnect(
  connect: () => ItemStream,
  caller: AbortSignal | undefined,
  wait: (signal: AbortSignal | undefined) => Promise<void>,
): ItemStream {
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, ...(caller ? [caller] : [])]);
  let current = connect();
  const close = (): void => {
    closing.abort();
    current.close();
  };

  async function* iterate(): Items {
    try {
      await current.response(); // a first request that fails is not sent again
      for (;;) {
        try {
          if (yield* current) return true;
        } catch (error) {
          if (!(error instanceof ConnectionError)) throw error;
        }
        await withDeadline("", signal, {}, wait);
        current = connect();
      }
    } catch (error) {
      if (closing.signal.aborted) return true;
      throw error;
    }
  }
  return toStream(iterate(), close, () => current.response());
}

/** The wait before connecting again, in milliseconds, unless the service sends another one. */
const RETRY_DELAY = 3_000;

/** Where the next connection of a stream begins, and when. */
interface StreamPlace {
  /** Encoded as a header value; empty before the first id. */
  lastEventId: string;
  /** In milliseconds. */
  delay: number;
}
