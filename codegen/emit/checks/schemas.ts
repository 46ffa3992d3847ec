/** Emits schemas as data: a plan of checks for each payload and body, and what several of them share. */
import type { EmitContext } from "../context/context.js";
import type { PayloadContext } from "../payloads/payloads.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { ofModule, ofRuntime } from "../print/module.js";
import type { Module } from "../print/types.js";
import { shareDefinitions } from "./definitions.js";
import { printLoaders } from "./loaders.js";
import { SchemaPrinter } from "./print-schemas.js";
import { listPayloadModules, listRouteModules, type SchemaModule } from "./schema-modules.js";
import { orderDefinitions, splitDefinitions } from "./split-definitions.js";

/**
 * Emits a Standard Schema for each payload, and for each body of a request or a response that is JSON:
 * a module for each event and each resource, and one for what several of them share, so that a bundle
 * has the schemas that it imports.
 */
export function emitSchemas(
  context: EmitContext,
  payloads: PayloadContext,
): readonly ModuleDraft[] {
  const modules = [
    ...listPayloadModules(context, payloads),
    ...listRouteModules(context, payloads),
  ];
  const schemas = modules.flatMap((module) => module.schemas);
  const roots = schemas.flatMap(({ name, checked }) =>
    // Inside `allOf`, so that equal schemas are shared as a whole.
    checked === undefined ? [] : [[name, { allOf: [checked] }] as const],
  );
  const { names } = context;
  const shared = shareDefinitions(new Map(roots), payloads.resolve, names.components);
  const definitions = orderDefinitions(shared.definitions);
  const split = splitDefinitions(
    modules.map((module) => [
      module,
      module.schemas.flatMap(({ name }) => shared.roots.get(name) ?? []),
    ]),
    definitions,
  );
  const printer = new SchemaPrinter({ roots: shared.roots, definitions });
  const { vendor, events, routes } = context.model;
  const sources = [
    ...filesOf(vendor, ...events, ...routes),
    "payloads/*.yaml",
    "components/*.yaml",
  ];
  return [
    { path: "schemas/index.ts", sources, module: indexSchemas(modules) },
    { path: "schemas/shared.ts", sources, module: printer.printShared(split.common) },
    {
      path: "schemas/loaders.ts",
      sources,
      module: printLoaders(modules, context.model),
    },
    {
      path: "schemas/json-schema.ts",
      sources: filesOf(vendor),
      module: JSON_SCHEMAS,
    },
    ...split.modules.map((each) => ({
      path: `schemas/${each.module.file}.ts`,
      sources,
      module: printer.printModule(each),
    })),
  ];
}

function indexSchemas(modules: readonly SchemaModule[]): Module {
  return { exports: modules.map(({ file }) => [ofModule(`./${file}.js`).all()]) };
}

const CONVERTER = ofRuntime("json-schema");

/** Rules are told apart by identity, so users get the function of the copy that their schemas have. */
const JSON_SCHEMAS: Module = {
  comment: "/** JSON Schemas of schemas, for packages that ask for one. */",
  exports: [[CONVERTER.value("withJsonSchema"), CONVERTER.type("SchemaWithJson")]],
};
