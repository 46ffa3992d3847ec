import { Buffer } from "node:buffer";
import { Webhooks as OctokitWebhooks } from "@octokit/webhooks";
import { Webhooks } from "typewire/webhooks";
import type { Job, Run } from "../harness/job.js";
import { verifyByHand } from "./by-hand.js";
import { recordings, secret, type Recording } from "./recordings.js";

interface Receiver {
  verifyAndReceive(delivery: unknown): Promise<void>;
}

let seen: unknown;

function remember({ payload }: { payload: unknown }): void {
  seen = payload;
}

const heard = new Webhooks({ secret });
const octokit = new OctokitWebhooks({ secret });
heard.onAny(remember);
octokit.onAny(remember);

/**
 * One turn is one delivery; over the turns all are delivered. The sustained benchmarks judge them
 * with asynchronous handlers and collections.
 */
export const deliverJobs: readonly Job[] = [
  {
    name: `verifyAndReceive, ${recordings.length} recorded deliveries`,
    isAsync: true,
    ours: deliverTo(heard), // any of the events
    limit: deliverByHand,
    peers: { "@octokit/webhooks": deliverToOctokit() },
  },
  {
    name: "verifyAndReceive, nobody listens",
    isAsync: true,
    ours: deliverTo(new Webhooks({ secret })),
    limit: deliverByHand,
    check: () => undefined, // ours leaves out what the limit does
    atMost: 0.5,
  },
];

function deliverTo(receiver: Receiver): Run {
  return async (turn) => {
    await receiver.verifyAndReceive(recordingOf(turn));
    return seen;
  };
}

/** The peer takes text: it is made of the bytes, as its middleware does. */
function deliverToOctokit(): Run {
  return async (turn) => {
    const { payload, ...delivery } = recordingOf(turn);
    const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString();
    await octokit.verifyAndReceive({ ...delivery, payload: text });
    return seen;
  };
}

function deliverByHand(turn: number): Promise<unknown> {
  const { id, name, payload, signature } = recordingOf(turn);
  if (!verifyByHand(secret, payload, signature)) throw new Error("A recording is not signed.");
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString();
  const event = { id, name, payload: JSON.parse(text) as unknown };
  remember(event);
  return Promise.resolve(seen);
}

function recordingOf(turn: number): Recording {
  const recording = recordings[turn % recordings.length];
  if (recording === undefined) throw new Error("There are no recordings.");
  return recording;
}
