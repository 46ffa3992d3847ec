// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** The inbox: deliveries are stored before they are answered, and handled afterwards. */
export type {
  CatchUpClient,
  CatchUpOptions,
  CatchUpReport,
  CatchUpSource,
} from "../inbox/catch-up/types.js";
export { createInbox } from "../inbox/inbox.js";
export { openMemoryStore } from "../inbox/memory/memory-store.js";
export {
  createNodeMetrics,
  createWebMetrics,
  type MetricsOptions,
} from "../inbox/observe/metrics-http.js";
export { moveDeliveries } from "../inbox/move.js";
export {
  InboxError,
  type AttemptError,
  type Backlog,
  type DeliveryState,
  type DeliverySummary,
  type InboxErrorCode,
  type InboxStats,
  type InboxStore,
  type StoredDelivery,
} from "../inbox/store.js";
export type {
  CatchUpRunOptions,
  Inbox,
  InboxFact,
  InboxFilter,
  InboxOptions,
  OrderedEvent,
  RetryOptions,
} from "../inbox/types.js";
