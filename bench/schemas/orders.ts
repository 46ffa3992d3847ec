/** A list of twenty orders, checked by schemas as users of each package write them. */
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type * as Zod from "zod";
import { toCheckedSchema } from "../../codegen/emit/checks/checked-schema.js";
import type { JsonSchema } from "../../codegen/model/model.js";
import { installPackages } from "../../scripts/install.js";
import { schema } from "../../src/runtime/schemas.js";
import { planOf } from "../../test/schemas/plan.js";
import type { Row } from "../harness/measure.js";
import { isValid, measurePasses, type Pass } from "./measure-passes.js";

export async function measureOrders(): Promise<Row> {
  const checked = toCheckedSchema({ type: "array", items: ORDER });
  const validate = schema(planOf(checked))["~standard"].validate;
  const ajv = new Ajv2020({ strict: false }).compile(checked);
  const { isZod, isValibot } = createPeers(installPackages("bench/peers"));
  const orders = Array.from({ length: 20 }, (_, index) => createOrder(index));
  const toPass = (check: (orders: unknown) => boolean): Pass => {
    return () => Number(check(orders));
  };
  return measurePasses(
    "a list of twenty orders",
    toPass((list) => isValid(validate(list))),
    [
      { name: "zod", pass: toPass(isZod), atMost: 1 },
      { name: "valibot", pass: toPass(isValibot), atMost: 1 },
      { name: "Ajv", pass: toPass((list) => ajv(list)) },
    ],
  );
}

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

// ---- The schema of orders, in three notations

const TEXT = { type: "string" } as const;
const NUMBER = { type: "number" } as const;

const ORDER: JsonSchema = objectOf({
  id: TEXT,
  created_at: TEXT,
  status: { enum: ["open", "paid", "shipped"] },
  total: NUMBER,
  note: { type: ["string", "null"] },
  customer: objectOf({ id: TEXT, name: TEXT, email: TEXT }),
  address: objectOf({ street: TEXT, city: TEXT, zip: TEXT, country: TEXT }),
  items: {
    type: "array",
    items: objectOf({ sku: TEXT, name: TEXT, quantity: NUMBER, price: NUMBER }),
  },
  tags: { type: "array", items: TEXT },
});

function objectOf(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: "object", required: Object.keys(properties), properties };
}

/** The checks of a list of orders by zod and valibot. */
function createPeers(modules: string) {
  const load = createRequire(join(resolve(modules), "index.js"));
  return {
    isZod: createZodCheck(load("zod") as typeof Zod),
    isValibot: createValibotCheck(load("valibot") as Valibot),
  };
}

function createZodCheck({ z }: typeof Zod): (list: unknown) => boolean {
  const order = z.object({
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
  const list = z.array(order);
  return (orders) => list.safeParse(orders).success;
}

function createValibotCheck(v: Valibot): (list: unknown) => boolean {
  const order = v.object({
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
  const list = v.array(order);
  return (orders) => v.safeParse(list, orders).success;
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
