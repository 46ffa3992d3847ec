/** The inbox: deliveries are stored before they are answered, and handled afterwards. */
export { createInbox } from "../inbox/inbox.js";
export { openMemoryStore } from "../inbox/memory-store.js";
export { moveDeliveries } from "../inbox/move.js";
export type {
  Inbox,
  InboxFilter,
  InboxOptions,
  OrderedEvent,
  RetryOptions,
} from "../inbox/types.js";
export { InboxError } from "../inbox/store.js";
export type {
  AttemptError,
  DeliveryState,
  DeliverySummary,
  InboxErrorCode,
  InboxStats,
  InboxStore,
  StoredDelivery,
} from "../inbox/store.js";
