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
      path.endsWith(".ts") && !path.includes("/events/") ? listImports(path, text) : [],
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
    const module = { blocks: [scheme, sign, verify, constants] };
    const [imports, ...declarations] = print(module, "typewire-runtime");
    expect(declarations).not.toEqual([]);
    const runtime = listImports("entry.ts", imports ?? "").filter(isOfRuntime);
    for (const statement of runtime) expectExported(statement);
  });

  it("are imported once each", () => {
    const webhooks = ofRuntime("webhooks");
    const create = ofRuntime("endpoint").value("createEndpoint");
    const blocks = [
      code`${webhooks.value("Webhooks", "WebhooksOf")} ${create}`,
      code`${webhooks.value("bindWebhooks")} ${create}`,
    ];
    expect(print({ blocks }, "acme-runtime").join("\n\n")).toBe(
      `import { bindWebhooks, Webhooks as WebhooksOf } from "acme-runtime/webhooks";
import { createEndpoint } from "acme-runtime/endpoint";

WebhooksOf createEndpoint

bindWebhooks createEndpoint`,
    );
  });
});

function isOfRuntime({ module }: Import): boolean {
  return module.startsWith("typewire-runtime/");
}

function expectExported({ module, names }: Import): void {
  const exported = listExports(module.slice("typewire-runtime/".length));
  expect(exported).toEqual(expect.arrayContaining([...names]));
}

/** The names that a module of the runtime exports: all of them from other modules, so that its text lists them. */
function listExports(module: string): readonly string[] {
  const path = `${root}src/runtime/${module}.ts`;
  const { statements } = parse(path, ts.sys.readFile(path) ?? "");
  return statements
    .filter(ts.isExportDeclaration)
    .flatMap(({ exportClause }) =>
      exportClause !== undefined && ts.isNamedExports(exportClause) ? exportClause.elements : [],
    )
    .map(({ name }) => name.text);
}

/** The named imports of a module, by the names that the other module exports. */
function listImports(path: string, text: string): readonly Import[] {
  return parse(path, text).statements.filter(ts.isImportDeclaration).flatMap(toImport);
}

function toImport({ importClause, moduleSpecifier }: ts.ImportDeclaration): readonly Import[] {
  const bindings = importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
  if (!ts.isStringLiteral(moduleSpecifier)) return [];
  const names = bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
  return [{ module: moduleSpecifier.text, names }];
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
}

function readExample(name: string): SchemaModel {
  const folder = `${root}examples/vendors/${name}/schema`;
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => path.endsWith(".yaml"));
  return readSchema(
    files.map((path) => ({ path, text: readFileSync(`${folder}/${path}`, "utf8") })),
  );
}

/** The imports of a module, and its blocks. */
function print(module: Module, runtime: string): readonly string[] {
  return printModule(module, { runtime, extension: ".js" }).map(({ text }) => text);
}

interface Import {
  readonly module: string;
  readonly names: readonly string[];
}
