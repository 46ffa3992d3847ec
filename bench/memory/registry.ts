/** What registered handlers cost one subject, in a process of its own. */
import { setTimeout as delay } from "node:timers/promises";
import { boundLifetime } from "../sustained/lifetime.js";
import { createEmptyReceiver, ignore, type Receiver } from "../sustained/receivers.js";
import type { Subject } from "../sustained/trial.js";

export interface RegistryCost {
  /** Nanoseconds of each of the first ten calls of `on`, for one event and for ten names. */
  readonly oneEvent: number;
  readonly tenNames: number;
  /** Bytes that each handler takes beyond itself, of 10,000 for one event. */
  readonly bytes: number;
}

const tenTimesPush = Array.from({ length: 10 }, () => "push");

/** Spread over the events; some are of the same one. */
// prettier-ignore
const tenNames = [
  "issues.opened", "issues.closed", "pull_request.opened", "push", "release.published",
  "issue_comment.created", "check_run.completed", "workflow_run.requested", "star", "fork",
];

const MANY = 10_000;
const MANY_RECEIVERS = 5;

/** Enough for the compiler, then for the clock. */
const WARM_UP_ROUNDS = 20;
const ROUNDS = 60;
const RECEIVERS = 500;

const { subject } = JSON.parse(process.argv[2] ?? "") as { readonly subject: Subject };
boundLifetime(120);

const cost: RegistryCost = {
  bytes: await measureBytes(),
  oneEvent: measureTime(tenTimesPush),
  tenNames: measureTime(tenNames),
};
process.send?.(cost, () => process.disconnect());

/** The receivers exist before the clock starts: what is timed is `on` alone. */
function measureTime(names: readonly string[]): number {
  const handlers = names.map(() => (): void => {});
  let milliseconds = 0;
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const receivers = Array.from({ length: RECEIVERS }, () => createEmptyReceiver(subject));
    const start = performance.now();
    for (const receiver of receivers) register(receiver, names, handlers);
    if (round >= 0) milliseconds += performance.now() - start;
  }
  return (milliseconds * 1e6) / (ROUNDS * RECEIVERS * names.length);
}

function register(
  receiver: Receiver,
  names: readonly string[],
  handlers: readonly (() => void)[],
): void {
  for (const [index, name] of names.entries()) receiver.on(name, handlers[index] ?? ignore);
}

/** Over several receivers, after one more that compiles what is needed. */
async function measureBytes(): Promise<number> {
  const handlers = Array.from({ length: MANY }, () => (): void => {});
  const receivers = Array.from({ length: MANY_RECEIVERS + 1 }, () => createEmptyReceiver(subject));
  const fill = (receiver: Receiver | undefined): void => {
    for (const handler of handlers) receiver?.on("push", handler);
  };
  fill(receivers[MANY_RECEIVERS]);
  const before = await readHeap();
  for (let index = 0; index < MANY_RECEIVERS; index += 1) fill(receivers[index]);
  const bytes = (await readHeap()) - before;
  // Used once more, so that none is collected before.
  for (const receiver of receivers) receiver.on("push", ignore);
  return bytes / (MANY * MANY_RECEIVERS);
}

async function readHeap(): Promise<number> {
  for (let count = 0; count < 4; count += 1) {
    globalThis.gc?.();
    await delay(10);
  }
  return process.memoryUsage().heapUsed;
}
