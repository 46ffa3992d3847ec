/** Reports the bytes that each of 10,000 handlers of one event takes, beyond the function itself. */
import { startAsChild } from "../harness/measured.js";
import { readHeap } from "../sustained/meter.js";
import type { Receiver } from "../sustained/by-hand.js";
import { createEmptyReceiver, ignore } from "../sustained/receivers.js";
import type { Subject } from "../sustained/trial.js";

const MANY = 10_000;
const RECEIVERS = 5;

const { subject } = startAsChild() as { readonly subject: Subject };
const handlers = Array.from({ length: MANY }, () => (): void => {});
const receivers = Array.from({ length: RECEIVERS + 1 }, () => createEmptyReceiver(subject));
const fill = (receiver: Receiver | undefined): void => {
  for (const handler of handlers) receiver?.on("push", handler);
};
fill(receivers[RECEIVERS]); // compiles what is needed
const before = await readHeap();
for (let index = 0; index < RECEIVERS; index += 1) fill(receivers[index]);
const bytes = (await readHeap()) - before;
for (const receiver of receivers) receiver.on("push", ignore); // so that none is collected before
process.send?.(bytes / (MANY * RECEIVERS), () => process.disconnect());
