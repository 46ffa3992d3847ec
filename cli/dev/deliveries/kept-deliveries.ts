/** The deliveries that the page keeps: one by its key, and those of a filter, compared with a schema folder. */
import type { MemorySource } from "../../../src/inspector/sources/memory-source.js";
import type {
  InspectedDelivery,
  InspectedReconciliation,
  InspectorFilter,
} from "../../../src/inspector/types.js";
import { reconcileWith } from "../../service/payload-checker.js";

/** The most deliveries that are compared with the schema at once. */
const MAX_RECONCILED = 2_000;

/** Compares kept deliveries with a schema folder, as `typewire reconcile` does. Refused ones may be forged. */
export async function reconcileDeliveries(
  source: MemorySource,
  folder: string,
  filter: InspectorFilter,
): Promise<InspectedReconciliation> {
  const rows = await source.list({ ...filter, limit: MAX_RECONCILED });
  const verified = rows.filter(({ outcome }) => outcome !== "refused");
  const deliveries = await Promise.all(verified.map(({ key }) => findDelivery(source, key)));
  return reconcileWith(
    folder,
    deliveries.map(({ event, action, body = new Uint8Array(), payload }) => ({
      event,
      action,
      payload: payload ?? (JSON.parse(new TextDecoder().decode(body)) as unknown),
    })),
  );
}

/** Finds a delivery of the page. Rejects if it is not kept any more. */
export async function findDelivery(source: MemorySource, key: string): Promise<InspectedDelivery> {
  const delivery = await source.get(key);
  if (delivery !== undefined) return delivery;
  throw new Error("The delivery is not kept any more.");
}
