/** A service as the webhook toolkit sees it: data that the generator writes from YAML. */

/** Place of a value in a delivery: a header (lowercase), or a dotted path into the body. */
export type FieldSource = { readonly header: string } | { readonly body: string };

/** The keys of a relay's message. The first key that is present is read. */
export interface RelayMessageKeys {
  readonly id: readonly string[];
  readonly event: readonly string[];
  readonly signature: readonly string[];
  /** The payload as an object. */
  readonly body: readonly string[];
  /** The payload as the text that was signed. */
  readonly rawBody: readonly string[];
}

export interface WebhookCatalog {
  /** The path of the middleware if no `path` is given. */
  readonly path: string;
  readonly event: FieldSource;
  /** Without one, the id of every delivery is the empty string. */
  readonly delivery?: FieldSource;
  /** Dotted path to the action in a payload. Without one, dots in event names mean nothing. */
  readonly action?: string;
  readonly relay?: RelayMessageKeys;
  /** Every event, each followed by its combinations with an action. */
  readonly eventNames: readonly string[];
}

/** One kind of challenge of a service. */
export interface Challenge {
  /**
   * Marks a challenge: a value in the payload (a dotted path), in a header of a POST, or in the
   * query. Without `equals`, any value that is not empty.
   */
  readonly when: (
    { readonly path: string } | { readonly header: string } | { readonly query: string }
  ) & { readonly equals?: string | number | boolean };
  /** `false` if the service does not sign a challenge in the payload; others never are. */
  readonly signed?: false;
  /** The parameter of the query that must equal the option `challengeToken`. */
  readonly token?: string;
  /**
   * In its strings, `{name}` stands for the value that `when` looks at; `{hmac:name}` for its
   * HMAC-SHA256 under the first secret, in hexadecimal digits, and `{hmac-base64:name}` in base64. A
   * value that is hashed has 1 to 256 letters, digits and `-._~+/=`, and the scheme must be one whose
   * deliveries cannot be signed over such a text.
   */
  readonly answer: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly text?: string;
  };
}
