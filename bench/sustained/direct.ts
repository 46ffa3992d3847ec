/** One subject of a job without sockets, in a process of its own. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { expectSeen } from "./handlers.js";
import { Latencies } from "./latencies.js";
import { boundLifetime } from "./lifetime.js";
import { createWebHandler } from "./listeners.js";
import { createMeter } from "./meter.js";
import { createReceiver, createVerification } from "./receivers.js";
import { headersOf, path, readRecordings } from "./requests.js";
import type { Duration, Trial, TrialResult } from "./trial.js";

/** One delivery; `turn` counts them. */
type Deliver = (turn: number) => Promise<unknown>;

/** Deliveries under way at a time where handlers wait for a timer; otherwise one. */
const IN_FLIGHT = 64;

/** Reading the clock costs something beside the cheapest delivery, so not every one is timed. */
const TIMED_EVERY = 8;

/** How long deliveries follow each other before the event loop turns, as it does in a server. */
const TURN_MILLISECONDS = 1;

const { trial, duration } = JSON.parse(process.argv[2] ?? "") as {
  readonly trial: Trial;
  readonly duration: Duration;
};
boundLifetime(2 * (duration.warmUpSeconds + duration.seconds) + 30);

const latencies = new Latencies();
const meter = createMeter();
const deliver = expectOutcome(createDeliver());
const inFlight = trial.handlers === "timer" ? IN_FLIGHT : 1;
await work(duration.warmUpSeconds);
latencies.clear();
meter.start();
const began = performance.now();
const deliveries = await work(duration.seconds);
const seconds = (performance.now() - began) / 1000;
const result: TrialResult = {
  ...(await meter.stop()),
  deliveries,
  seconds,
  ...latencies.percentiles(),
};
expectSeen();
process.send?.(result, () => process.disconnect());

async function work(length: number): Promise<number> {
  const until = performance.now() + length * 1000;
  const counts = await Promise.all(Array.from({ length: inFlight }, () => deliverUntil(until)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function deliverUntil(until: number): Promise<number> {
  let turn = 0;
  let turnEnds = performance.now() + TURN_MILLISECONDS;
  for (;;) {
    const start = performance.now();
    if (start > turnEnds) {
      await nextTurn();
      turnEnds = performance.now() + TURN_MILLISECONDS;
      if (turnEnds > until) return turn;
      continue;
    }
    await deliver(turn);
    latencies.add(performance.now() - start);
    for (let count = 1; count < TIMED_EVERY; count += 1) await deliver(turn + count);
    turn += TIMED_EVERY;
  }
}

function createDeliver(): Deliver {
  const recordings = readRecordings(trial.payload);
  const recordingOf = (turn: number) => {
    const recording = recordings[turn % recordings.length];
    if (recording === undefined) throw new Error("There are no recordings.");
    return recording;
  };
  switch (trial.transport) {
    case "verifyAndReceive": {
      const verifyAndReceive = createVerification(trial);
      return (turn) => verifyAndReceive(recordingOf(turn));
    }
    case "web": {
      const handle = createWebHandler(trial);
      const url = `http://127.0.0.1${path}`;
      const inits = recordings.map((recording) => ({
        method: "POST",
        headers: { ...headersOf(recording), "content-length": String(recording.payload.length) },
        body: Uint8Array.from(recording.payload),
      }));
      return async (turn) => {
        const { status } = await handle(new Request(url, inits[turn % inits.length]));
        if (status !== 200) throw new Error(`The answer is ${status}.`);
      };
    }
    default: {
      const receiver = createReceiver(trial);
      const event = { id: "1", name: "issues", payload: { action: "opened", count: 1 } };
      return () => receiver.receive(event);
    }
  }
}

/** A delivery fails exactly when one of its handlers does. */
function expectOutcome(run: Deliver): Deliver {
  if (trial.handlers !== "rejecting") return run;
  return (turn) =>
    run(turn).then(
      () => {
        throw new Error("A delivery whose handler rejects has succeeded.");
      },
      () => undefined,
    );
}
