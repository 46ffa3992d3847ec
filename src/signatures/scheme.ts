import type { Algorithm } from "./algorithms.js";
import type { Content, SignedDelivery } from "./plan/description.js";
import type { SignaturePlan } from "./plan/plan.js";

/** Reads one piece of what is signed; `undefined` when the delivery does not have it. */
export type PlaceholderReader = (delivery: SignedDelivery) => string | Uint8Array | undefined;

/**
 * The code that a scheme needs. It is passed in, so that a bundle holds no other. The functions are
 * in `content.ts`, `timestamp.ts` and `secret.ts`; `listSchemeCode` tells which ones a plan needs.
 */
export interface SchemeParts {
  readonly use: Algorithm;
  readonly readSecret: (secret: unknown, prefix?: string) => string | Uint8Array;
  /** Reads what is signed; `undefined` when a part of it is missing. */
  readonly readContent: (scheme: SignatureScheme, delivery: SignedDelivery) => Content | undefined;
  /** Left out where the scheme has no timestamp. */
  readonly readTimestamp?: (
    scheme: SignatureScheme,
    delivery: SignedDelivery,
  ) => string | undefined;
  /** Readers of placeholders in `content`, but for `body`, `id` and `timestamp`. */
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
