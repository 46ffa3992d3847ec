/** The inspector: a page that shows deliveries, and what became of them. */
export type { Authorize, Connection } from "./access.js";
export { describePayload } from "./describe.js";
export type { DescribedSchema, DescribePayloadOptions } from "./describe.js";
export { createInboxSource } from "./sources/inbox-source.js";
export type { InboxSourceOptions, InspectableInbox } from "./sources/inbox-source.js";
export { createInspector } from "./inspector.js";
export type { Inspector } from "./inspector.js";
export type { InspectorOptions } from "./options.js";
export { createMemorySource } from "./sources/memory-source.js";
export type { MemorySource, MemorySourceOptions, NewDelivery } from "./sources/memory-source.js";
export { createNodeInspector } from "./node.js";
export { createRelaySource } from "./sources/relay-source.js";
export type {
  DeliveryNames,
  DeliveryToName,
  InspectableRelay,
  RelaySourceOptions,
} from "./sources/relay-source.js";
export type {
  InspectorRequest,
  InspectorResponse,
  NodeInspector,
  NodeInspectorOptions,
} from "./node.js";
export type {
  DeliveryTarget,
  DeliveryToSend,
  DescribedType,
  DescribeEvent,
  Deviation,
  InspectedAnswer,
  InspectedAttempt,
  InspectedDelivery,
  InspectedError,
  InspectedHandler,
  InspectedReconciliation,
  InspectedSummary,
  InspectorChange,
  InspectorFilter,
  InspectorOutcome,
  InspectorSource,
  PayloadDescription,
  SendResult,
  SignatureFinding,
} from "./types.js";
