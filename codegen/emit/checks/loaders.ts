/** `schemas/loaders.ts`: imports of the modules of schemas, for programs that check some events or routes. */
import { writeMethods } from "../../../src/catalog/method-lines.js";
import type { SchemaModel } from "../../model/model.js";
import { toValueKey } from "../../model/names.js";
import { code, exported, final, joinCode, ofModule } from "../print/module.js";
import { printTemplate } from "../print/print.js";
import type { Code, Module } from "../print/types.js";
import { type SchemaModule, SCHEMAS } from "./schema-modules.js";

/** Prints the imports of modules, which are made when an event or a route is first checked. */
export function printLoaders(
  modules: readonly SchemaModule[],
  { hasEvents, hasRoutes }: SchemaModel,
): Module {
  const blocks = [
    ...(hasEvents ? [printPayloadLoaders(modules)] : []),
    ...(hasRoutes ? [printSchemaLoaders(modules)] : []),
  ];
  return { blocks: blocks.map(final) };
}

function printPayloadLoaders(modules: readonly SchemaModule[]): Code {
  const entries = modules
    .filter((module) => module.kind === "payloads")
    .map(
      ({ file, event, payloads }) =>
        code`  ${toValueKey(event)}: () => import(${ofModule(`./${file}.js`).specifier()}).then((module) => module.${payloads.constant}),`,
    );
  return code`/** Imports the schemas of the payloads of each event. */
${exported("const", "payloadLoaders")}: Readonly<Record<string, ${SCHEMAS.type("PayloadLoader")}>> = {
${joinCode(entries, "\n")}
};`;
}

function printSchemaLoaders(modules: readonly SchemaModule[]): Code {
  const routeModules = modules.filter((module) => module.kind === "routes");
  const entries = routeModules.map(({ file, table }) => {
    const routes = writeMethods(table.routes.map(({ route }) => ({ route, name: "", marks: "" })));
    return code`  {
    load: () => import(${ofModule(`./${file}.js`).specifier()}).then((module) => module.${table.constant}),
    routes: ${printTemplate(routes)},
  },`;
  });
  return code`/** Imports the schemas of routes. A URL leaves out what it shares with the one before it. */
${exported("const", "schemaLoaders")}: readonly ${SCHEMAS.type("SchemaLoader")}[] = [
${joinCode(entries, "\n")}
];`;
}
