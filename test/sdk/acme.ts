/** A class with nested resources, for the tests of `createSdk`, and its catalog. */
import type { ClientCatalog } from "../../src/catalog/client.js";
import type { SdkCatalog } from "../../src/catalog/sdk.js";
import { createSdk } from "../../src/request/sdk/sdk.js";
import { createService } from "../client/service.js";
import type { AnyList, AnyMethod } from "./service.js";

export const CATALOG: SdkCatalog = {
  name: "Acme",
  arguments: "positional",
  credentials: [{ option: "apiKey", env: "ACME_API_KEY", scheme: "bearer" }],
  sent: [
    { option: "tenant", env: "ACME_TENANT", in: "header", key: "x-tenant" },
    { option: "version", env: "ACME_VERSION", in: "query", key: "v" },
  ],
  environments: { production: "https://api.acme.example", local: "http://127.0.0.1:1" },
  // Methods as `writeMethods` writes them. Marks: `*` a list, `!` no object of parameters. `4/` stands for the
  // first four segments of the URL above, of which the first is empty: `/things/{id}/parts`.
  resources: {
    "": "/ping\n GET !ping",
    things: "/things\n GET *list\n/things/{id}\n GET retrieve\n DELETE !delete",
    "things.parts": "/things/{id}/parts\n POST add\n4/{part}\n DELETE !remove",
    "things.parts.deep": "/deep\n GET !get",
    // The class leaves out `then`, which would make a promise of the resource; `toString` is also inherited.
    "groups.members": "/members\n GET !list\n/then\n GET !then\n/text\n GET !toString",
  },
};

/** A class whose instances send to a server, unless their options have another address. */
export function createAcmeClass(
  server: { readonly url: string },
  changes: Partial<SdkCatalog> = {},
  client: ClientCatalog = {},
) {
  const create = (options: Options) =>
    createService(client, { baseUrl: server.url, retry: 0, ...withoutUndefined(options) });
  return createSdk<AcmeInstance, Options>({ ...CATALOG, ...changes }, create);
}

/** Options that are `undefined` must not hide the address of the server. */
const withoutUndefined = (options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

export interface AcmeInstance {
  readonly client: ReturnType<typeof createService>;
  readonly things: Things;
  readonly groups: { readonly members: Members };
  readonly ping: AnyMethod;
}

interface Things {
  readonly list: AnyList;
  readonly retrieve: AnyMethod;
  readonly delete: AnyMethod;
  readonly parts: Parts & { readonly deep: { readonly get: AnyMethod } };
}

interface Parts {
  readonly add: AnyMethod;
  readonly remove: AnyMethod;
}

/** Without `then`, which the class leaves out. */
interface Members {
  readonly list: AnyMethod;
  readonly toString: AnyMethod;
}

export type Options = Readonly<Record<string, unknown>>;
