/** Makes the class `Webhooks` of a service. */
import type { WebhookCatalog } from "../../catalog/webhooks.js";
import { bindService, type WebhookParts } from "./service.js";
import { Toolkit } from "./toolkit.js";
import type { OptionsKinds, WebhooksKinds, WebhooksOptions, WebhookTypes } from "./types.js";

/**
 * Binds the toolkit to a service. Returns the `Webhooks` class of its catalog.
 * @param parts Code that the service's deliveries need.
 */
export function bindWebhooks<
  Types extends WebhookTypes,
  Kind extends keyof WebhooksKinds<Types> = "named",
>(catalog: WebhookCatalog, parts: WebhookParts): WebhooksConstructor<Types, Kind> {
  const service = bindService(catalog, parts); // one for all instances
  class ServiceWebhooks<Transformed = unknown> extends Toolkit<Types, Transformed> {
    static override readonly name = "Webhooks";

    constructor(options: WebhooksOptions<Types, Transformed>) {
      super(service, options);
    }
  }
  // Kinds differ in what the scheme and the parts take and return, and the class only passes that on.
  return ServiceWebhooks as unknown as WebhooksConstructor<Types, Kind>;
}

/** @typeParam Kind of the deliveries that the service sends. */
export interface WebhooksConstructor<
  Types extends WebhookTypes,
  Kind extends keyof WebhooksKinds<Types> = "named",
> {
  /**
   * Creates a toolkit.
   * @example
   * const webhooks = new Webhooks({ secret });
   * webhooks.on("issues.opened", ({ payload }) => notify(payload));
   * createServer(createNodeMiddleware(webhooks)).listen(3000);
   * @throws TypeError if a secret is not one of the service's, or another option has the wrong type.
   */
  new <Transformed = unknown>(
    options: OptionsKinds<Types, Transformed>[Kind],
  ): WebhooksKinds<Types, Transformed>[Kind];
  readonly prototype: WebhooksKinds<Types>[Kind];
}
