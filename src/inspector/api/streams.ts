/** Answers that are not JSON: the stream of changes, and the files that the page lets one save. */
import { createLiveStream, hasLiveRoom, MAX_LIVE } from "../live.js";
import type { InspectorSettings } from "../options.js";
import { writeRecording } from "../recording.js";
import { respond, respondError, respondFile } from "./answers.js";
import { copySummary, findDelivery } from "./api.js";

/**
 * Answers with the changes of the source as server-sent events.
 * @param signal aborted when the client has gone.
 */
export function answerLive(
  { source, signal: end }: InspectorSettings,
  _query: URLSearchParams,
  signal: AbortSignal | undefined,
): Response {
  if (!hasLiveRoom()) {
    const error = `Already ${MAX_LIVE} pages follow the deliveries. Close one, then load this one again.`;
    return respondError(503, "TOO_MANY_PAGES", error);
  }
  const stream = createLiveStream(
    (listener) =>
      source.watch((change) => listener(change === "reload" ? change : copySummary(change))),
    [signal, end],
  );
  return respond(200, { "content-type": "text/event-stream", "x-accel-buffering": "no" }, stream);
}

/** Answers with the bytes of a delivery. */
export async function answerBody(
  { source }: InspectorSettings,
  query: URLSearchParams,
): Promise<Response> {
  const { body } = await findDelivery(source, query);
  if (body === undefined) return respondError(404, "NOT_KEPT", "The body is not kept.");
  // Copied, because a response takes no shared memory.
  return respondFile("delivery.bin", "application/octet-stream", new Uint8Array(body));
}

/** Answers with the deliveries that match a query, as a file of JSON lines. */
export async function answerRecording(
  settings: InspectorSettings,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const lines = writeRecording(settings, query, signal);
  // Read before the answer begins, because an error could only break the connection later.
  let first: IteratorResult<string, void> | undefined = await lines.next();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const line = first ?? (await lines.next());
      first = undefined;
      if (line.done === true) controller.close();
      else controller.enqueue(new TextEncoder().encode(line.value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return respondFile("deliveries.jsonl", "application/x-ndjson", stream);
}
