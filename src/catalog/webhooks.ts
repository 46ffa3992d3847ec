/** Data of a service for the webhook toolkit, which the generator writes from YAML. */

/** Place of a value in a delivery: a header (lowercase), or a dotted path into the body. */
export type FieldSource = HeaderSource | BodySource;

interface HeaderSource {
  readonly header: string;
  /** True if a delivery without the header is not refused. Default: `false`. */
  readonly optional?: boolean;
}

interface BodySource {
  readonly body: string;
  /** Paths that are tried in turn if the first one leads to nothing. */
  readonly others?: readonly string[];
  /** Value of a delivery that has none at any of the paths. */
  readonly default?: string;
}

/** Keys in the message of a relay. For each value, the first key that is present is read. */
export interface RelayMessageKeys {
  readonly id: readonly string[];
  readonly event: readonly string[];
  readonly signature: readonly string[];
  /** The payload as an object. */
  readonly body: readonly string[];
  /** The payload as the text that was signed. */
  readonly rawBody: readonly string[];
}

/** The data of a service that its webhook toolkit needs. */
export interface WebhookCatalog {
  /** The path of the middleware if no `path` is given. */
  readonly path: string;
  readonly event: FieldSource;
  /** Place of the id. Without one, the id is the empty string, unless a caller passes another. */
  readonly delivery?: FieldSource;
  /** Dotted path to the action in a payload. Without one, dots in event names have no meaning. */
  readonly action?: string;
  readonly relay?: RelayMessageKeys;
  /**
   * Names of all events. After each event come its combinations with an action. An empty list means that they
   * are not known, so that no name is unknown.
   */
  readonly eventNames: readonly string[];
}

/** Facts about the deliveries of a service besides their signatures, as a preset has them. */
export interface DeliveryDescription extends Pick<WebhookCatalog, "event" | "delivery" | "action"> {
  /** Forms that the service sends, or can be set to send. Default: none. */
  readonly form?: FormDescription;
  /** True for a service whose body may be a list of events. Default: `false`. */
  readonly lists?: boolean;
  readonly challenges?: readonly Challenge[];
}

/** Content of a form. With both keys, a form without the field `json` is its fields. */
export interface FormDescription {
  /** Name of the field with a payload in JSON. */
  readonly json?: string;
  /** True if the fields are the payload. */
  readonly fields?: boolean;
}

/** The resource that an event is about, where its payload has only the id. */
export interface EventResource {
  /** The route that responds with it. */
  readonly route: string;
  /** Dotted paths into the payload, by the route's parameters. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** One kind of challenge of a service. */
export interface Challenge {
  /**
   * Recognizes a challenge by a value in the payload (at a dotted path), in a header of a POST, or in
   * the query. Without `equals`, it may be any value that is not empty.
   */
  readonly when: (
    { readonly path: string } | { readonly header: string } | { readonly query: string }
  ) & { readonly equals?: string | number | boolean };
  /** `false` if the service does not sign a challenge in the payload. It never signs other ones. */
  readonly signed?: false;
  /** The parameter of the query that must equal the option `challengeToken`. */
  readonly token?: string;
  /**
   * In its strings, `{name}` is replaced by the value under that name in the place of `when`: the
   * payload, the headers or the query. `{hmac:name}` is replaced by the HMAC-SHA256 of that value under
   * the first secret, in hexadecimal digits, and `{hmac-base64:name}` by the same in base64. A value that
   * is hashed has 1 to 256 letters, digits and `-._~+/=`. The scheme must not accept a body of this form
   * (contract C.23).
   */
  readonly answer: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly text?: string;
  };
}
