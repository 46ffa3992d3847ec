/** The class with the surface of an SDK that Stainless made, over a server that answers by a script. */
import { beforeEach } from "vitest";
import type { SdkCatalog } from "../../src/catalog/sdk.js";
import type { Call } from "../../src/request/sdk/types.js";
import * as stainless from "../../src/runtime/stainless.js";
import { json, startServer } from "../client/server.js";
import { createService } from "../client/service.js";

export const CATALOG: SdkCatalog = {
  name: "GardenTool",
  arguments: "last",
  credentials: [{ option: "apiKey", env: "GARDEN_TOOL_API_KEY", scheme: "bearer" }],
  environments: { production: "https://garden.example", dev: "https://dev.garden.example" },
  // A URL, and below it its methods. Marks stand before a name: `!` takes path parameters alone, `?` can take options
  // in place of parameters, `*` is a paginated list.
  resources: {
    plants: `/plants
 POST create
/plants/{id}
 GET !retrieve
 PUT update
/plants
 GET *list
 PUT replace
/plants/{id}/photos
 POST attach
/plants/{id}/picture
 PUT paint`,
    "plants.leaves": "/plants/{plant}/leaves/{leaf}\n POST water",
    "plants.seeds": "/plants/{id}/seeds\n GET ?list",
  },
  shapes: {
    "POST /plants": { others: [], body: "NewPlant" },
    "PUT /plants/{id}": { others: ["id"], renamed: { body_id: "id" } },
    "PUT /plants": { others: [] },
    "PUT /plants/{id}/picture": { others: ["id"], body: "picture" },
  },
};

export const GardenTool = stainless.createStainless<Garden, GardenOptions>(
  CATALOG,
  (options: object) =>
    createService(
      {
        auth: [{ name: "bearer", in: "header", key: "authorization", prefix: "Bearer " }],
        pagination: { style: "cursor", parameter: "after", next: { body: "next" } },
      },
      options,
      {
        "POST /plants/{id}/photos": { contentType: "multipart/form-data" },
        "PUT /plants/{id}/picture": { contentType: "image/png" },
      },
    ),
);

/** One server for the tests of a file. It answers `{}` until a test plays something else. */
export function startGarden() {
  const server = startServer();
  beforeEach(() => server.play(json({})));
  const sleep = (): Promise<void> => Promise.resolve();
  const connect = (options: object = {}) =>
    new GardenTool({ baseURL: server.url, apiKey: "My API Key", sleep, ...options });
  /** The request that arrived last. */
  const last = () => server.arrivals.at(-1);
  return { server, connect, last };
}

export interface Garden extends stainless.StainlessClient {
  readonly plants: Readonly<
    Record<"create" | "retrieve" | "update" | "list" | "replace" | "attach" | "paint", Method>
  > & {
    readonly leaves: { readonly water: Method };
    readonly seeds: { readonly list: Method };
  };
  withOptions(options: stainless.StainlessOptions): Garden;
}

/** The options of the class, with the credential of this service. */
interface GardenOptions extends stainless.StainlessOptions {
  readonly apiKey?: string | null;
  /** Waits between attempts. */
  readonly sleep?: () => Promise<void>;
}

type Method = (...args: readonly unknown[]) => Call<unknown> & AsyncIterable<unknown>;
