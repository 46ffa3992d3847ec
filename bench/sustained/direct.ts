/** Runs one subject of a job without sockets. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { startAsChild } from "../harness/measured.js";
import { readRecordings, type Recording } from "./deliveries.js";
import { createMeter } from "./meter.js";
import { createReceiver, createVerification, expectSeen } from "./receivers.js";
import type { TrialArgument, TrialResult } from "./trial.js";

/** Deliveries between two readings of the clock: one takes as long as a cheap delivery. */
const GROUP = 8;

/** Milliseconds of deliveries before the event loop turns, as in a server. */
const TURN_MILLISECONDS = 1;

const { trial, warmUpSeconds, seconds } = startAsChild() as TrialArgument;
const meter = createMeter();
const deliver = createDeliver();
await work(warmUpSeconds);
meter.start();
const began = performance.now();
const deliveries = await work(seconds);
const took = (performance.now() - began) / 1000;
const result: TrialResult = { ...(await meter.stop()), deliveries, seconds: took };
expectSeen();
process.send?.(result, () => process.disconnect());

async function work(length: number): Promise<number> {
  const until = performance.now() + length * 1000;
  let turn = 0;
  while (performance.now() < until) {
    const turnEnds = performance.now() + TURN_MILLISECONDS;
    while (performance.now() < turnEnds) {
      for (let count = 0; count < GROUP; count += 1) await deliver(turn + count);
      turn += GROUP;
    }
    await nextTurn();
  }
  return turn;
}

/** Creates a function that handles one delivery; `turn` counts them. */
function createDeliver(): (turn: number) => Promise<unknown> {
  if (trial.transport === "receive") {
    const receiver = createReceiver(trial);
    const event = { id: "1", name: "issues", payload: { action: "opened", count: 1 } };
    return () => receiver.receive(event);
  }
  const recordings = readRecordings(trial.payload);
  const verifyAndReceive = createVerification(trial);
  // The remainder is an index.
  return (turn) => verifyAndReceive(recordings[turn % recordings.length] as Recording);
}
