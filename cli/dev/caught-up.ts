/** Deliveries that the inbox of an entry has fetched because they never arrived, as `dev` shows them. */
import type { FieldSource, WebhookCatalog } from "../../src/catalog/webhooks.js";
import type { CatchUpReport } from "../../src/inbox/catch-up/types.js";
import type { StoredDelivery } from "../../src/inbox/store.js";
import { isInHeader } from "../../src/receive/webhooks/field-source.js";
import type { WebhooksInstance } from "../../src/receive/webhooks/receiver.js";
import { CommandError } from "../io/errors.js";
import type { RawDelivery } from "./deliveries/delivery.js";

/** True for an inbox of a version that can catch up, whether it is told how or not. */
export function canCatchUp(
  target: WebhooksInstance | undefined,
): target is WebhooksInstance & CatchUpInbox {
  return target !== undefined && "catchUp" in target && "read" in target;
}

/**
 * Fetches what never arrived, and returns it, the oldest first.
 * @param begun Begin of the run: an earlier run has shown what was fetched before.
 * @throws CommandError for an entry without an inbox that catches up.
 */
export async function catchUp(
  target: WebhooksInstance | undefined,
  since: string,
  begun: number,
): Promise<{ readonly report: CatchUpReport; readonly fetched: readonly StoredDelivery[] }> {
  if (!canCatchUp(target)) {
    throw new CommandError(
      "--since needs an entry that exports an inbox with `catchUp`: `typewire dev src/webhooks.ts --since 2h`.",
    );
  }
  const report = await target.catchUp(undefined, { since });
  const stored = await target.read({ since: begun });
  return { report, fetched: stored.filter(({ via }) => via === "catch-up").toReversed() };
}

/** Makes a request of a delivery that was fetched, with the headers that name it, and no signature. */
export function toRequest(
  { id, name, body }: StoredDelivery,
  { delivery, event }: WebhookCatalog,
  url: string,
): RawDelivery {
  const toHeaders = (source: FieldSource | undefined, value: string): [string, string][] =>
    source !== undefined && isInHeader(source) ? [[source.header.toLowerCase(), value]] : [];
  const headers = [...toHeaders(delivery, id), ...toHeaders(event, name)];
  return { method: "POST", url, headers, body };
}

/** Note on the page about such a delivery. */
export const FETCHED = "Fetched by a catch-up: it never arrived, and was not signed.";

/** The part of an inbox that catches up. */
interface CatchUpInbox {
  catchUp(client: undefined, options: { readonly since: string }): Promise<CatchUpReport>;
  read(filter: { readonly since: number }): Promise<readonly StoredDelivery[]>;
}
