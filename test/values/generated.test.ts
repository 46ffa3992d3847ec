/** Types, plans and code that the generator makes of `values`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { generate } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";
import { DECLARED, importClient, readFixture, removeClient, writeClient } from "./clients.js";
import { PROGRAM, TEMPORAL_PROGRAM, TEMPORAL_TYPES } from "./programs.js";
import { installTemporal } from "./temporal.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("types", () => {
  it("[J.1] [J.5] are Date and bigint, everywhere but in JSON", async () => {
    expect(await errorsOf(PROGRAM, DECLARED)).toEqual([]);
  });

  it("[J.1] are those of Temporal", async () => {
    const values = "values: { date-time: Temporal.Instant, date: Temporal.PlainDate }";
    expect(await errorsOf(TEMPORAL_PROGRAM, values, TEMPORAL_TYPES)).toEqual([]);
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
    onTestFinished(() => removeClient(folder));
    const modules = await bundle(folder);
    expect(modules.some((id) => id.includes("/src/request/client/"))).toBe(true);
    expect(modules.filter(isOfValues)).toEqual([]);
  });

  it("[J.8] lacks all that one with `values` has", async () => {
    const folder = await writeClient("with");
    onTestFinished(() => removeClient(folder));
    const modules = await bundle(folder);
    const used = modules.filter(isOfValues);
    expect(used.map((id) => id.replace(/^.*\//, "")).sort()).toEqual([
      "convert.ts",
      "digits.ts",
      "invalid-value.ts",
      "kinds.ts",
      "plan.ts",
      "received.ts",
      "replace.ts",
      "route-values.ts",
      "sent.ts",
      "union.ts",
    ]);
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
    onTestFinished(installTemporal());
    expect(createClient()).toBeDefined();
  });
});

/** Lists the errors that a compiler finds in a program beside a client of the fixture. */
async function errorsOf(program: string, values: string, declarations = "") {
  const files = await generate(readSchema(readFixture(values)));
  const client = files.map(({ path, text }) => ({ path: `generated/${path}`, text }));
  return typeErrors([...client, { path: "temporal.d.ts", text: declarations }], program);
}

/** Reads the data of a generated module. */
function readData(text: string): { shared: readonly unknown[]; routes: object } {
  const start = text.indexOf("= {") + 2;
  // oxlint-disable-next-line typescript/no-implied-eval -- data that was just generated
  return new Function(`return ${text.slice(start)}`)() as ReturnType<typeof readData>;
}

/** True for a module of the code of values, in the runtime or generated. */
function isOfValues(id: string): boolean {
  return /\/src\/request\/values\/|-values\./.test(id);
}

/** Lists the modules in the bundle of a program that creates a client. */
async function bundle(folder: string): Promise<readonly string[]> {
  const input = join(folder, "program.ts");
  writeFileSync(input, `import { createClient } from "./generated/client.js"; createClient();`);
  const runtime = join(root, "src/runtime");
  const plugin = {
    name: "runtime",
    resolveId: (id: string) =>
      id.startsWith("typewire-runtime/")
        ? `${runtime}/${id.slice("typewire-runtime/".length)}.ts`
        : null,
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
