/** The internal seam between a toolkit and an inbox, which middleware and tests reach by a symbol. */
import type { InboxOptions } from "../../src/inbox/types.js";
import { RECEIVER, type DeliveryReceiver } from "../../src/receive/webhooks/receiver.js";

/** The receiver of a toolkit or an inbox, whose types do not show it. */
export function receiverOf(webhooks: object): DeliveryReceiver {
  return (webhooks as { readonly [RECEIVER]: () => DeliveryReceiver })[RECEIVER]();
}

/** A stand-in for a toolkit that has its receiver with some parts replaced. */
export function changeReceiver(
  webhooks: object,
  change: (receiver: DeliveryReceiver) => Partial<DeliveryReceiver>,
): InboxOptions["webhooks"] {
  const receiver = receiverOf(webhooks);
  const changed = { [RECEIVER]: () => ({ ...receiver, ...change(receiver) }) };
  return changed as never; // an inbox uses nothing else of a toolkit
}
