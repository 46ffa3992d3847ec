/** Deliveries as a file that `typewire reconcile` and `typewire dev --load` read. */
import { walkMatches } from "./sources/matches.js";
import { findPayload } from "./sources/payload.js";
import { readSearch, type SearchSettings } from "./sources/search.js";

/** Deliveries in one recording. */
const MAX_RECORDED = 10_000;

/** Writes the deliveries that match a query as lines of JSON, the oldest first. */
export async function* writeRecording(
  settings: SearchSettings,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const keys: string[] = [];
  const search = await readSearch(settings, Object.fromEntries(query));
  for await (const { key } of walkMatches(settings, search, signal)) {
    keys.push(key);
    if (keys.length === MAX_RECORDED) break;
  }
  for (const key of keys.reverse()) {
    const delivery = await settings.source.get(key);
    if (delivery === undefined) continue; // no longer kept
    const payload = findPayload(delivery);
    if (payload === undefined) continue;
    const { id, event, receivedAt } = delivery;
    yield `${JSON.stringify({ name: event, id, receivedAt, payload })}\n`;
  }
}
