/** Deliveries of two kilobytes that an inbox verifies and stores. */
import { randomUUID } from "node:crypto";
import type { Inbox } from "../../src/inbox/types.js";
import { sign } from "../sustained/deliveries.js";

/** Number of producers, each of which waits for one delivery at a time. */
export const PRODUCERS = 64;

/** Hands a signed delivery to an inbox, and resolves to its id once it is stored. */
export async function deliver(inbox: Inbox): Promise<string> {
  const id = randomUUID();
  const payload = JSON.stringify({ id, zen: "x".repeat(2_000) });
  const signature = sign(payload);
  await inbox.verifyAndReceive({ id, name: "ping", payload, signature } as never);
  return id;
}
