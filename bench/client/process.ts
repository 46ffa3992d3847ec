/** Sends the requests of one subject, and reports the processor time of a request in microseconds. */
import { startAsChild } from "../harness/measured.js";
import { inject, ITEMS_PER_PAGE, PAGE_COUNT, serve } from "./answers.js";
import { createSubject, type Subject } from "./subjects.js";
import type { ClientTrial } from "./suite.js";

/** Number of requests that are sent at once. */
const GROUP = 1_000;

const trial = startAsChild() as ClientTrial;
const target = trial.isServed
  ? await serve()
  : inject(trial.shape === "pages" ? "pages" : "an object");
const subject = createSubject(trial, target);
await sendAll(trial, subject);
const before = process.cpuUsage();
await sendAll(trial, subject);
const { user, system } = process.cpuUsage(before);
process.send?.((user + system) / trial.count, () => process.exit());

async function sendAll({ shape, count }: ClientTrial, { send, readPages }: Subject): Promise<void> {
  switch (shape) {
    case "in turn":
      for (let turn = 0; turn < count; turn++) await expectData(send, turn);
      return;
    case "at once":
      for (let turn = 0; turn < count; turn += GROUP)
        await Promise.all(
          Array.from({ length: GROUP }, (_, index) => expectData(send, turn + index)),
        );
      return;
    case "pages":
      if (readPages === undefined) throw new Error("The subject reads no pages.");
      for (let read = 0; read < count; read += PAGE_COUNT) await expectPages(readPages);
  }
}

async function expectData(send: Subject["send"], turn: number): Promise<void> {
  const { id } = (await send(turn)) as { id?: unknown };
  if (id !== 1) throw new Error(`A request got other data: ${JSON.stringify(id)}.`);
}

async function expectPages(readPages: () => AsyncIterable<unknown>): Promise<void> {
  let count = 0;
  for await (const item of readPages()) if (item) count += 1;
  if (count !== PAGE_COUNT * ITEMS_PER_PAGE) throw new Error(`The pages had ${count} items.`);
}
