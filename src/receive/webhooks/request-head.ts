/** The head of a request, before its body is read: its URL, and the headers of its delivery, or the first fault in them. */
import { isOfBody } from "../signatures/plan/plan.js";
import { matchSignature } from "../signatures/scheme.js";
import type { HeaderSource, SignatureScheme } from "../signatures/types.js";
import type { FieldSource, WebhookCatalog } from "../../catalog/webhooks.js";
import { headerOf, isInHeader } from "./delivery.js";
import type {
  DeliveryHead,
  DeliveryReader,
  HeadFault,
  RefusedHead,
  RequestView,
} from "./reader.js";
import type { WebhookErrorCode } from "./webhook-error.js";

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
  const match = matchSignature(scheme, signature);
  const signatureFault = typeof match === "string" && !takesUnsigned ? match : undefined;
  const fault =
    findNameFault(eventHeader, name, isReserved) ??
    findIdFault(catalog.delivery, id) ??
    (signatureFault && findSignatureFault(scheme, signature, signatureFault));
  if (fault !== undefined) return { kind: "fault", fault };
  return { kind: "delivery", id, name, signature, isMalformed: signatureFault !== undefined };
}

function findNameFault(
  header: string,
  name: string,
  isReserved: HeadRules["isReserved"],
): HeadFault | undefined {
  const fault = findHeaderFault(header, name);
  if (fault !== undefined || !isReserved(name)) return fault;
  return { code: "INVALID_EVENT_NAME", subject: header, name };
}

function findIdFault(source: FieldSource | undefined, id: string): HeadFault | undefined {
  if (!source || !isInHeader(source)) return undefined;
  const isOptional = Object.hasOwn(source, "optional") && source.optional;
  return isOptional && id === "" ? undefined : findHeaderFault(source.header, id);
}

/**
 * Finds the fault of a signature header. A list of signatures may hold commas. It is refused with its body, which
 * {@link DeliveryHead.isMalformed} says.
 */
function findSignatureFault(
  scheme: SignatureScheme,
  signature: string,
  code: WebhookErrorCode,
): HeadFault | undefined {
  const isList = signature !== "" && !isOfBody(scheme);
  return isList ? undefined : findHeaderFault(scheme.header, signature, code);
}

/**
 * Finds a missing or repeated header; none if the service has no such header. Neither a name, an id nor a single
 * signature has a comma, so a comma means repetition.
 */
function findHeaderFault(
  header: string,
  value: string,
  missing: WebhookErrorCode = "HEADER_MISSING",
): HeadFault | undefined {
  if (header === "") return undefined;
  if (value === "") return { code: missing, subject: header };
  return value.includes(",") ? { code: "HEADER_REPEATED", subject: header } : undefined;
}

/** Reads the URL of a request as the client sent it, with the query and the scheme of the connection. */
export function readRequestUrl(view: RequestView): string {
  const { url = "", originalUrl = url, socket }: RequestParts = view.request;
  const sent = String(originalUrl);
  if (!sent.startsWith("/")) return sent;
  const host = view.get("host") ?? view.get(":authority") ?? "";
  return `http${socket?.encrypted ? "s" : ""}://${host}${sent}`;
}

// ---- Types

/** Parts of a receiver that a head is read by. */
interface HeadRules {
  readonly catalog: WebhookCatalog;
  readonly reader: DeliveryReader;
  readonly isReserved: (name: string) => boolean;
}

/** URL in requests of Node and of frameworks, in parts. A web-standard request has the whole URL. */
interface RequestParts {
  readonly url?: string;
  readonly originalUrl?: unknown;
  readonly socket?: { readonly encrypted?: boolean };
}
