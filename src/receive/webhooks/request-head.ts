/**
 * Reads the headers of a delivery before its body is read. A missing or repeated header is refused, and so is a name
 * that no event can have. A malformed signature is only noted: it is refused once the body was read.
 */
import { isOfBody } from "../signatures/plan/plan.js";
import { findFormFault } from "../signatures/scheme.js";
import type { FormFault, HeaderSource, SignatureScheme } from "../signatures/types.js";
import type { FieldSource, WebhookCatalog } from "../../catalog/webhooks.js";
import { headerOf, isInHeader } from "./field-source.js";
import type { DeliveryHead, DeliveryReader, HeadFault, RefusedHead } from "./reader.js";

/**
 * Reads the name, the id and the signature from the headers, or returns the first fault. A name or an id
 * that the service sends in the body needs no header.
 * @param id Value of the id's header.
 */
export function readSignedHead(
  headers: HeaderSource,
  { catalog, reader, isReserved }: HeadRules,
  id: string,
): DeliveryHead | RefusedHead {
  const { scheme, takesUnsigned } = reader;
  const eventHeader = headerOf(catalog.event);
  const name = headers.get(eventHeader) ?? "";
  const signature = headers.get(scheme.header) ?? "";
  const formFault = takesUnsigned ? undefined : findFormFault(scheme, signature);
  const fault =
    findNameFault(eventHeader, name, isReserved) ??
    findIdFault(catalog.delivery, id) ??
    findSignatureFault(scheme, signature, formFault);
  if (fault !== undefined) return { kind: "fault", fault };
  return { kind: "delivery", id, name, signature, isMalformed: formFault !== undefined };
}

function findNameFault(
  header: string,
  name: string,
  isReserved: HeadRules["isReserved"],
): HeadFault | undefined {
  const fault = findPlainFault(header, name);
  if (fault !== undefined || !isReserved(name)) return fault;
  return { code: "INVALID_EVENT_NAME", subject: header, name };
}

function findIdFault(source: FieldSource | undefined, id: string): HeadFault | undefined {
  if (!source || !isInHeader(source)) return undefined;
  const isOptional = Object.hasOwn(source, "optional") && source.optional;
  return isOptional && id === "" ? undefined : findPlainFault(source.header, id);
}

/**
 * Finds a missing or repeated signature header. A malformed signature is no fault of the head: {@link DeliveryHead}
 * says so by `isMalformed`.
 */
function findSignatureFault(
  scheme: SignatureScheme,
  signature: string,
  formFault: FormFault | undefined,
): HeadFault | undefined {
  if (formFault === undefined) return undefined;
  const subject = scheme.header;
  if (formFault === "SIGNATURE_MISSING") return { code: formFault, subject };
  // The header has one signature if the body alone is signed. Otherwise, it may list several, with commas.
  return isOfBody(scheme) ? findRepetition(subject, signature) : undefined;
}

/** Finds a missing or repeated header; none if the service has no such header. */
function findPlainFault(header: string, value: string): HeadFault | undefined {
  if (header === "") return undefined;
  return value === "" ? { code: "HEADER_MISSING", subject: header } : findRepetition(header, value);
}

/** Neither a name, an id nor a single signature has a comma, and repeated headers are joined by one. */
function findRepetition(header: string, value: string): HeadFault | undefined {
  return value.includes(",") ? { code: "HEADER_REPEATED", subject: header } : undefined;
}

// ---- Types

/** Parts of a receiver that a head is read by. */
interface HeadRules {
  readonly catalog: WebhookCatalog;
  readonly reader: DeliveryReader;
  readonly isReserved: (name: string) => boolean;
}
