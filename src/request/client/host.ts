/** The parts of a client that its streams use, and that it lends to the methods of resources. */
import type { RoutePlan } from "../endpoint/route/placement.js";
import type { RequestOptions } from "../endpoint/types.js";
import type { InternalSettings, Sender } from "./call.js";
import type { PageStyles } from "./pages/page-styles.js";
import type { ClientResponse } from "./responses.js";
import type { RequestSettings } from "./types.js";

/** Builds and sends the requests of a client. */
export interface ClientHost {
  readonly sender: Sender;
  readonly build: (route: string, parameters: unknown, plan?: RoutePlan) => RequestOptions;
  /** @param internal Settings that callers do not see. By default, those of `client.request`. */
  readonly start: (
    route: string,
    request: RequestOptions,
    settings?: RequestSettings,
    internal?: InternalSettings,
  ) => Promise<ClientResponse>;
}

/** Parts of a client that it lends to methods. */
export interface LentParts extends ClientHost {
  /** The styles of pagination that the catalog names. */
  readonly pages: PageStyles;
}

/**
 * Key of a client's internal function that lends its parts to a method. The symbol is global: a method
 * and a client may be of two copies of the package.
 */
export const CALL = /* @__PURE__ */ Symbol.for("typewire.call");
