/** Generated entries import only names that the runtime package exports. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { listDeliveryCode } from "../../codegen/emit/catalogs/delivery-code.js";
import { ofRuntime, printModule, code } from "../../codegen/emit/print/module.js";
import type { Module } from "../../codegen/emit/print/types.js";
import { generate } from "../../codegen/generate.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { readSchema } from "../../codegen/read-schema.js";
import { PRESETS } from "../../src/receive/signatures/plan/presets.js";
import { vendors } from "../cases/codegen/vendors/vendors.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

const examples = readdirSync(`${root}examples/vendors`).filter((name) => !name.includes("."));

const models: readonly (readonly [name: string, model: () => SchemaModel])[] = [
  ...examples.map((name) => [`the example ${name}`, () => readExample(name)] as const),
  ...vendors.map(({ name, files }) => {
    const list = Object.entries(files).map(([path, text]) => ({ path, text }));
    return [`the case ${name}`, () => readSchema(list)] as const;
  }),
];

describe("the modules of the runtime", () => {
  it.each(models)("export what the entries of %s import of them", async (_, readModel) => {
    const files = await generate(readModel());
    const used = files.flatMap(({ path, text }) =>
      path.endsWith(".ts") && !path.includes("/events/") ? parse(path, text) : [],
    );
    const runtime = used.filter(isOfRuntime);
    expect(runtime).not.toEqual([]);
    for (const statement of runtime) expectExported(statement);
  });

  it.each(Object.entries(PRESETS))("export the code of the preset %s", (_, signature) => {
    const model = readExample("stripe-like");
    const { webhooks } = model.vendor;
    if (webhooks === undefined) throw new Error("The example has no webhooks.");
    const { scheme, standalone } = listDeliveryCode(model, { ...webhooks, signature });
    const { sign, verify, constants } = standalone;
    const text = print({ blocks: [scheme, sign, verify, constants] }, "typewire-runtime");
    const [first, ...others] = text.split("\n\n");
    expect(others).not.toEqual([]);
    const runtime = parse("entry.ts", first ?? "").filter(isOfRuntime);
    for (const statement of runtime) expectExported(statement);
  });

  it("are imported once each", () => {
    const webhooks = ofRuntime("webhooks");
    const create = ofRuntime("endpoint").value("createEndpoint");
    const blocks = [
      code`${webhooks.value("Webhooks", "WebhooksOf")} ${create}`,
      code`${webhooks.value("bindWebhooks")} ${create}`,
    ];
    expect(print({ blocks }, "acme-runtime")).toBe(
      `import { bindWebhooks, Webhooks as WebhooksOf } from "acme-runtime/webhooks";
import { createEndpoint } from "acme-runtime/endpoint";

WebhooksOf createEndpoint

bindWebhooks createEndpoint`,
    );
  });
});

function isOfRuntime({ module }: Statement): boolean {
  return module.startsWith("typewire-runtime/");
}

function expectExported({ module, names }: Statement): void {
  const exported = listExports(module.slice("typewire-runtime/".length));
  expect(exported).toEqual(expect.arrayContaining([...names]));
}

/** The names that a module of the runtime exports: all of them from other modules, so that its text lists them. */
function listExports(module: string): readonly string[] {
  const path = `${root}src/runtime/${module}.ts`;
  return parse(path, ts.sys.readFile(path) ?? "").flatMap(({ names }) => names);
}

/** The named imports and exports of a text. */
function parse(path: string, text: string): readonly Statement[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement);
    if (!isImport && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier;
    const clause = isImport ? statement.importClause?.namedBindings : statement.exportClause;
    if (from === undefined || clause === undefined || !ts.isStringLiteral(from)) return [];
    if (!ts.isNamedImports(clause) && !ts.isNamedExports(clause)) return [];
    const names = clause.elements.map((each) =>
      isImport ? (each.propertyName ?? each.name).text : each.name.text,
    );
    return [{ module: from.text, names }];
  });
}

function readExample(name: string): SchemaModel {
  const folder = `${root}examples/vendors/${name}/schema`;
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => path.endsWith(".yaml"));
  return readSchema(
    files.map((path) => ({ path, text: readFileSync(`${folder}/${path}`, "utf8") })),
  );
}

function print(module: Module, runtime: string): string {
  const blocks = printModule(module, { runtime, extension: ".js" });
  return blocks.map(({ text }) => text).join("\n\n");
}

interface Statement {
  readonly module: string;
  readonly names: readonly string[];
}
