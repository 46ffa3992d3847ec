/** Header names of a delivery, lowercase. */
export interface DeliveryHeaderNames {
  readonly event: string;
  readonly delivery: string;
  readonly signature: string;
}

/** The keys of a relay's message. The first key present is the one that is read. */
export interface RelayMessageKeys {
  readonly id: readonly string[];
  readonly event: readonly string[];
  readonly signature: readonly string[];
  /** The payload as an object. */
  readonly body: readonly string[];
  /** The payload as the text that was signed. */
  readonly rawBody: readonly string[];
}

/** What the webhook toolkit knows of a hosting service: data, generated from YAML. */
export interface WebhookCatalog {
  /** Where the middleware listens when no `path` is given. */
  readonly path: string;
  readonly headers: DeliveryHeaderNames;
  readonly relay: RelayMessageKeys;
  /** Every event, each followed by its combinations with an action. */
  readonly eventNames: readonly string[];
}
