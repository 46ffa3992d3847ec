/** The client: what a request resolves to, what an error has, what compiles. */
import {
  anyRoute,
  createClient,
  isResponseError,
  type Client,
  type ClientResponse,
  type RequestSettings,
  type ResponseError,
  type ResponseOf,
} from "typewire/client";
import { endpoint, toRequest, type RequestOptions } from "typewire/endpoint";
import type { Endpoints } from "typewire";
import { createMockFetch } from "typewire/testing";
import type { Equal, Expect, IsAny, Not } from "./assert.js";

const client = createClient({ auth: () => "a token", retry: 0 });

const listed = await client.request("GET /orgs/{org}/repos", { org: "acme", per_page: 5 });
const created = await client.request("POST /repos/{owner}/{repo}/issues", {
  owner: "acme",
  repo: "site",
  title: "One",
});
const alone = await client.request("GET /zen");
const unknown = await client.request(anyRoute("GET /unknown/{id}"), { id: 1 });
const streamed = await client.request("GET /zen", {}, { stream: true });
const validated = await client.request("GET /zen", {}, { ifNoneMatch: '"1"' });
const maybe = await client.request("PUT /repos/{owner}/{repo}/collaborators/{username}", {
  owner: "acme",
  repo: "site",
  username: "octo",
});

declare const flag: boolean;
declare const etag: string | undefined;
declare const settings: RequestSettings;
const mayStream = await client.request("GET /zen", {}, { stream: flag });
const mayValidate = await client.request("GET /zen", {}, { ifNoneMatch: etag });
const may = await client.request("GET /zen", {}, settings);
const same = await client.request("GET /zen", {}, { stream: false, ifNoneMatch: undefined });

type Repos = Endpoints["GET /orgs/{org}/repos"]["response"];

export type Responses = [
  Expect<Equal<typeof listed.data, Repos>>,
  Expect<Equal<typeof listed.status, 200>>,
  Expect<Equal<typeof listed.headers, Headers>>,
  Expect<Equal<typeof created.status, 201>>,
  Expect<Equal<typeof created.data.number, number>>,
  Expect<Equal<typeof alone.data, string>>,
  Expect<Equal<typeof unknown, ClientResponse>>,
  Expect<Equal<typeof unknown.data, unknown>>,
  Expect<Equal<typeof streamed.data, ReadableStream<Uint8Array<ArrayBuffer>>>>,
  Expect<Equal<typeof validated.status, 200 | 304>>,
  Expect<Equal<typeof mayStream.data, string | ReadableStream<Uint8Array<ArrayBuffer>>>>,
  Expect<Equal<typeof mayValidate.status, 200 | 304>>,
  Expect<Equal<typeof may.data, string | ReadableStream<Uint8Array<ArrayBuffer>> | undefined>>,
  Expect<Equal<typeof same.data, string>>,
  Expect<Equal<typeof same.status, 200>>,
  Expect<Equal<typeof maybe.status, 201 | 204>>,
  Expect<Not<IsAny<typeof listed.data>>>,
  Expect<Not<IsAny<(typeof listed.data)[number]>>>,
  Expect<Not<IsAny<typeof unknown.data>>>,
  Expect<Not<IsAny<typeof streamed.data>>>,
];

// The status tells which data there is.
if (maybe.status === 204) maybe.data satisfies undefined;
else maybe.data.id satisfies number;
if (validated.status === 304) validated.data satisfies undefined;
else validated.data satisfies string;

// @ts-expect-error -- no data of a 204
maybe.data.id;
// @ts-expect-error -- not a number
listed.data[0]?.name satisfies number | undefined;
// @ts-expect-error -- unknown data
unknown.data.name;
// @ts-expect-error -- the parameters are missing
void client.request("GET /orgs/{org}/repos");
// @ts-expect-error -- a required parameter is missing
void client.request("GET /repos/{owner}/{repo}", { owner: "acme" });
// @ts-expect-error -- of another type
void client.request("GET /orgs/{org}/repos", { org: 7 });
// @ts-expect-error -- not an option
void client.request("GET /zen", {}, { retries: 1 });
// @ts-expect-error -- not an option
createClient({ token: "a token" });
// @ts-expect-error -- the type of all data would not be true
createClient({ stream: true });
// @ts-expect-error -- pages have items
client.paginate("GET /orgs/{org}/repos", { org: "acme" }, { stream: true });

// The platform's streams take a body that is a stream.
streamed.data.pipeThrough(new TextDecoderStream()) satisfies ReadableStream<string>;
new Response(streamed.data);

// Parameters with a default may be left out.
const preset = createClient({ defaults: { owner: "acme" }, timeout: 1_000 });
void preset.request("GET /repos/{owner}/{repo}", { repo: "site" });
// @ts-expect-error -- the repository has no default
void preset.request("GET /repos/{owner}/{repo}");

declare const error: unknown;
if (isResponseError(error)) {
  error satisfies ResponseError;
  // @ts-expect-error -- unknown data
  error.data.message;
}
if (isResponseError(error, "GET /repos/{owner}/{repo}")) {
  if (error.status === 404) error.data.message satisfies string | undefined;
  // @ts-expect-error -- the route does not declare this status
  if (error.status === 500) error.data.message;
}
if (isResponseError(error, anyRoute("GET /unknown"))) {
  // @ts-expect-error -- unknown data
  error.data.message;
}

// A function of the user's own.
async function send<Request extends RequestOptions>(
  request: Request,
): Promise<ResponseOf<Request>> {
  return (await fetch(toRequest(request))).json();
}

const sent = await send(endpoint("GET /orgs/{org}/repos", { org: "acme" }));
const sentUnknown = await send(endpoint(anyRoute("GET /unknown")));
const sentOptions = await send(endpoint({ method: "GET", url: "/zen" }));
export type Sent = [
  Expect<Equal<typeof sent, Repos>>,
  Expect<Equal<typeof sentUnknown, unknown>>,
  Expect<Equal<typeof sentOptions, unknown>>,
  Expect<Not<IsAny<typeof sent>>>,
  Expect<Not<IsAny<typeof sentUnknown>>>,
];
// @ts-expect-error -- the answer is text
(await send(endpoint("GET /zen"))) satisfies number;
// @ts-expect-error -- a request of another route
endpoint("GET /user") satisfies RequestOptions<"GET /zen">;
endpoint("GET /user") satisfies RequestOptions;
client satisfies Client;

// A route that is not in the catalog is written on purpose.
// @ts-expect-error -- not in the catalog
await client.request("GET /unknown");
// @ts-expect-error -- not in the catalog
await client.request("GET /unknown", {});
// @ts-expect-error -- not in the catalog
await client.request("GET /unknown", {}, { retry: 0 });
// @ts-expect-error -- not in the catalog
isResponseError(error, "GET /unknown");
const mock = createMockFetch(client);
// @ts-expect-error -- not in the catalog
mock.reply("GET /unknown", { data: 1 });
mock.reply(anyRoute("GET /unknown"), { data: 1 });
