/** Deliveries that are sent without a pause, and their order. */
import { setTimeout as sleep } from "node:timers/promises";
import { sendEvent } from "./send.js";

/** Sends deliveries to a channel without a pause, each once, by four senders, while `work` runs. */
export async function sendWhile(url: string, work: () => Promise<void>): Promise<SendResult> {
  const answered: string[] = [];
  let sent = 0;
  let isDone = false;
  const sender = async (name: string): Promise<void> => {
    for (let count = 0; !isDone; count++) {
      const id = `${name}-${count}`;
      sent++;
      const answer = await sendEvent(url, id).catch(() => undefined);
      if (answer?.status === 202) answered.push(id);
      else await sleep(5); // the relay is down
    }
  };
  const senders = ["a", "b", "c", "d"].map(sender);
  try {
    await work();
  } finally {
    isDone = true;
    await Promise.all(senders);
  }
  return { answered, sent };
}

/** Tells if the deliveries of each sender of {@link sendWhile} are in the order in which it sent them. */
export function areInOrder(ids: readonly string[]): boolean {
  const last = new Map<string, number>();
  return ids.every((id) => {
    const [sender = "", count = ""] = id.split("-");
    const isLater = Number(count) > (last.get(sender) ?? -1);
    last.set(sender, Number(count));
    return isLater;
  });
}

export interface SendResult {
  /** Ids of deliveries that were answered with 202. */
  readonly answered: readonly string[];
  /** Number of deliveries that were sent. */
  readonly sent: number;
}
