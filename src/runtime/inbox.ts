/** The inbox: deliveries are stored before they are answered, and handled afterwards. */
export { InboxError } from "../inbox/errors.js";
export type { InboxErrorCode } from "../inbox/errors.js";
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
export type {
  AttemptError,
  DeliveryState,
  DeliverySummary,
  InboxStats,
  InboxStore,
  StoredDelivery,
} from "../inbox/store.js";
