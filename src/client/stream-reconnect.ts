/** Streams that connect again (contract I.8). */
import { encodeEventId } from "../streams/event-stream.js";
import { ConnectionError } from "./errors.js";
import type { Reconnect } from "./streams.js";
import { MAX_DELAY, withDeadline } from "./waiting.js";

/** The wait before connecting again, in milliseconds, until the service says otherwise. */
const RETRY_DELAY = 3_000;

/** Connects again after each response that breaks off or ends, unless the service says that it is the last one. */
export const reconnectStream: Reconnect = async function* (sender, signal, read) {
  let delay = RETRY_DELAY;
  let lastEventId = "";
  const sink = {
    onId: (id: string) => void (lastEventId = encodeEventId(id) ?? lastEventId),
    onRetry: (given: number) => void (delay = Math.min(given, MAX_DELAY)),
  };
  for (let id: string | undefined; ; id = lastEventId) {
    try {
      if (yield* read(sink, id)) return;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
    }
    await withDeadline("", signal, {}, (each) => sender.sleep(delay, each));
  }
};
