/**
 * Measures checks by schemas: all recorded payloads beside Ajv, and a list of twenty orders beside Ajv, zod
 * and valibot. A figure is the processor time of a pass, garbage collection included, in the same process.
 * Exits with 1 when a limit is broken. `--write` writes the table into the README.
 */
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type * as Zod from "zod";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { toCheckedSchema } from "../../codegen/emit/checks/checked-schema.js";
import { readCalls } from "../../codegen/emit/calls/forms.js";
import { nameTypes } from "../../codegen/emit/names/type-names.js";
import { createPayloadContext } from "../../codegen/emit/payloads/payloads.js";
import { mergeEqualComponents } from "../../codegen/emit/reshape/merge-components.js";
import { splitDirections } from "../../codegen/json-schema/directions.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import { createMemo } from "../../codegen/model/memo.js";
import type { JsonSchema } from "../../codegen/model/model.js";
import { payloadLoaders } from "../../generated/schemas/loaders.js";
import { installPackages } from "../../scripts/install.js";
import { qualifiedName, readRecordedDeliveries } from "../../scripts/start/recorded-deliveries.js";
import { type Schema, schema } from "../../src/runtime/schemas.js";
import { defaultModel } from "../../test/cases/codegen/read/schema-folder.js";
import { planOf } from "../../test/schemas/plan.js";
import { measureInTurns, median, type Row } from "../harness/measure.js";
import { report } from "../harness/table.js";

/** Checks all values of a job once; returns how many are valid. */
type Pass = () => number;

interface Subject {
  readonly name: string;
  readonly pass: Pass;
  /** The highest ratio of our time to that of the subject. Without one, it is only shown. */
  readonly atMost?: number;
}

// ---- Measuring

const ROUNDS = 9;

/** Long enough to contain collections of young objects. */
const SLICE_MS = 200;

async function measure(job: string, ours: Pass, peers: readonly Subject[]): Promise<Row> {
  const subjects = [{ name: "typewire", pass: ours, atMost: 1 }, ...peers];
  const verdicts = new Set(subjects.map(({ pass }) => pass()));
  if (verdicts.size > 1)
    throw new Error(`${job}: the verdicts differ: ${[...verdicts].join(", ")}`);
  for (const { pass } of subjects) timePass(pass); // warms up
  const times = await measureInTurns(subjects, ROUNDS, ({ pass }) => timePass(pass));
  const [ourTime = NaN, ...peerTimes] = times.map(median);
  const [first, ...further] = peers.map(({ name, atMost }, index) => ({
    measure: `× ${name}`,
    figure: ourTime / (peerTimes[index] ?? NaN),
    ...(atMost !== undefined && { atMost }),
  }));
  if (first === undefined) throw new Error(`${job} has no peer.`);
  const shown = further.map((limit) => [limit.measure, limit.figure] as const);
  return {
    job,
    ...first,
    limits: further.flatMap(({ atMost, ...each }) =>
      atMost === undefined ? [] : [{ ...each, atMost }],
    ),
    beside: { µs: ourTime, ...Object.fromEntries(shown) },
  };
}

/** Microseconds of processor time of a pass. */
function timePass(pass: Pass): number {
  let passes = 0;
  const end = performance.now() + SLICE_MS;
  const before = process.cpuUsage();
  for (; performance.now() < end; passes += 1) pass();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / passes;
}

// ---- Recorded payloads

async function measureRecorded(): Promise<Row> {
  const model = mergeEqualComponents(splitDirections(defaultModel()));
  const names = nameTypes(model, readCalls(model, createResolver(model)));
  const { payloads } = createPayloadContext(model, names, createMemo());
  const deliveries = readRecordedDeliveries().map((delivery) => ({
    name: qualifiedName(delivery),
    event: delivery.name,
    payload: delivery.payload,
  }));
  const schemas = new Map<string, Schema<unknown>>();
  for (const event of new Set(deliveries.map((each) => each.event)))
    for (const [name, each] of (await payloadLoaders[event]?.()) ?? []) schemas.set(name, each);
  const ajv = new Ajv2020(AS_DECLARED);
  const refs = new Map(model.components.map(({ ref }, index) => [ref, index]));
  const toAjv = (value: unknown): object => toAjvSchema(value, refs) as object; // of an object
  const components = model.components.map(({ ref, schema: each }) => [
    refs.get(ref),
    toAjv(toCheckedSchema(each)),
  ]);
  ajv.addSchema({ $id: ROOT, $defs: Object.fromEntries(components) as object });
  const described = new Map(payloads.map(({ entry, schema: each }) => [entry.name, each]));
  const compiled = new Map<string, ValidateFunction>();
  const tests = deliveries.flatMap(({ name, payload }) => {
    const [ours, source] = [schemas.get(name), described.get(name)]; // none for unions of actions
    if (ours === undefined || source === undefined) return [];
    const validate = compiled.get(name) ?? ajv.compile(toAjv(toCheckedSchema(source)));
    compiled.set(name, validate);
    return [{ payload, ours: ours["~standard"].validate, validate }];
  });
  return measure(
    `${tests.length} recorded payloads`,
    () => countValid(tests, ({ ours, payload }) => isValid(ours(payload))),
    [
      {
        name: "Ajv",
        pass: () => countValid(tests, (each) => each.validate(each.payload)),
        atMost: 2,
      },
    ],
  );
}

function countValid<Test>(tests: readonly Test[], check: (test: Test) => boolean): number {
  let count = 0;
  for (const test of tests) if (check(test)) count += 1;
  return count;
}

/** Keywords that are not of JSON Schema, such as those of known values, say nothing to Ajv. */
const AS_DECLARED = { strict: false } as const;

const ROOT = "https://components.example/";

/** Leads references to components into one document. */
function toAjvSchema(value: unknown, refs: ReadonlyMap<string, number>): unknown {
  if (Array.isArray(value)) return value.map((each) => toAjvSchema(each, refs));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      if (key === "$ref") return [key, `${ROOT}#/$defs/${refs.get(String(child)) ?? ""}`];
      return [key, key === "enum" ? child : toAjvSchema(child, refs)];
    }),
  );
}

// ---- A list of orders

async function measureOrders(): Promise<Row> {
  const checked = toCheckedSchema({ type: "array", items: ORDER });
  const ours = schema(planOf(checked))["~standard"].validate;
  const ajv = new Ajv2020(AS_DECLARED).compile(checked);
  const { isZod, isValibot } = createPeers(installPackages("bench/peers"));
  const orders = Array.from({ length: 20 }, (_, index) => createOrder(index));
  const asPass = (check: (orders: unknown) => boolean): Pass => {
    return () => Number(check(orders));
  };
  return measure(
    "a list of twenty orders",
    asPass((list) => isValid(ours(list))),
    [
      { name: "zod", pass: asPass(isZod), atMost: 1 },
      { name: "valibot", pass: asPass(isValibot), atMost: 1 },
      { name: "Ajv", pass: asPass((list) => ajv(list)) },
    ],
  );
}

function isValid(result: object): boolean {
  return !("issues" in result) || result.issues === undefined;
}

const text = { type: "string" } as const;
const number = { type: "number" } as const;

function closed(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: "object", required: Object.keys(properties), properties };
}

const ORDER: JsonSchema = closed({
  id: text,
  created_at: text,
  status: { enum: ["open", "paid", "shipped"] },
  total: number,
  note: { type: ["string", "null"] },
  customer: closed({ id: text, name: text, email: text }),
  address: closed({ street: text, city: text, zip: text, country: text }),
  items: {
    type: "array",
    items: closed({ sku: text, name: text, quantity: number, price: number }),
  },
  tags: { type: "array", items: text },
});

function createOrder(index: number): object {
  return {
    id: `order_${index}`,
    created_at: "2026-03-01T10:20:30Z",
    status: ["open", "paid", "shipped"][index % 3],
    total: 10 + index,
    note: index % 2 === 0 ? null : "Ring twice.",
    customer: { id: `c${index}`, name: "Jane Doe", email: "jane@acme.example" },
    address: { street: "1 Main St", city: "Springfield", zip: "12345", country: "US" },
    items: [1, 2, 3].map((sku) => ({ sku: `s${sku}`, name: "A thing", quantity: sku, price: 2.5 })),
    tags: ["new", "gift"],
  };
}

/** The used part of valibot, which only this benchmark installs. */
interface Valibot {
  string(): unknown;
  number(): unknown;
  nullable(schema: unknown): unknown;
  picklist(values: readonly string[]): unknown;
  array(items: unknown): unknown;
  object(fields: object): unknown;
  safeParse(schema: unknown, value: unknown): { readonly success: boolean };
}

/** The schema of orders, as users of both packages write it. */
function createPeers(modules: string) {
  const load = createRequire(join(resolve(modules), "index.js"));
  const { z } = load("zod") as typeof Zod;
  const v = load("valibot") as Valibot;
  const zodOrder = z.object({
    id: z.string(),
    created_at: z.string(),
    status: z.enum(["open", "paid", "shipped"]),
    total: z.number(),
    note: z.string().nullable(),
    customer: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    address: z.object({
      street: z.string(),
      city: z.string(),
      zip: z.string(),
      country: z.string(),
    }),
    items: z.array(
      z.object({ sku: z.string(), name: z.string(), quantity: z.number(), price: z.number() }),
    ),
    tags: z.array(z.string()),
  });
  const valibotOrder = v.object({
    id: v.string(),
    created_at: v.string(),
    status: v.picklist(["open", "paid", "shipped"]),
    total: v.number(),
    note: v.nullable(v.string()),
    customer: v.object({ id: v.string(), name: v.string(), email: v.string() }),
    address: v.object({
      street: v.string(),
      city: v.string(),
      zip: v.string(),
      country: v.string(),
    }),
    items: v.array(
      v.object({ sku: v.string(), name: v.string(), quantity: v.number(), price: v.number() }),
    ),
    tags: v.array(v.string()),
  });
  const [zodList, valibotList] = [z.array(zodOrder), v.array(valibotOrder)];
  return {
    isZod: (list: unknown) => zodList.safeParse(list).success,
    isValibot: (list: unknown) => v.safeParse(valibotList, list).success,
  };
}

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const rows = [await measureRecorded(), await measureOrders()];
report("schemas", rows, { isWritten: values.write, packages: ["ajv", "zod", "valibot"] });
