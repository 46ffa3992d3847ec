/** Reads how deliveries are signed from the extensions of two generators, which OpenAPI itself cannot say. */
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import { planSignature } from "../../../src/receive/signatures/plan/plan.js";
import { isHeaderName } from "../../model/http.js";
import { isMap, itemsOf, type Json, type JsonMap, mapOf, textOf } from "../../model/json.js";
import type { Notes } from "../model/notes.js";

/** The extension that describes signatures, in the document or in a webhook. */
export const SIGNATURE_EXTENSION = "x-fern-webhook-signature";

/**
 * Reads the signature scheme of the document and its webhooks. Notes one that cannot be expressed.
 * @returns `undefined` without such a scheme.
 */
export function readSignatureExtension(
  root: JsonMap,
  posts: readonly JsonMap[],
  notes: Notes,
): SignatureDescription | undefined {
  const extensions = posts.map((post) => {
    const value = post[SIGNATURE_EXTENSION];
    return isMap(value) ? value : root[SIGNATURE_EXTENSION];
  });
  const [first, ...furtherExtensions] = extensions;
  if (!isMap(first)) return readSpeakeasyScheme(root, notes);
  const isSame = furtherExtensions.every(
    (other) => JSON.stringify(other) === JSON.stringify(first),
  );
  const scheme = isSame ? readSignatureScheme(first) : "webhooks have different ones";
  return noteReason(scheme, SIGNATURE_EXTENSION, notes);
}

/** Returns a scheme, or notes the reason that there is none. */
function noteReason(
  scheme: SignatureDescription | string,
  location: string,
  notes: Notes,
): SignatureDescription | undefined {
  if (typeof scheme !== "string") return scheme;
  notes.lose(`the signature scheme, because ${scheme}`, location);
  return undefined;
}

/** The scheme of `x-speakeasy-webhooks`: an HMAC of the body. */
function readSpeakeasyScheme(root: JsonMap, notes: Notes): SignatureDescription | undefined {
  const security = mapOf(root["x-speakeasy-webhooks"])["security"];
  if (!isMap(security)) return undefined;
  const { type, algorithm, headerName, name, signatureTextEncoding, encoding } = security;
  const textEncoding = ENCODINGS.find((each) => each === (signatureTextEncoding ?? encoding));
  const scheme =
    type === "signature" && algorithm === "hmac-sha256" && textEncoding !== undefined
      ? checkScheme({ header: textOf(headerName ?? name) ?? "", algorithm, encoding: textEncoding })
      : `${JSON.stringify({ type, algorithm, encoding: signatureTextEncoding ?? encoding })} is not supported`;
  return noteReason(scheme, "x-speakeasy-webhooks", notes);
}

/** Encodings of `x-speakeasy-webhooks` that `vendor.yaml` can express. */
const ENCODINGS = ["base64", "hex"] as const;

/** The scheme of `x-fern-webhook-signature`, or the reason that it cannot be expressed. */
function readSignatureScheme(value: JsonMap): SignatureDescription | string {
  const unsupported = UNSUPPORTED.find((key) => value[key] !== undefined);
  if (unsupported !== undefined) return `\`${unsupported}\` cannot be expressed`;
  const isAsymmetric = value["type"] === "asymmetric";
  const algorithmName = isAsymmetric
    ? value["asymmetric-algorithm"]
    : (value["algorithm"] ?? "sha256");
  const algorithm = ALGORITHMS.get(algorithmName);
  if (algorithm === undefined || algorithm.startsWith("hmac") === isAsymmetric) {
    return `the algorithm ${JSON.stringify(algorithmName)} is not supported`;
  }
  const content = readSignedContent(value["payload-format"]);
  if (content === undefined) return "a part of what is signed cannot be expressed";
  const timestamp = mapOf(value["timestamp"]);
  const unit = UNITS.get(timestamp["format"]);
  if (unit === undefined)
    return `the time format ${JSON.stringify(timestamp["format"])} is not supported`;
  const { header, encoding, "signature-prefix": prefix } = value;
  return checkScheme({
    header: textOf(header) ?? "",
    algorithm,
    encoding: encoding === "hex" ? "hex" : "base64",
    ...(typeof prefix === "string" && { format: `${prefix}{signature}` }),
    ...(content !== "{body}" && { content }),
    ...(content.includes("{timestamp}") && {
      timestamp: { header: textOf(timestamp["header"]) ?? "", unit },
      tolerance: Number(timestamp["tolerance"] ?? DEFAULT_TOLERANCE),
    }),
  });
}

/** Keys that `vendor.yaml` cannot express. */
const UNSUPPORTED = ["body-sort", "body-hash-binding", "url-normalization", "jwks-url"];

/** Names of algorithms in `vendor.yaml`, by their names in the extension. */
const ALGORITHMS = new Map<Json, SignatureDescription["algorithm"]>([
  ["sha1", "hmac-sha1"],
  ["sha256", "hmac-sha256"],
  ["sha512", "hmac-sha512"],
  ["ed25519", "ed25519"],
  ["ecdsa-sha256", "ecdsa-p256-sha256"],
]);

/** Units of a timestamp in `vendor.yaml`, by their names in the extension. */
const UNITS = new Map<Json, "seconds" | "milliseconds">([
  [undefined, "seconds"],
  ["unix-seconds", "seconds"],
  ["unix-millis", "milliseconds"],
]);

/** The default of the extension for the age of a delivery, in seconds. */
const DEFAULT_TOLERANCE = 300;

/** The template of the signed content; `undefined` if a part of it cannot be expressed. */
function readSignedContent(format: Json): string | undefined {
  if (!isMap(format)) return "{body}";
  const components = itemsOf(format["components"]).map((each) => COMPONENTS.get(each));
  if (components.length === 0 || components.includes(undefined)) return undefined;
  return components.join(textOf(format["delimiter"]) ?? "");
}

/** Placeholders of what is signed, by their names in the extension. */
const COMPONENTS = new Map<Json, string>([
  ["body", "{body}"],
  ["timestamp", "{timestamp}"],
  ["notification-url", "{url}"],
]);

/** The scheme, or the reason that the receiver cannot verify by it. */
function checkScheme(scheme: SignatureDescription): SignatureDescription | string {
  const headers = [scheme.header, scheme.timestamp?.header ?? scheme.header];
  if (!headers.every(isHeaderName)) return "a header is missing";
  try {
    planSignature(scheme);
    return scheme;
  } catch (error) {
    return (error as Error).message; // planning throws errors only
  }
}
