/** Types of schemes and of the deliveries that they sign. */
import type { AlgorithmName, SignatureEncoding, SignaturePlan } from "../../catalog/signatures.js";
import type { DeliveryDescription } from "../../catalog/webhooks.js";

export interface HeaderSource {
  /** A header by its lowercase name; several of one name are joined by `, `. */
  get(name: string): string | null;
}

/** Headers as a platform has them; the names of a record may be in any case. */
export type DeliveryHeaders =
  HeaderSource | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Parts of a request that some services sign and that no header holds. */
export interface DeliveryContext {
  /** The URL as the service knows it, with its query. */
  readonly url?: string | undefined;
  readonly method?: string | undefined;
}

export interface VerifyContext extends DeliveryContext {
  /** Milliseconds since 1970. Default: `Date.now()`. */
  readonly now?: number | undefined;
  /** In milliseconds. Default: the scheme's. */
  readonly tolerance?: number | undefined;
}

export interface SignContext extends DeliveryContext {
  /** The delivery's id; required if the scheme signs it. */
  readonly id?: string | undefined;
  /** Milliseconds since 1970. Default: `Date.now()`. */
  readonly timestamp?: number | undefined;
  /** The address of the receiver; required if the scheme signs it. */
  readonly url?: string | undefined;
  /** Required if the scheme signs it. */
  readonly method?: string | undefined;
  /** Other headers that the scheme signs, by lowercase name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A secret as a service shows it, or its bytes. */
export type Secret = string | Uint8Array;

/** Bytes or text as they came from the sender. */
export type RawPayload = string | Uint8Array | ArrayBuffer;

/** The signed data, in order. Kept in pieces so that a large body is not copied. */
export type Content = readonly (string | Uint8Array)[];

/** The code of one algorithm. Yours can be one too, such as Ed25519 on a platform without `node:crypto`. */
export interface Algorithm<Key = unknown> {
  readonly name: AlgorithmName;
  // Methods, not properties, so that each algorithm is assignable to `Algorithm<unknown>`.
  /**
   * @param secret as `readSecret` of the scheme returns it, and not empty. Text is a key in PEM, or is used
   * as UTF-8.
   * @throws TypeError for a secret that cannot be one; the message does not hold it.
   */
  createKey(secret: string | Uint8Array): Key;
  sign(key: Key, content: Content, encoding: SignatureEncoding): string;
  /** True if one of the keys has made one of the signatures, all of which are well formed. */
  matches(
    keys: readonly Key[],
    content: Content,
    signatures: readonly string[],
    encoding: SignatureEncoding,
  ): boolean;
}

/** Reads a secret. Bytes are the key itself; text encodes it. */
export type SecretReader = (secret: unknown, prefix?: string) => string | Uint8Array;

/** Parts of a delivery that a scheme may sign. */
export interface DeliveryParts {
  readonly body: string | Uint8Array;
  /** The URL that is registered with the service, with its query. */
  readonly url?: string | undefined;
  readonly method?: string | undefined;
  /** Reads a header by its lowercase name. */
  readonly header: (name: string) => string | undefined;
}

/** Reads one piece of the signed text; `undefined` if the delivery does not have it. */
export type PlaceholderReader = (
  delivery: DeliveryParts,
  scheme: SignatureScheme,
) => string | Uint8Array | undefined;

/**
 * The code that a scheme of the body alone needs. It is passed in, so that a bundle has no other.
 * `listSchemeCode` names the functions for a plan.
 */
export interface TextParts {
  readonly use: Algorithm;
  readonly readSecret: SecretReader;
}

/** The code that any scheme needs. */
export interface SchemeParts extends TextParts {
  /** Reads the signed text; `undefined` if a part of it is missing. */
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

/** A plan of a service, and the code that carries it out. */
export interface SignatureScheme extends SignaturePlan, SchemeParts {
  /** Where deliveries have their name and id, for a receiver without a description of the service. */
  readonly deliveries?: DeliveryDescription;
}

declare const OPAQUE: unique symbol;

/** A secret that is ready for use with one scheme. */
export interface SignatureKey {
  readonly [OPAQUE]: never;
}

/** Reasons to refuse a delivery; codes of `WebhookError`. */
export type SignatureRefusal =
  "SIGNATURE_MISSING" | "SIGNATURE_MALFORMED" | "SIGNATURE_MISMATCH" | "TIMESTAMP_OUT_OF_TOLERANCE";

/** Fault in the form of a signature header, which shows without any key. */
export type FormFault = Extract<SignatureRefusal, "SIGNATURE_MISSING" | "SIGNATURE_MALFORMED">;
