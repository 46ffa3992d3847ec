/** Sends signed deliveries at a steady rate, and reports the times of their answers. `search.ts` starts this program. */
import { Webhooks } from "../../generated/index.js";
import { createBody, type Percentiles, SECRET, type SenderJob } from "./search-deliveries.js";

/** Deliveries per second. */
const RATE = 200;

process.on("message", (job: SenderJob) => {
  // A failed delivery is an unhandled rejection, with which Node ends the process.
  void send(job).then((percentiles) => process.send?.(percentiles));
});

async function send({ url, seconds }: SenderJob): Promise<Percentiles> {
  const webhooks = new Webhooks({ secret: SECRET });
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const start = performance.now();
  for (let count = 0; count < RATE * seconds; count++) {
    const due = start + (count * 1_000) / RATE;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    running.push(
      deliver(url, createBody(FIRST_NUMBER + count), webhooks).then(() => {
        times.push(performance.now() - due); // since it was due, because a late start is a wait, too
      }),
    );
  }
  await Promise.all(running);
  times.sort((one, other) => one - other);
  const pick = (share: number): number => times[Math.ceil(share * times.length) - 1] ?? 0;
  return { p50: pick(0.5), p99: pick(0.99), count: times.length };
}

/** Above the numbers of what is stored before. */
const FIRST_NUMBER = 1_000_000;

async function deliver(url: string, body: string, webhooks: Webhooks): Promise<void> {
  const headers = {
    "content-type": "application/json",
    "x-vendor-event": "issues",
    "x-vendor-delivery": crypto.randomUUID(),
    "x-hub-signature-256": webhooks.sign(body),
  };
  const response = await fetch(url, { method: "POST", headers, body });
  await response.text();
  if (response.status !== 202) throw new Error(`The answer is ${response.status}.`);
}
