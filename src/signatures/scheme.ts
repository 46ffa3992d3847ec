import type { Algorithm } from "./algorithms.js";
import type { Content, SignedDelivery } from "./plan/description.js";
import type { SignaturePlan } from "./plan/plan.js";
import type { SecretReader } from "./secret.js";
import type { DeliveryContext, DeliveryHeaders } from "./delivery-fields.js";

/** Reads one piece of what is signed; `undefined` when the delivery does not have it. */
export type PlaceholderReader = (
  delivery: SignedDelivery,
  scheme: SignatureScheme,
) => string | Uint8Array | undefined;

/**
 * The code that a scheme needs. It is passed in, so that a bundle holds no other; `listSchemeCode`
 * tells which functions a plan needs.
 */
export interface SchemeParts {
  readonly use: Algorithm;
  readonly readSecret: SecretReader;
  /** Reads what is signed; `undefined` when a part of it is missing. */
  readonly readContent: (
    pieces: readonly string[] | undefined,
    read: (name: string) => string | Uint8Array | undefined,
    body: string | Uint8Array,
  ) => Content | undefined;
  /** Reads a header by its lowercase name, or a placeholder, which has braces. */
  readonly read: (
    name: string,
    headers: DeliveryHeaders,
    body: string | Uint8Array,
    context: DeliveryContext,
    scheme: SignatureScheme,
  ) => string | Uint8Array | undefined;
  readonly placeholders?: Readonly<Record<string, PlaceholderReader>>;
}

/** How one service signs: a plan, and the code that carries it out. */
export interface SignatureScheme extends SignaturePlan, SchemeParts {}

declare const OPAQUE: unique symbol;

/** A secret that is ready for use with one scheme. */
export interface SignatureKey {
  readonly [OPAQUE]: never;
}

/**
 * Makes a secret ready for use.
 * @throws TypeError for a secret that cannot be one of the scheme; the message does not hold it.
 */
export function createSignatureKey(scheme: SignatureScheme, secret: unknown): SignatureKey {
  // Opaque: only the algorithm looks into it.
  return scheme.use.createKey(scheme.readSecret(secret, scheme.secretPrefix)) as SignatureKey;
}
