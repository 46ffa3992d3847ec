/** Emits schemas as data: a plan of checks for each payload and body, and what several of them share. */
import type { EmitContext } from "../context/context.js";
import type { PayloadContext } from "../payloads/payloads.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { ofModule, ofRuntime } from "../print/module.js";
import type { Module } from "../print/types.js";
import type { CheckedSchema } from "./checked-schema.js";
import { shareDefinitions } from "./definitions.js";
import { printLoaders } from "./loaders.js";
import { listPayloadModules } from "./payload-modules.js";
import { SchemaPrinter } from "./print-schemas.js";
import { listRouteModules } from "./route-modules.js";
import type { SchemaModule } from "./schema-modules.js";
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
  const shared = shareDefinitions(listRoots(modules), payloads.resolve, context.names.components);
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
  const draft = (name: string, module: Module): ModuleDraft => ({
    path: `schemas/${name}.ts`,
    sources,
    module,
  });
  return [
    draft("index", indexSchemas(modules)),
    draft("shared", printer.printShared(split.common)),
    draft("loaders", printLoaders(modules, context.model)),
    { ...draft("json-schema", JSON_SCHEMAS), sources: filesOf(vendor) },
    ...split.modules.map((each) => draft(each.module.file, printer.printModule(each))),
  ];
}

/** The schemas that are checked, by name. They are inside `allOf`, so that equal ones are shared as a whole. */
function listRoots(modules: readonly SchemaModule[]): ReadonlyMap<string, CheckedSchema> {
  const schemas = modules.flatMap((module) => module.schemas);
  return new Map(
    schemas.flatMap(({ name, checked }) =>
      checked === undefined ? [] : [[name, { allOf: [checked] }] as const],
    ),
  );
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
