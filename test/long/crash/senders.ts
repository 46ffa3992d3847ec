/** Services that send deliveries until each has been answered. */
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { createDelivery, PATH, type CrashDelivery } from "./setup.js";

export interface SentCounts {
  /** The ids that were answered with 202. */
  readonly answered: Set<string>;
  /** Requests without that answer; each delivery is sent again until it has one. */
  refused: number;
  /** Deliveries that were sent twice at once. */
  repeated: number;
}

export interface Senders {
  readonly counts: SentCounts;
  /** Cuts all connections. What was under way is sent again. */
  cut(): void;
  /** Ends when all that was sent is answered. */
  stop(): Promise<void>;
}

/**
 * Sends deliveries over some connections as a service does: again, until there is a 202. One half of
 * a connection's deliveries are a line, and every seventh is sent twice at the same time.
 * @param findPort a server that runs now.
 * @param extra sent once, beside all others.
 */
export function startSenders(
  findPort: () => number | undefined,
  connectionCount: number,
  extra: readonly CrashDelivery[] = [],
): Senders {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * connectionCount });
  const counts: SentCounts = { answered: new Set(), refused: 0, repeated: 0 };
  let isStopped = false;

  const send = async (delivery: CrashDelivery): Promise<void> => {
    for (;;) {
      const port = findPort();
      if (port !== undefined) {
        if ((await post(agent, port, delivery)) === 202) break;
        counts.refused++;
      }
      await delay(10);
    }
    counts.answered.add(delivery.id);
  };
  const connect = async (connection: number): Promise<void> => {
    for (let number = 0; !isStopped; number++) {
      const line = number % 2 === 0 ? `line-${connection}` : undefined;
      const delivery = createDelivery(line, `${line ?? `single-${connection}`}-${number}`);
      const isRepeated = number % 7 === 0;
      if (isRepeated) counts.repeated++;
      await Promise.all(isRepeated ? [send(delivery), send(delivery)] : [send(delivery)]);
    }
  };
  const extras = extra.map(send);
  const connections = Array.from({ length: connectionCount }, (_, index) => connect(index));
  return {
    counts,
    cut: () => agent.destroy(),
    stop: async () => {
      isStopped = true;
      await Promise.all([...extras, ...connections]);
      agent.destroy();
    },
  };
}

/** The status of the answer, or 0 when there is none. */
function post(agent: Agent, port: number, { body, headers }: CrashDelivery): Promise<number> {
  return new Promise((resolve) => {
    const options = { agent, host: "127.0.0.1", port, path: PATH, method: "POST", headers };
    request(options, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
      response.once("error", () => resolve(0));
    })
      .once("error", () => resolve(0))
      .end(body);
  });
}
