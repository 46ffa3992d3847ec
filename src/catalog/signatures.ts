/** Signature schemes as data, which the generator and the runtime share. */

/** Names of algorithms. A `token` is not a signature: the secret itself is sent. */
export type AlgorithmName = "hmac-sha256" | "hmac-sha1" | "hmac-sha512" | AsymmetricName | "token";

export type AsymmetricName = "ed25519" | "ecdsa-p256-sha256";

export type SignatureEncoding = "hex" | "base64";

/** A signature scheme as the YAML has it. */
export interface SignatureDescription {
  /** The header that holds the signature. */
  readonly header: string;
  readonly algorithm: AlgorithmName;
  /** Encoding of the signature; hex is lowercase. Default: `hex`. */
  readonly encoding?: SignatureEncoding;
  /**
   * The header's text: `{signature}`, and `{timestamp}` if the header holds that too.
   * Default: `{signature}`.
   */
  readonly format?: string;
  /**
   * Separates several signatures in the header. Default: the text between the two placeholders of
   * `format`; with one placeholder, the header holds one signature and nothing else.
   */
  readonly separator?: string;
  /**
   * The signed text, with `{body}`, `{timestamp}`, `{id}`, `{url}`, `{method}`, `{header:<name>}`, or
   * placeholders of the scheme's parts. Default: `{body}`.
   */
  readonly content?: string;
  /** The header with the delivery's id, if that is signed. */
  readonly id?: { readonly header: string };
  readonly timestamp?: TimestampDescription;
  /** Largest distance of the timestamp from now, in seconds, in both directions. */
  readonly tolerance?: number;
  readonly secret?: SecretDescription;
}

/** Place of a timestamp that is not in `format`, and its unit. */
export interface TimestampDescription {
  /** The header that holds it. */
  readonly header?: string;
  /** A dotted path into the JSON body, for services that sign it there. */
  readonly body?: string;
  /** Default: `seconds`. */
  readonly unit?: "seconds" | "milliseconds";
}

/** Turns the text of a secret into a key. */
export interface SecretDescription {
  /** Removed from the beginning of a secret that has it. */
  readonly prefix?: string;
  /** Default: `text`, which is used as UTF-8. For asymmetric algorithms: that of keys without PEM. */
  readonly encoding?: "text" | SignatureEncoding;
}

/**
 * A description made ready for use. It is data, so that a generator can write it into a client, which
 * then parses nothing at run time. Keys that do not apply are left out.
 *
 * For the header `Signature: t=1700000000,v1=5257a869…,v1=90ab12cd…`, the description
 * `{ header: "Signature", format: "t={timestamp},v1={signature}", content: "{timestamp}.{body}", tolerance: 300 }`
 * has this plan, with `encoding: "hex"`:
 *
 *     header: "signature"
 *     start: "t={timestamp},"  prefix: "v1="  separator: ","
 *     timestampItem            matches `1700000000` after `t=`
 *     item                     matches `5257a869…` and `90ab12cd…`, each after `v1=`
 *     timestamp: "{timestamp}" tolerance: 300_000
 *     content: ["", "{timestamp}", "."]  the body comes last
 */
export interface SignaturePlan {
  /** The header with the signature. Names of headers are lowercase. */
  readonly header: string;
  readonly encoding: SignatureEncoding;
  /** Matches all well-formed signatures of the right version in the header, without their prefix. */
  readonly item: RegExp;
  /** The text before each signature. */
  readonly prefix: string;
  /** Separates the items of the header; left out if it holds one signature alone. */
  readonly separator?: string;
  /** The text before the first prefix, with `{timestamp}` in it. */
  readonly start?: string;
  /** The header with the timestamp, or a placeholder that reads it from elsewhere. */
  readonly timestamp?: string;
  /** Matches all timestamps in the header with the signature, if it holds them. */
  readonly timestampItem?: RegExp;
  /** A dotted path into the JSON body, if that holds the timestamp. */
  readonly timestampPath?: string;
  /** Milliseconds in a unit of the timestamp. Left out: 1,000. */
  readonly unit?: 1;
  /** In milliseconds; every plan with a timestamp has one. */
  readonly tolerance?: number;
  /**
   * The signed text and, at odd indexes, names of headers and placeholders, which have braces.
   * Without a `{body}` among them, the body comes last. Left out: the body alone.
   */
  readonly content?: readonly string[];
  /** The header with the delivery's id, if that is signed. */
  readonly id?: string;
  /** Removed from the beginning of a secret that has it. */
  readonly secretPrefix?: string;
}
