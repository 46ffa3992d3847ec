/** The types of streams, of a client whose routes are listed here. */
import type { Client, Streamed, StreamOptions } from "typewire-runtime/client";
import {
  defineStreamMethod,
  type Call,
  type MethodOptions,
  type StreamingFunction,
  type StreamMethodOptions,
} from "typewire-runtime/calls";
import { createMockFetch } from "typewire/testing";
import type { Equal, Expect, IsAny, Not } from "./assert.js";

interface ChatParameters {
  readonly model: string;
  readonly stream?: boolean | null;
}
interface Chat {
  readonly id: string;
}
type ChatEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "end"; readonly count: number }
  | { readonly type: `unlisted ${string}` };
type Change =
  | { readonly event: "made"; readonly data: { readonly id: number } }
  | { readonly event: "note"; readonly data: string };

interface Routes {
  "POST /chats": [parameters: ChatParameters];
  "GET /changes": [parameters?: { readonly since?: number }];
  "GET /plain": [parameters?: object];
}
interface Success<Data> {
  readonly status: 200;
  readonly headers: Headers;
  readonly data: Data;
  readonly url: string;
}
interface Responses {
  "POST /chats": { success: Success<Chat>; errors: {} };
  "GET /changes": { success: Success<never>; errors: {} };
  "GET /plain": { success: Success<string>; errors: {} };
}
interface Streams {
  "POST /chats": ChatEvent;
  "GET /changes": Change;
}

declare const client: Client<Routes, Responses, {}, never, Streams>;

// ---- client.stream

const chat = client.stream("POST /chats", { model: "m" });
const changes = client.stream("GET /changes");
export type Opened = [
  Expect<Equal<typeof chat, Streamed<ChatEvent>>>,
  Expect<Equal<typeof changes, Streamed<Change>>>,
  Expect<Equal<Awaited<ReturnType<typeof chat.response>>, Response>>,
];
client.stream("GET /changes", { since: 7 }, { maxItemSize: 7, reconnect: true });

// Items are narrowed by a property, and by the name of the event.
for await (const event of chat) {
  if (event.type === "text") event.text satisfies string;
  else if (event.type === "end") event.count satisfies number;
  // @ts-expect-error -- nothing is known of other types
  else event.count;
}
for await (const change of changes) {
  if (change.event === "made") change.data.id satisfies number;
  else change.data satisfies string;
  // @ts-expect-error -- an event that is not declared
  if (change.event === "gone") continue;
}

// @ts-expect-error -- a model is required
client.stream("POST /chats");
// @ts-expect-error -- a model is required
client.stream("POST /chats", {});
// @ts-expect-error -- the route does not stream
client.stream("GET /plain");
// @ts-expect-error -- the route does not stream
client.stream("GET /plain", {});
// @ts-expect-error -- an option of requests
client.stream("GET /changes", {}, { ifNoneMatch: "1" });
({ onSkipped: (text) => text.length }) satisfies StreamOptions;

// ---- client.request

// A route that only streams has no data.
const followed = await client.request("GET /changes");
const answered = await client.request("POST /chats", { model: "m" });
const bytes = await client.request("GET /changes", {}, { stream: true });
export type Requested = [
  Expect<Equal<typeof followed.data, never>>,
  Expect<Equal<typeof answered.data, Chat>>,
  Expect<Equal<typeof bytes.data, ReadableStream<ReturnType<Uint8Array["slice"]>>>>,
];

// ---- Methods

interface ChatsMethods {
  create(
    parameters: ChatParameters & { readonly stream?: false | null | undefined },
    options?: MethodOptions,
  ): Call<Chat>;
  create(
    parameters: ChatParameters & { readonly stream: true },
    options?: StreamMethodOptions,
  ): Streamed<ChatEvent>;
  create(parameters: ChatParameters, options?: MethodOptions): Call<Chat> | Streamed<ChatEvent>;
}

declare const known: boolean;
const create = defineStreamMethod<StreamingFunction<ChatsMethods["create"]>>("POST /chats");
const whole = create(client, { model: "m" });
const none = create(client, { model: "m", stream: null });
const no = create(client, { model: "m", stream: false }, { ifNoneMatch: "1" });
const yes = create(client, { model: "m", stream: true }, { maxItemSize: 7, headers: { a: "b" } });
const either = create(client, { model: "m", stream: known });
export type Methods = [
  Expect<Equal<typeof whole, Call<Chat>>>,
  Expect<Equal<typeof none, Call<Chat>>>,
  Expect<Equal<typeof no, Call<Chat>>>,
  Expect<Equal<typeof yes, Streamed<ChatEvent>>>,
  Expect<Equal<typeof either, Call<Chat> | Streamed<ChatEvent>>>,
  Expect<Not<IsAny<typeof either>>>,
];
// @ts-expect-error -- no client
create({}, { model: "m" });
// @ts-expect-error -- a model is required
create(client, { stream: true });

// ---- Tests

const mock = createMockFetch(client);
mock.reply("GET /changes", { items: [{ event: "note", data: "a" }] });
mock.reply("POST /chats", { data: { id: "7" } }, { items: [{ type: "end", count: 1 }] });
mock.reply("POST /chats", () => ({ items: [], headers: { "x-a": "b" } }));
// @ts-expect-error -- an item of another route
mock.reply("POST /chats", { items: [{ event: "note", data: "a" }] });
// @ts-expect-error -- the route does not stream
mock.reply("GET /plain", { items: [] });
