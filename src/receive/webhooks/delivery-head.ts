/** Reads what a request tells before its body: the name, the id and the signature of a delivery, and its URL. */
import type { FieldSource, WebhookCatalog } from "../../catalog/webhooks.js";
import { isOfBody } from "../signatures/plan/plan.js";
import { matchSignature } from "../signatures/scheme.js";
import type { HeaderSource, SignatureScheme } from "../signatures/types.js";
import { headerOf } from "./field-source.js";
import type {
  DeliveryHead,
  DeliveryReader,
  RefusedRequest,
  RequestFault,
  RequestView,
} from "./reader.js";
import type { HttpErrorCode } from "./webhook-error.js";

/**
 * Reads the name, the id and the signature from the headers, or returns the first fault. A name or an id
 * that the service sends in the body needs no header.
 * @param id Value of the id's header.
 */
export function readSignedHead(
  headers: HeaderSource,
  { catalog, reader, isReserved }: HeadRules,
  id: string,
): DeliveryHead | RefusedRequest {
  const { scheme, takesUnsigned } = reader;
  const eventHeader = headerOf(catalog.event);
  const name = headers.get(eventHeader) ?? "";
  const signature = headers.get(scheme.header) ?? "";
  const match = matchSignature(scheme, signature);
  const signatureFault = takesUnsigned || typeof match !== "string" ? undefined : match;
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
): RequestFault | undefined {
  const fault = findHeaderFault(header, name);
  if (fault !== undefined || !isReserved(name)) return fault;
  return { code: "INVALID_EVENT_NAME", subject: header, name };
}

function findIdFault(source: FieldSource | undefined, id: string): RequestFault | undefined {
  const { optional } = { optional: false, ...source }; // inherited keys do not count
  return optional && id === "" ? undefined : findHeaderFault(headerOf(source), id);
}

/**
 * Finds the fault of a signature header. A list of signatures may hold commas. It is refused with its body, which
 * {@link DeliveryHead.isMalformed} says.
 */
function findSignatureFault(
  scheme: SignatureScheme,
  signature: string,
  code: HttpErrorCode,
): RequestFault | undefined {
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
  missing: HttpErrorCode = "HEADER_MISSING",
): RequestFault | undefined {
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
