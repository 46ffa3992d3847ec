/** What the generator makes of `values`: types, plans, and the code that a client passes in. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";
import { DECLARED, importClient, readFixture, removeClient, writeClient } from "./clients.js";
import { installTemporal } from "./temporal.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A program of the client's users. */
const consumer = `
import { createClient, isResponseError, type Client } from "./generated/client.js";
import { Depot } from "./generated/sdk.js";
import { endpoint } from "./generated/endpoint.js";
import { createDelivery, createMockFetch } from "./generated/testing.js";
import { Webhooks } from "./generated/webhooks.js";
import { schemas, validatePayload } from "./generated/validate.js";
import { ThingsCreateBodySchema } from "./generated/schemas/routes/things.js";
import { VisitPayloadSchema } from "./generated/schemas/events/visit.js";
import type { Thing } from "./generated/shared.js";

type Same<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false;
const is = <One, Other>(_same: Same<One, Other>): void => undefined;

is<Thing["at"], Date | undefined>(true);
is<Thing["maybe"], Date | null | undefined>(true);
is<Thing["id"], bigint | undefined>(true);
is<Thing["either_or_null"], bigint | null | undefined>(true);
is<Thing["times"], Date[] | undefined>(true);
is<Thing["when"], string | Date | undefined>(true);
is<Thing["pair"], [Date, bigint, ...unknown[]] | undefined>(true);
is<Thing["day"], string | undefined>(true);
is<Thing["plain"], number | undefined>(true);

export async function read(client: Client): Promise<Date | undefined> {
  const { data } = await client.request("GET /things/{id}", { id: 7n, since: new Date() });
  is<typeof data, Thing>(true);
  if (data.animal?.kind === "cat") return data.animal.mark;
  // @ts-expect-error -- an id is a bigint
  void client.request("GET /things/{id}", { id: 7 });
  // @ts-expect-error -- a time is a Date
  void client.request("GET /things/{id}", { id: 7n, since: "2026-03-01T00:00:00Z" });
  for await (const item of client.paginate("GET /things")) is<typeof item, Thing>(true);
  void client.request("POST /things", { at: new Date(), ids: [1n] });
  // @ts-expect-error -- a list of bigints
  void client.request("POST /things", { ids: ["1"] });
  return data.at;
}

export async function fail(client: Client): Promise<bigint | undefined> {
  try {
    await client.request("GET /things/{id}", { id: 7n });
  } catch (error) {
    if (isResponseError(error, "GET /things/{id}") && error.status === 404) return error.data.id;
  }
  return undefined;
}

endpoint("GET /visits/{at}", { at: new Date() });

const webhooks = new Webhooks({ secret: "s" });
webhooks.on("thing.gone", ({ payload }) => is<typeof payload.at, Date>(true));
webhooks.on("visit", ({ payload }) => is<typeof payload.id, bigint | undefined>(true));
void createDelivery("thing.gone", { at: new Date() });
void createDelivery("visit", { node: { id: 7n } });
// @ts-expect-error -- a time is a Date
void createDelivery("thing.gone", { at: "2026-03-01T00:00:00Z" });
createMockFetch(createClient()).reply("GET /things/{id}", { data: { at: new Date(), id: 7n } });

new Webhooks({ secret: "s", validation: { validate: validatePayload } });
createClient({ validation: "refuse", schemas });
export async function validate(payload: unknown): Promise<void> {
  const gone = await validatePayload("thing.gone", payload);
  if (gone.valid) is<typeof gone.payload.at, string>(true);
  const visit = await validatePayload("visit", payload);
  if (visit.valid) is<typeof visit.payload.id, number | undefined>(true);
  if (visit.valid) is<NonNullable<typeof visit.payload.node>["id"], number>(true);
  const result = VisitPayloadSchema["~standard"].validate(payload);
  if (!result.issues) is<typeof result.value.at, string | undefined>(true);
  const body = ThingsCreateBodySchema["~standard"].validate(payload);
  if (!body.issues) is<typeof body.value.at, string | undefined>(true);
  if (!body.issues) is<typeof body.value.times, string[] | undefined>(true);
  if (!body.issues) is<typeof body.value.pair, [string, number, ...unknown[]] | undefined>(true);
}

const depot = new Depot();
export const time: Promise<Date | undefined> = depot.things.get({ id: 7n }).then(({ at }) => at);
`;

/** The types of \`Temporal\`, for a compiler that does not know it. */
const temporal = `
declare namespace Temporal {
  interface Instant { readonly epochMilliseconds: number; toJSON(): string }
  interface PlainDate { readonly year: number; toJSON(): string }
}
`;

const temporalConsumer = `
import type { Client } from "./generated/client.js";
import { createDelivery } from "./generated/testing.js";
export async function read(client: Client, now: Temporal.Instant): Promise<Temporal.PlainDate | undefined> {
  const { data } = await client.request("GET /things/{id}", { id: 7, since: now });
  const time: Temporal.Instant | undefined = data.at;
  // @ts-expect-error -- an instant
  const date: Date | undefined = data.at;
  void createDelivery("thing.gone", { at: now });
  return time ?? date ? data.day : undefined;
}
`;

describe("types", () => {
  it("[J.1] [J.5] are Date and bigint, everywhere but in JSON", async () => {
    expect(await errorsOf(consumer, DECLARED)).toEqual([]);
  });

  it("[J.1] are those of Temporal", async () => {
    const values = "values: { date-time: Temporal.Instant, date: Temporal.PlainDate }";
    expect(await errorsOf(temporalConsumer, values, temporal)).toEqual([]);
  });
});

describe("plans", () => {
  it("[J.3] are shared between routes and events, and lead back to themselves", async () => {
    const files = await generate(readSchema(readFixture("values: { int64: bigint }")));
    const text = files.find(({ path }) => path === "route-values.ts")?.text ?? "";
    const { shared, routes } = readData(text);
    const node = shared.findIndex((plan) => JSON.stringify(plan).includes('"next"'));
    expect(shared[node]).toEqual({ id: "int64", next: node, children: ["list", node] });
    expect(routes).toEqual({
      "GET /things/{id}": { 200: 1, 404: expect.any(Number), "5XX": expect.any(Number) },
      "POST /things": { 201: 1 },
      "GET /things": { 200: expect.any(Number) },
      "GET /history": { 200: expect.any(Number) },
    });
    expect(new Set(shared.map((plan) => JSON.stringify(plan))).size).toBe(shared.length);
  });

  it("[J.1] of formats that are not declared are not made", async () => {
    const files = await generate(readSchema(readFixture("values: { date: Temporal.PlainDate }")));
    const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? "";
    expect(textOf("shared.ts")).toContain("day?: Temporal.PlainDate;");
    expect(textOf("shared.ts")).not.toMatch(/(?<!Plain)Date\b|bigint/);
    expect(textOf("client.ts")).toContain("createBodyValues(routeValues, [plainDates])");
    expect(textOf("route-values.ts")).not.toMatch(/date-time|int64/);
  });
});

describe("a client without `values`", () => {
  it("[J.8] has none of the code, in its sources and in a bundle", async () => {
    const folder = await writeClient("without", "");
    const modules = await bundle(folder);
    expect(modules.some((id) => id.includes("/src/request/client/"))).toBe(true);
    expect(modules.filter((id) => /\/src\/request\/values\/|-values\./.test(id))).toEqual([]);
    removeClient(folder);
  });

  it("[J.8] which one with `values` has", async () => {
    const folder = await writeClient("with");
    const modules = await bundle(folder);
    const used = modules.filter((id) => /\/src\/request\/values\/|-values\./.test(id));
    expect(used.map((id) => id.replace(/^.*\//, "")).sort()).toEqual([
      "digits.ts",
      "kinds.ts",
      "plan.ts",
      "received.ts",
      "replace.ts",
      "route-values.ts",
      "sent.ts",
    ]);
    removeClient(folder);
  });
});

describe("a platform without Temporal", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await writeClient("no-temporal", "values: { date-time: Temporal.Instant }");
  });

  afterAll(() => removeClient(folder));

  it("[J.7] is named when a client or a toolkit is created", async () => {
    const { createClient, Webhooks } = await importClient(folder);
    const missing = expect.objectContaining({
      code: "MISSING_TEMPORAL",
      message:
        'This platform has no Temporal.Instant; load a polyfill such as "temporal-polyfill/global" before the client is created.',
    }) as Error;
    expect(() => createClient()).toThrow(missing);
    expect(() => new Webhooks({ secret: "s" })).toThrow(missing);
    const remove = installTemporal();
    expect(createClient()).toBeDefined();
    remove();
  });
});

/** Errors of a program beside a client of the fixture. */
async function errorsOf(program: string, values: string, declarations = "") {
  const files = await generate(readSchema(readFixture(values)));
  const client = files.map(({ path, text }) => ({ path: `generated/${path}`, text }));
  return typeErrors([...client, { path: "temporal.d.ts", text: declarations }], program);
}

function readData(text: string): { shared: readonly unknown[]; routes: object } {
  const start = text.indexOf("= {") + 2;
  // oxlint-disable-next-line typescript/no-implied-eval -- data that was just generated
  return new Function(`return ${text.slice(start)}`)() as ReturnType<typeof readData>;
}

/** The modules in the bundle of a program that creates a client. */
async function bundle(folder: string): Promise<readonly string[]> {
  const input = join(folder, "program.ts");
  writeFileSync(input, `import { createClient } from "./generated/client.js"; createClient();`);
  const runtime = join(root, "src/runtime");
  const plugin = {
    name: "runtime",
    resolveId: (id: string) =>
      id.startsWith("typewire-runtime/") ? `${runtime}/${id.slice(17)}.ts` : null,
  };
  const build = await rolldown({ input, plugins: [plugin], platform: "browser" });
  const { output } = await build.generate({});
  await build.close();
  return output.flatMap((chunk) =>
    chunk.type === "chunk"
      ? Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) =>
          renderedLength > 0 ? [id] : [],
        )
      : [],
  );
}
