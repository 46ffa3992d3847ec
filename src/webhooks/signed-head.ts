/** Headers of a delivery, whatever brings it: a request to a middleware, or the caller of `unwrap`. */
import { findHeaderFault, isHeaderScheme, matchSignature } from "../signatures/scheme.js";
import type { HeaderSource, TextScheme } from "../signatures/types.js";
import type { DeliveryReceiver } from "./receiver.js";
import { headerOf, type HeaderMatch, type RequestFault } from "./service.js";
import type { HttpErrorCode } from "./webhook-error.js";

/** Headers of a delivery. A value that is sent in the body is the empty string. */
export interface DeliveryHead {
  readonly id: string;
  readonly name: string;
  /** The signature header, matched once for the whole delivery. */
  readonly match: HeaderMatch;
  /** True for a malformed signature, whose delivery is refused with any body. */
  readonly isMalformed: boolean;
}

/**
 * Reads the name, the id and the signature, or names the fault of the first wrong one. No header is
 * expected for a name or an id that the service sends in the body.
 * @param id the value of its header.
 */
export function readSignedHead(
  headers: HeaderSource,
  { catalog, reader, isReserved }: Pick<DeliveryReceiver, "catalog" | "reader" | "isReserved">,
  id: string,
): DeliveryHead | RequestFault {
  const { scheme, takesUnsigned } = reader;
  const event = headerOf(catalog.event);
  const name = headers.get(event) ?? "";
  const signature = headers.get(scheme.header) ?? "";
  const found = matchSignature(scheme, signature);
  const signatureFault = takesUnsigned ? undefined : findHeaderFault(found);
  const reserved: RequestFault = { code: "INVALID_EVENT_NAME", at: event, name };
  const fault =
    findFault(event, name) ??
    (isReserved(name) ? reserved : findFault(headerOf(catalog.delivery), id)) ??
    (signatureFault && findSignatureFault(scheme, signature, signatureFault));
  return (
    fault ?? {
      id,
      name,
      match: { text: signature, found },
      isMalformed: signatureFault !== undefined,
    }
  );
}

/** A list of signatures may hold a comma, so it tells nothing about a repeated header. */
function findSignatureFault(
  scheme: TextScheme,
  text: string,
  code: HttpErrorCode,
): RequestFault | undefined {
  return text === "" || !isHeaderScheme(scheme) ? findFault(scheme.header, text, code) : undefined;
}

/** Finds a missing or repeated header. A comma means that it was repeated: no event name or id has one. */
function findFault(
  at: string,
  value: string,
  missing: HttpErrorCode = "HEADER_MISSING",
): RequestFault | undefined {
  if (at === "") return undefined;
  if (value === "") return { code: missing, at };
  return value.includes(",") ? { code: "HEADER_REPEATED", at } : undefined;
}
