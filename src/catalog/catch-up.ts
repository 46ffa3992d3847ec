/** Plans to read what services have sent, in data: contract, section R. All paths into bodies are dotted. */

/** A list of what a service has sent, or would have sent. */
export interface CatchUpPlan {
  /**
   * Route of the list, as a client takes it: `GET /hooks/{id}/attempts`. Its path
   * parameters tell it from the other lists of the service.
   */
  readonly route: string;
  /** Parameters of every request of the list, such as the size of a page. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /** Path to the items in the body. Absent: the body is the list. */
  readonly items?: string;
  readonly order: "newest-first" | "oldest-first";
  readonly next: NextPage;
  /** Parameter that bounds the time of the items. Needed if the oldest comes first. */
  readonly since?: SinceParameter;
  /** Path in an item to the id that the webhook has, too. */
  readonly id: string;
  /** Path in an item to its time: text (RFC 3339), or seconds or milliseconds since 1970. */
  readonly time: string;
  /** Path in an item to the name of the event. */
  readonly event: string;
  /** Path in an item to the payload. Absent: the item is the payload. Unused with `delivery`. */
  readonly payload?: string;
  /** Route that has the payload of one item, if the list has none. */
  readonly delivery?: DeliveryRoute;
}

/** Where the value of the parameter stands that asks for the next page. */
export type NextPage =
  /** In the link with `rel="next"`. */
  | { readonly parameter: string; readonly link: true }
  | {
      readonly parameter: string;
      /** Path in the last item. */
      readonly item: string;
      /** Path to a value that is false on the last page. */
      readonly more?: string;
    }
  | {
      readonly parameter: string;
      /** Path in the body. */
      readonly body: string;
      /** Path to a value that is true on the last page. */
      readonly done?: string;
    };

export interface SinceParameter {
  readonly parameter: string;
  readonly format: "seconds" | "milliseconds" | "iso";
}

export interface DeliveryRoute {
  /** It has the path parameters of the list, too. */
  readonly route: string;
  /** Path in the item by parameter. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Path in the body to the payload: an object, or its JSON. */
  readonly payload: string;
}

// ---- Services that many descriptions name

const GITHUB = {
  parameters: { per_page: 100 },
  order: "newest-first",
  next: { parameter: "cursor", link: true },
  id: "guid",
  time: "delivered_at",
  event: "event",
} as const;

/** A list of deliveries, whose payloads GitHub has at a route of their own. */
function planGitHub(list: string): CatchUpPlan {
  const delivery = {
    route: `GET ${list}/{delivery_id}`,
    parameters: { delivery_id: "id" },
    payload: "request.payload",
  };
  return { route: `GET ${list}`, ...GITHUB, delivery };
}

const SVIX = {
  parameters: { limit: 250 },
  items: "data",
  order: "newest-first",
  next: { parameter: "iterator", body: "iterator", done: "done" },
  since: { parameter: "after", format: "iso" },
  id: "id",
  time: "timestamp",
  event: "eventType",
  payload: "payload",
} as const;

/** The lists of services by the names that the YAML has for them. */
export const CATCH_UP_PRESETS = {
  github: [
    planGitHub("/repos/{owner}/{repo}/hooks/{hook_id}/deliveries"),
    planGitHub("/orgs/{org}/hooks/{hook_id}/deliveries"),
    planGitHub("/app/hook/deliveries"),
  ],
  stripe: [
    {
      route: "GET /v1/events",
      parameters: { limit: 100 },
      items: "data",
      order: "newest-first",
      next: { parameter: "starting_after", item: "id", more: "has_more" },
      since: { parameter: "created[gte]", format: "seconds" },
      id: "id",
      time: "created",
      event: "type",
    },
  ],
  svix: [
    { route: "GET /api/v1/app/{app_id}/msg", ...SVIX },
    { route: "GET /api/v1/app/{app_id}/endpoint/{endpoint_id}/msg", ...SVIX },
  ],
} as const satisfies Readonly<Record<string, readonly CatchUpPlan[]>>;
