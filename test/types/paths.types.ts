/** The types of the client by path (contract O.8). */
import type { Middleware, MethodResponse, PathsWithMethod } from "typewire-runtime/paths";
import { createPathBasedClient, createPathsClient } from "typewire-runtime/paths";
import type { paths, Thing } from "../paths/service.js";
import type { Equal, Expect, IsAny, Not } from "./assert.js";

const api = createPathsClient<paths>({ baseUrl: "https://acme.example" });

export type Posted = Expect<Equal<PathsWithMethod<paths, "post">, "/things">>;
export type Got = Expect<Equal<MethodResponse<typeof api, "get", "/things">, Thing[]>>;

const list = await api.GET("/things");
export type NotAny = Expect<Not<IsAny<typeof list.data>>>;
if (list.error) {
  list.error.code satisfies string;
  list.data satisfies undefined;
} else {
  list.data satisfies Thing[];
}

// Media types, and the forms of data.
const one = await api.GET("/things/{id}", { params: { path: { id: 1 } } });
export type Both = Expect<Equal<typeof one.data, Thing | string | undefined>>;
const json = createPathsClient<paths, "application/json">({ baseUrl: "https://acme.example" });
const chosen = await json.GET("/things/{id}", { params: { path: { id: 1 } } });
export type Chosen = Expect<Equal<typeof chosen.data, Thing | undefined>>;
const text = await api.GET("/things", { parseAs: "text" });
export type Text = Expect<Equal<typeof text.data, string | undefined>>;
const none = await api.DELETE("/things/{id}", { params: { path: { id: 1 } } });
export type None = Expect<Equal<typeof none.data, undefined>>;

// Required where a part is.
// @ts-expect-error -- without options
await api.GET("/things/{id}");
// @ts-expect-error -- without its parameter
await api.GET("/things/{id}", { params: { path: {} } });
// @ts-expect-error -- of another type
await api.GET("/things/{id}", { params: { path: { id: true } } });
// @ts-expect-error -- no such parameter
await api.GET("/things", { params: { query: { tags: "a" } } });
// @ts-expect-error -- without a required header
await api.PUT("/files/{path}", { params: { path: { path: "a" } } });
// @ts-expect-error -- no such path
await api.GET("/nothing");
// @ts-expect-error -- the path has no such method
await api.POST("/things/{id}", { params: { path: { id: 1 } } });
// @ts-expect-error -- without a body
await api.POST("/things");
// @ts-expect-error -- another body
await api.POST("/things", { body: { name: "no id" } });
await api.POST("/things", { body: { id: 1 }, next: { revalidate: 1 }, retry: 0 });
await api.request("post", "/things", { body: "text" });

// Markers of openapi-typescript.
interface Marked {
  "/users": {
    post: {
      parameters: {};
      requestBody: { content: { "application/json": User } };
      responses: { 200: { content: { "application/json": User } } };
    };
  };
}
interface User {
  id: { readonly $read: number };
  name: string;
  password?: { readonly $write: string };
}
const marked = createPathsClient<Marked>({ baseUrl: "https://acme.example" });
const user = await marked.POST("/users", { body: { name: "Zoë", password: "secret" } });
user.data?.id satisfies number | undefined;
// @ts-expect-error -- only sent
user.data?.password;
// @ts-expect-error -- only received
await marked.POST("/users", { body: { id: 1, name: "Zoë" } });

// Paths as properties.
const byPath = createPathBasedClient<paths>({ baseUrl: "https://acme.example" });
(await byPath["/things"].GET()).data satisfies Thing[] | undefined;
// @ts-expect-error -- without a body
await byPath["/things"].POST();

// @ts-expect-error -- without any function
({}) satisfies Middleware;
