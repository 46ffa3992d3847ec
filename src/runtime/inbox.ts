/** The inbox: deliveries are stored before they are answered, and handled afterwards. */
export { InboxError } from "../inbox/errors.js";
export type { InboxErrorCode } from "../inbox/errors.js";
export type { InboxFilter } from "../inbox/filter.js";
export { createInbox } from "../inbox/inbox.js";
export type { Inbox } from "../inbox/inbox.js";
export { openMemoryStore } from "../inbox/memory-store.js";
export { moveDeliveries } from "../inbox/move.js";
export type { InboxOptions, OrderedEvent } from "../inbox/options.js";
export type { RetryOptions } from "../inbox/retries.js";
export type {
  AttemptError,
  DeliveryState,
  DeliverySummary,
  InboxStats,
  InboxStore,
  StoredDelivery,
} from "../inbox/store.js";
