/** Deliveries as `dev` gets and shows them: from the port, from a relay, or from the page. */
import type { FieldSource, WebhookCatalog } from "../../../src/catalog/webhooks.js";
import { findHeader } from "../../../src/http/request.js";
import { parseJson } from "../../../src/inspector/sources/payload.js";
import type { WebhookParts } from "../../../src/receive/webhooks/service.js";
import { isInHeader, readPayloadField } from "../../../src/receive/webhooks/field-source.js";
import { readAction } from "../../service/event-printer.js";

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request from the port, from a relay, or from the page. */
export interface RawDelivery {
  readonly method: string;
  /** The address that the service sent to, which some services sign. */
  readonly url: string;
  /** Headers in the order of the request, with repeated ones. */
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** True for a delivery from a relay, which does not send it again. */
  readonly isRelayed?: boolean;
}

/** Facts that a delivery states about itself. None of them is verified. */
export interface DeliveryFacts {
  readonly id: string;
  readonly event: string;
  readonly action: string | undefined;
  readonly payload: unknown;
}

export function readFacts(
  { headers, body }: RawDelivery,
  catalog: WebhookCatalog,
  parts: WebhookParts,
): DeliveryFacts {
  const raw = headers.flat();
  const payload = parts.body === undefined ? parseJson(body) : parts.body.parse(body);
  const read = (source: FieldSource | undefined): string => {
    if (source === undefined) return "";
    if (isInHeader(source)) return findHeader(raw, source.header.toLowerCase()) ?? "";
    return readPayloadField(payload, source);
  };
  // Standard Webhooks sign an id, also for a service without a field for it.
  const { id: signedId } = parts.scheme;
  const id = read(catalog.delivery) || (signedId && findHeader(raw, signedId)) || "";
  return { id, event: read(catalog.event), action: readAction(payload, catalog.action), payload };
}

/** Headers as a record, for verifiers. */
export function toRecord(headers: HeaderList): Readonly<Record<string, string>> {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const raw = headers.flat();
  return Object.fromEntries([...names].map((name) => [name, findHeader(raw, name) ?? ""]));
}
