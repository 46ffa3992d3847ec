// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** The inbox: deliveries are stored before they are answered, and handled afterwards. */
export { createInbox } from "../inbox/inbox.js";
export { openMemoryStore } from "../inbox/memory-store.js";
export { moveDeliveries } from "../inbox/move.js";
export {
  InboxError,
  type AttemptError,
  type DeliveryState,
  type DeliverySummary,
  type InboxErrorCode,
  type InboxStats,
  type InboxStore,
  type StoredDelivery,
} from "../inbox/store.js";
export type {
  Inbox,
  InboxFilter,
  InboxOptions,
  OrderedEvent,
  RetryOptions,
} from "../inbox/types.js";
