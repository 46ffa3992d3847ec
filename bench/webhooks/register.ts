import { Webhooks as OctokitWebhooks } from "@octokit/webhooks";
import { emitterEventNames, validateEventName, Webhooks } from "typewire/webhooks";
import type { Job } from "../harness/job.js";
import { secret } from "./recordings.js";

const known = new Set<string>(emitterEventNames);

const handler = (): void => undefined;

/** The limit registers one by one in arrays of a `Map`; a ratio that grows is not linear. */
export const registerJobs: readonly Job[] = [
  ...[10, 100, 1000, 10_000].map(registerAndRemove),
  {
    name: "validateEventName, against Set.has",
    ours: (turn) => validateEventName(nameOf(turn)),
    limit: (turn) => {
      if (!known.has(nameOf(turn))) throw new TypeError("unknown");
    },
    atMost: 1.5,
  },
];

function registerAndRemove(count: number): Job {
  const handlers = Array.from({ length: count }, () => () => handler());
  return {
    name: `register and remove ${count.toLocaleString("en-US")} handlers`,
    ours: () => {
      const webhooks = new Webhooks({ secret });
      for (const each of handlers) webhooks.on("push", each);
      for (const each of handlers) webhooks.removeListener("push", each);
    },
    limit: () => {
      const map = new Map<string, Set<() => void>>([["push", new Set()]]);
      for (const each of handlers) map.get("push")?.add(each);
      for (const each of handlers) map.get("push")?.delete(each);
    },
    peers: count > 1000 ? {} : { "@octokit/webhooks": () => registerWithOctokit(handlers) },
  };
}

function registerWithOctokit(handlers: readonly (() => void)[]): void {
  const webhooks = new OctokitWebhooks({ secret });
  for (const each of handlers) webhooks.on("push", each);
  for (const each of handlers) webhooks.removeListener("push", each);
}

function nameOf(turn: number): string {
  return emitterEventNames[turn % emitterEventNames.length] ?? "";
}
