/** How a signature is made. A `token` is not a signature: the secret itself is sent. */
export type AlgorithmName = "hmac-sha256" | "hmac-sha1" | "hmac-sha512" | AsymmetricName | "token";

export type AsymmetricName = "ed25519" | "ecdsa-p256-sha256";

export type SignatureEncoding = "hex" | "base64";

/** How a service signs its deliveries: plain data, as it stands in YAML. */
export interface SignatureDescription {
  /** The header that holds the signature. */
  readonly header: string;
  readonly algorithm: AlgorithmName;
  /** Of the signature; hex is lowercase. Default: `hex`. */
  readonly encoding?: SignatureEncoding;
  /**
   * How the header is written: `{signature}`, and `{timestamp}` where it stands beside.
   * Default: `{signature}`.
   */
  readonly format?: string;
  /**
   * What separates several signatures in the header. Default: what separates the two placeholders
   * of `format`; with one placeholder, the header holds one signature and nothing else.
   */
  readonly separator?: string;
  /**
   * What is signed: text with `{body}`, `{timestamp}`, `{id}`, `{url}`, `{method}`,
   * `{header:<name>}`, or placeholders of the scheme's parts. Default: `{body}`.
   */
  readonly content?: string;
  /** Where the delivery's id stands, if it is signed. */
  readonly id?: { readonly header: string };
  readonly timestamp?: TimestampDescription;
  /** How far the timestamp may be from now, in seconds, in both directions. */
  readonly tolerance?: number;
  readonly secret?: SecretDescription;
}

/** Where the timestamp stands if not in `format`, and what it counts. */
export interface TimestampDescription {
  /** The header that holds it. */
  readonly header?: string;
  /** A dotted path into the JSON body, for services that sign it there. */
  readonly body?: string;
  /** Default: `seconds`. */
  readonly unit?: "seconds" | "milliseconds";
}

/** How a secret is turned into a key. */
export interface SecretDescription {
  /** Removed from the front of the secret, where it stands there. */
  readonly prefix?: string;
  /** Default: `text`, which is used as UTF-8. For asymmetric algorithms: that of keys without PEM. */
  readonly encoding?: "text" | SignatureEncoding;
}

/** What is signed, in order. Kept in pieces so that a large body is not copied. */
export type Content = readonly (string | Uint8Array)[];

/** What a scheme may sign of a delivery. */
export interface SignedDelivery {
  readonly body: string | Uint8Array;
  /** The URL that the service was told to deliver to, with its query. */
  readonly url?: string | undefined;
  readonly method?: string | undefined;
  /** Reads a header by its lowercase name. */
  readonly header: (name: string) => string | undefined;
}
