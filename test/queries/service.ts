/** Functions of a small service, and its client, for queries. */
import type { ClientCatalog, Pagination } from "../../src/catalog/client.js";
import type { MethodArguments } from "../../src/catalog/sdk.js";
import { createSchemeAuthenticator } from "../../src/request/client/auth/auth-schemes.js";
import { followRedirects } from "../../src/request/client/auth/redirects.js";
import { createCoreFactory } from "../../src/request/client/client.js";
import {
  cursorPages,
  linkPages,
  numberedPages,
  offsetPages,
} from "../../src/request/client/page-styles.js";
import { eventStream } from "../../src/request/client/streams/stream-formats.js";
import { createStreams } from "../../src/request/client/streams/streams.js";
import type { ClientOptions, Streamed } from "../../src/request/client/types.js";
import { pagedBy } from "../../src/request/sdk/lists.js";
import { defineMethod } from "../../src/request/sdk/methods.js";
import { defineStreamMethod } from "../../src/request/sdk/streams.js";
import type {
  Call,
  ListCall,
  MethodFunction,
  MethodOptions,
  StreamingFunction,
} from "../../src/request/sdk/types.js";

// ---- Functions, as the generator writes them

export const get: Fn<"get"> = defineMethod("GET /things/{id}", { call: "things.get" });
export const create: Fn<"create"> = defineMethod("POST /things", { call: "things.create" });
export const remove: Fn<"remove"> = defineMethod("DELETE /things/{id}", { call: "things.remove" });
export const touch: Fn<"touch"> = defineMethod("POST /touch", { call: "touch" });

const POSITIONAL: MethodArguments = "positional";
export const rename: Fn<"rename"> = defineMethod("PATCH /things/{id}", {
  call: "things.rename",
  arguments: POSITIONAL,
});
export const erase: Fn<"erase"> = defineMethod("DELETE /things/{id}", {
  call: "things.parts.erase",
  arguments: POSITIONAL,
  isBare: true,
});
export const watch: Fn<"watch"> = defineStreamMethod("GET /things/changes", {
  call: "things.watch",
  stream: { format: "sse", type: "text/event-stream" },
});
export const ask: StreamingFunction<ThingsMethods["ask"]> = defineStreamMethod("POST /ask", {
  call: "ask",
  stream: { format: "sse", type: "text/event-stream", when: { stream: true } },
});

const STYLES = {
  link: linkPages,
  cursor: cursorPages,
  offset: offsetPages,
  page: numberedPages,
};

/** Defines a list whose pages follow a rule. */
export const defineList = (rule: Pagination, route = "GET /things"): Fn<"list"> =>
  defineMethod(route, {
    call: "things.list",
    lists: pagedBy({ rule, styles: { [rule.style]: STYLES[rule.style] } }),
  });

export const list = defineList({ style: "link" });

/** Creates the client of the service. */
export const connect = (
  baseUrl: string,
  options: ClientOptions<string> = {},
  catalog: ClientCatalog = {},
) =>
  createCoreFactory(
    { baseUrl: "https://api.acme.example", accept: "application/json", mediaTypePrefix: "" },
    { service: "acme", ...catalog },
    {
      createAuthenticator: createSchemeAuthenticator,
      followRedirects,
      addStreams: createStreams({ sse: eventStream }),
    },
  )({ baseUrl, retry: 0, ...options });

// ---- Types

export interface Thing {
  readonly id: number;
  readonly name?: string;
}

interface ListParameters {
  readonly owner?: string;
  readonly page?: number;
}

/** The methods of the service. */
export interface ThingsMethods {
  get(parameters: { id: number; since?: Date; big?: bigint }, options?: MethodOptions): Call<Thing>;
  list(parameters?: ListParameters, options?: MethodOptions): ListCall<Thing[], Thing>;
  create(parameters: { name: string }, options?: MethodOptions): Call<Thing>;
  remove(parameters: { id: number }, options?: MethodOptions): Call<undefined>;
  touch(parameters?: {}, options?: MethodOptions): Call<undefined>;
  rename(id: number, parameters: { name: string }, options?: MethodOptions): Call<Thing>;
  erase(id: number, options?: MethodOptions): Call<undefined>;
  watch(parameters?: {}, options?: MethodOptions): Streamed<Thing>;
  ask(parameters: { text: string; stream?: false }, options?: MethodOptions): Call<Thing>;
  ask(parameters: { text: string; stream: true }, options?: MethodOptions): Streamed<Thing>;
  ask(
    parameters: { text: string; stream?: boolean },
    options?: MethodOptions,
  ): Call<Thing> | Streamed<Thing>;
}

/** The function of a method. */
type Fn<Name extends Exclude<keyof ThingsMethods, "ask">> = MethodFunction<ThingsMethods[Name]>;
