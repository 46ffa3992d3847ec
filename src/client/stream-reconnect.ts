/** Streams that connect again (contract I.9). */
import { createIdReader, encodeEventId } from "../streams/event-stream.js";
import { ConnectionError } from "./errors.js";
import {
  findStreamRule,
  toStream,
  type AddStreams,
  type Items,
  type ItemStream,
  type OpenStream,
  type StreamHost,
} from "./streams.js";
import type { StreamOptions } from "./types.js";
import { MAX_DELAY, withDeadline } from "./waiting.js";

/** The wait before connecting again, in milliseconds, until the service says otherwise. */
const RETRY_DELAY = 3_000;

/** For catalogs with event streams that are asked for by GET: adds the option `reconnect`. */
export function reconnecting(addStreams: AddStreams): AddStreams {
  return (client, host) => {
    const { request } = client;
    addStreams(client, host);
    const open = client.stream as OpenStream; // just added
    client.stream = (route, parameters = {}, options = {}) => {
      if (!options.reconnect) return open(route, parameters, options);
      let lastEventId = "";
      let delay = RETRY_DELAY;
      const onField = createIdReader({
        onId: (id) => void (lastEventId = encodeEventId(id) ?? lastEventId),
        onRetry: (given) => void (delay = Math.min(given, MAX_DELAY)),
      });
      const again = withLastId(host, () => lastEventId);
      const inner = { request, stream: open };
      addStreams(inner, again);
      const own = parameters["request"] as StreamOptions | undefined; // Octokit's way to pass a signal
      const signal = options.signal ?? own?.signal ?? host.sender.signal;
      return follow(
        () => inner.stream(route, parameters, { ...options, onField }),
        signal,
        (each) => host.sender.sleep(delay, each),
      );
    };
  };
}

/** A client that sends the id with each request. @throws TypeError for other requests than of events by GET. */
function withLastId(host: StreamHost, readId: () => string): StreamHost {
  return {
    ...host,
    build(route, parameters) {
      const request = host.build(route, parameters);
      if (request.method !== "get" || findStreamRule(host.sender, route)?.format !== "sse")
        throw new TypeError('Option "reconnect" is true; expected it for the events of a GET.');
      const id = readId();
      if (id !== "") request.headers["last-event-id"] = id;
      return request;
    },
  };
}

function follow(
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
    } finally {
      close();
    }
  }
  return toStream(iterate(), close, () => current.response());
}
