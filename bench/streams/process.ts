/** Reads the events of one subject, and reports the processor time of an event in nanoseconds. */
import { startAsChild } from "../harness/measured.js";
import { createReader, type ReadStream } from "./readers.js";
import type { StreamTrial } from "./suite.js";

const EVENTS = 500;

const trial = startAsChild() as StreamTrial;
const chunks = toChunks(Array.from({ length: EVENTS }, (_, index) => printEvent(index)));
const read = await createReader(trial, chunks);
await readTimes(trial.count / 4);
const before = process.cpuUsage();
await readTimes(trial.count);
const { user, system } = process.cpuUsage(before);
process.send?.(((user + system) * 1000) / trial.count / EVENTS, () => process.exit());

async function readTimes(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) expectEvents(await read());
}

/** Looks at the last event as well, so that no engine can leave out the slices of text. */
function expectEvents({ count, last }: Awaited<ReturnType<ReadStream>>): void {
  if (count !== EVENTS) throw new Error(`Subject "${trial.subject}" read ${count} events.`);
  if (typeof last === "string" && !last.startsWith("{"))
    throw new Error(`The last event of subject "${trial.subject}" has other data.`);
}

/** An event of a chat service, of which a text of a few letters is new. */
function printEvent(index: number): string {
  const choices = [{ index: 0, delta: { content: ` token${index}` }, finish_reason: null }];
  const head = { id: "chatcmpl-9f2c", object: "chat.completion.chunk", created: 1_790_000_000 };
  const name = trial.isNamed ? "event: response.output_text.delta\n" : "";
  return `${name}data: ${JSON.stringify({ ...head, model: "model-1", choices })}\n\n`;
}

function toChunks(events: readonly string[]): readonly string[] {
  const { eventsPerChunk: size } = trial;
  const starts = Array.from({ length: Math.ceil(EVENTS / size) }, (_, index) => index * size);
  return starts.map((start) => events.slice(start, start + size).join(""));
}
