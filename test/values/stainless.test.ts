/** Values in a class with the surface of one that Stainless made: what it sends, and what it gives. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";
import { generate } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { json, startServer } from "../client/server.js";
import { collect } from "../client/collect.js";
import { play, SSE } from "../client/streaming-service.js";
import { readFixture, removeClient, writeClient, type Generated } from "./clients.js";

const VALUES = `values: { date-time: Date, int64: bigint }
surface: stainless
arguments: last`;
const ROUTES = `POST /changes:
  operation: changes/follow
  body:
    schema:
      type: object
      properties: { stream: { type: boolean }, since: { type: string, format: date-time } }
  stream: { format: sse, when: { stream: true }, item: { $ref: components/depot.yaml#/node } }
  responses:
    200: { $ref: components/depot.yaml#/thing }
    422: { $ref: components/depot.yaml#/thing }
`;

const TIME = "2026-03-01T10:20:30.000Z";
const LONG = "9007199254740993";
const ID = BigInt(LONG);
const THING = `{"at":"${TIME}","id":${LONG},"times":["${TIME}"],"node":{"id":-9223372036854775808}}`;
const DATA = {
  at: new Date(TIME),
  id: ID,
  times: [new Date(TIME)],
  node: { id: -9223372036854775808n },
};

const program = `
import Depot, { APIError, ConflictError, UnprocessableEntityError, type APIPromise, type Stream } from "./index.js";
import type { Thing, Node } from "./shared.js";

type Same<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false;
const is = <One, Other>(_same: Same<One, Other>): void => undefined;

export async function use(depot: Depot): Promise<void> {
  const thing = await depot.things.get(7n, { since: new Date(), ids: [1n] });
  is<typeof thing, Thing>(true);
  is<typeof thing.at, Date | undefined>(true);
  // @ts-expect-error -- an id is a bigint
  void depot.things.get(7);
  // @ts-expect-error -- a time is a Date
  void depot.things.create({ at: "2026-03-01T00:00:00Z" });
  for await (const item of depot.things.list()) is<typeof item.id, bigint | undefined>(true);
  const page = await depot.things.list();
  is<(typeof page.items)[number]["at"], Date | undefined>(true);
  const stream = depot.changes.follow({ since: new Date(), stream: true });
  is<typeof stream, APIPromise<Stream<Node>>>(true);
  for await (const { id } of await stream) is<typeof id, bigint>(true);
  try {
    await depot.things.get(7n);
  } catch (error) {
    if (error instanceof APIError) void error.error;
    if (error instanceof UnprocessableEntityError) is<typeof error.error, string | Thing>(true);
    if (error instanceof Depot.UnprocessableEntityError) is<typeof error.error, string | Thing>(true);
    if (error instanceof UnprocessableEntityError) is<typeof error.status, 422>(true);
    if (error instanceof ConflictError) is<typeof error.error, string>(true);
  }
  const read = ({ error }: Depot.UnprocessableEntityError, usual: APIError<429, Headers>): void => {
    is<typeof error, string | Thing>(true);
    is<typeof usual.error, Object | undefined>(true);
  };
  void read;
  const { at } = depot.webhooks.unwrap("{}", { headers: {} }) as { at?: unknown };
  void at;
}
`;

const server = startServer();
let folder: string;
let depot: Depot;

beforeAll(async () => {
  folder = await writeClient("stainless", VALUES, ROUTES);
  const { default: Class } = (await import(join(folder, "generated/index.ts"))) as {
    default: new (options: object) => Depot;
  };
  depot = new Class({ baseURL: server.url, maxRetries: 0 });
});

afterAll(() => removeClient(folder));

describe("a class with the surface of Stainless", () => {
  it("[J.1] has the types", async () => {
    const files = await generate(readSchema(readFixture(VALUES, ROUTES)));
    expect(typeErrors(files, program)).toEqual([]);
  });

  it("[J.4] sends values in the path, the query, headers and the body", async () => {
    server.play(json({}));
    await depot.things.get(ID, { since: new Date(TIME), ids: [ID, 1n], "X-Until": new Date(TIME) });
    await depot.things.create({ at: new Date(TIME), ids: [ID], node: { id: 1n } });
    const [read, made] = server.arrivals;
    expect(decodeURIComponent(String(read?.url))).toBe(
      `/things/${LONG}?since=${TIME}&ids=${LONG}&ids=1`,
    );
    expect(read?.headers["x-until"]).toBe(TIME);
    expect(made?.body).toBe(`{"at":"${TIME}","ids":[${LONG}],"node":{"id":1}}`);
  });

  it("[J.2] gives values in responses and errors", async () => {
    server.play(text(THING), text(THING, 404));
    expect(await depot.things.get(7n)).toEqual(DATA);
    const error = await depot.things.get(7n).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "NotFoundError", error: { id: ID } });
  });

  it("[J.2] gives values in pages, and sends them for the next one", async () => {
    server.play(text(`{"items":[${THING}]}`), text('{"items":[]}'));
    expect(await collect(depot.things.history())).toEqual([DATA]);
    expect(decodeURIComponent(String(server.arrivals[1]?.url))).toBe(`/history?before=${TIME}`);
    server.play(text(`{"items":[${THING}]}`));
    expect((await depot.things.list()).items).toEqual([DATA]);
  });

  it("[J.5] opens deliveries with values", async () => {
    const { createDelivery } = (await import(join(folder, "generated/testing.ts"))) as Pick<
      Generated,
      "createDelivery"
    >;
    const { body, headers } = await createDelivery("visit", DATA);
    expect(depot.webhooks.unwrap(body, { headers, key: "development" })).toMatchObject(DATA);
  });

  it("[J.2] gives values in streams", async () => {
    const items = [`data: {"id":${LONG}}\n\n`, 'data: {"id":1,"next":{"id":2}}\n\n'];
    server.play(play(items, SSE));
    const parameters = { since: new Date(TIME), stream: true };
    expect(await collect(await depot.changes.follow(parameters))).toEqual([
      { id: ID },
      { id: 1n, next: { id: 2n } },
    ]);
    expect(server.arrivals[0]?.body).toBe(`{"since":"${TIME}","stream":true}`);
    const lines = (await depot.changes.follow(parameters)).toReadableStream();
    expect(await new Response(lines).text()).toBe(`{"id":${LONG}}\n{"id":1,"next":{"id":2}}\n`);
  });
});

function text(body: string, status = 200): ReturnType<typeof json> {
  return (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(body);
}

interface Depot {
  readonly webhooks: {
    unwrap(body: string, options: { readonly headers: object; readonly key: string }): unknown;
  };
  readonly things: {
    get(id: bigint, params?: object, options?: object): Promise<unknown>;
    create(params: object): Promise<unknown>;
    list(params?: object): AsyncIterable<unknown> & Promise<{ readonly items: unknown }>;
    history(params?: object): AsyncIterable<unknown>;
  };
  readonly changes: {
    follow(
      params: object,
    ): Promise<AsyncIterable<unknown> & { toReadableStream(): ReadableStream }>;
  };
}
