import { Webhooks as OctokitWebhooks } from "@octokit/webhooks";
import { Webhooks } from "typewire/webhooks";
import { anyEvent } from "../../src/runtime/webhooks.js";
import type { Job, Run } from "../harness/job.js";
import { HandWrittenReceiver } from "./by-hand.js";
import { secret } from "./recordings.js";

const event = { id: "1", name: "issues", payload: { action: "opened", count: 1 } };

/** What handlers cost is judged by the sustained benchmarks: these end before a collection. */
export const receiveJobs: readonly Job[] = [
  receiveBy("1 sync handler", 1, createSyncCounter),
  receiveBy("1 async handler", 1, createAsyncCounter),
  receiveBy("10 async handlers", 10, createAsyncCounter),
  receiveBy("100 async handlers", 100, createAsyncCounter),
  receiveBesideOthers(),
];

interface Dispatcher {
  on(name: "issues.opened", handler: () => unknown): unknown;
  receive(event: unknown): Promise<void>;
}

/** A handler and how often it has run, which is all that shows of a `receive`. */
interface Counter {
  readonly handler: () => unknown;
  runs: number;
}

function createSyncCounter(): Counter {
  const counter = {
    runs: 0,
    handler: () => {
      counter.runs += 1;
    },
  };
  return counter;
}

function createAsyncCounter(): Counter {
  const counter = {
    runs: 0,
    handler: () => {
      counter.runs += 1;
      return Promise.resolve();
    },
  };
  return counter;
}

function receiveBy(kind: string, count: number, createCounter: () => Counter): Job {
  const counter = createCounter();
  const octokit = new OctokitWebhooks({ secret }) as unknown as Dispatcher; // it types each event
  return {
    name: `receive, ${kind}`,
    isAsync: true,
    ours: runOn(new Webhooks({ secret }), count, counter),
    limit: runOn(new HandWrittenReceiver(secret), count, counter), // it is given this event alone
    peers: { "@octokit/webhooks": runOn(octokit, count, counter) },
    check: () => checkRuns(counter, count),
  };
}

/** Handlers of other events beside the one that runs: the limit is the same without them. */
function receiveBesideOthers(): Job {
  const counter = createSyncCounter();
  const crowded = new Webhooks({ secret, log: {} });
  for (let index = 0; index < 1000; index += 1)
    crowded.on(anyEvent(`other_${index}`), counter.handler);
  return {
    name: "receive, 1,000 handlers on other events, against none",
    isAsync: true,
    ours: runOn(crowded, 1, counter),
    limit: runOn(new Webhooks({ secret }), 1, counter),
    check: () => checkRuns(counter, 1),
    atMost: 1.25,
  };
}

function runOn(dispatcher: Dispatcher, count: number, { handler }: Counter): Run {
  for (let index = 0; index < count; index += 1) dispatcher.on("issues.opened", () => handler());
  return () => dispatcher.receive(event);
}

/** The limit runs once more before its result is checked. */
function checkRuns(counter: Counter, count: number): void {
  const { runs } = counter;
  counter.runs = 0;
  if (runs === 0 || runs % count !== 0) throw new Error(`Of ${count} handlers, ${runs} have run.`);
}
