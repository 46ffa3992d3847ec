/** Time of short calls of `Webhooks`, beside the peer. */
import { Buffer } from "node:buffer";
import { verify as verifyOctokit } from "@octokit/webhooks-methods";
import { Webhooks } from "typewire/webhooks";
import type { Suite } from "../harness/measure.js";
import { type Job, timeJobs } from "../harness/time-jobs.js";
import { recordings, secret, sign, type Recording } from "../sustained/deliveries.js";
import { verifyByHand } from "../sustained/by-hand.js";

/** Short jobs. The sustained jobs judge `receive` and `verifyAndReceive` with handlers. */
export const webhooksSuite: Suite = (conditions) =>
  timeJobs([...Object.entries(SIZES).map(verifyBytes), deliverToNone()], conditions);

const SIZES = { "1 KB": 1_000, "10 KB": 10_000, "100 KB": 100_000, "1 MB": 1_000_000 };

function verifyBytes([name, size]: readonly [name: string, size: number]): Job {
  const webhooks = new Webhooks({ secret });
  const text = JSON.stringify({ object: "event", text: "x".repeat(size - 28) });
  const payload = Buffer.from(text);
  const signature = sign(payload);
  return {
    name: `verify ${name}`,
    ours: () => webhooks.verify(payload, signature),
    limit: () => verifyByHand(secret, payload, signature),
    peers: { "@octokit/webhooks-methods, async": () => verifyOctokit(secret, text, signature) },
    atMost: 1.05, // as fast as code by hand, with room for the noise of a median
  };
}

/** A job without handlers, for which typewire parses nothing. The code by hand parses. */
function deliverToNone(): Job {
  const webhooks = new Webhooks({ secret }) as unknown as {
    verifyAndReceive(delivery: Recording): Promise<void>; // of any event
  };
  // The remainder is an index.
  const recordingOf = (turn: number) => recordings[turn % recordings.length] as Recording;
  return {
    name: "verifyAndReceive, no handler",
    isAsync: true,
    ours: (turn) => webhooks.verifyAndReceive(recordingOf(turn)),
    limit: async (turn) => {
      const { payload, signature } = recordingOf(turn);
      if (!verifyByHand(secret, payload, signature)) throw new Error("A recording is not signed.");
      return Promise.resolve(JSON.parse(Buffer.from(payload).toString()) as unknown);
    },
    check: () => undefined,
    atMost: 0.5,
  };
}
