import { runtimeOf, type SchemaModel } from "../../model/model.js";
import { toCamelCase, toValueKey } from "../../model/names.js";
import { toStatusKey } from "../prepare/call-types.js";
import { BODY, type EmitContext, type PayloadContext } from "../prepare/types.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { joinBlocks, joinLines, printTemplate, printTypeImport } from "../print/print.js";
import {
  type Definition,
  type DividedModule,
  divideDefinitions,
  type SharedDefinitions,
  shareDefinitions,
} from "./definitions.js";
import { type PrintedPlan, printPlan } from "./plans.js";
import {
  listPayloadModules,
  listRouteModules,
  type PrintedSchema,
  type SchemaModule,
} from "./schema-modules.js";

/** Only the declarations of plans have types. */
const UNCHECKED_DATA = "// @ts-nocheck -- data, made of JSON Schema";

/**
 * Emits a Standard Schema for each payload, and for each body of a request or a response that is JSON:
 * a module for each event and each resource, and one for what several of them share, so that a bundle
 * has the schemas that it imports.
 */
export function emitSchemas(context: EmitContext, payloads: PayloadContext): readonly FileDraft[] {
  const modules = [
    ...listPayloadModules(context, payloads),
    ...listRouteModules(context, payloads),
  ];
  const schemas = modules.flatMap((module) => module.schemas);
  const roots = schemas.flatMap(({ name, checked }) =>
    // Inside `allOf`, so that equal schemas are shared as a whole.
    checked === undefined ? [] : [[name, { allOf: [checked] }] as const],
  );
  const shared = shareDefinitions(new Map(roots), payloads.resolve);
  const definitions = orderDefinitions(shared);
  const divided = divideDefinitions(
    modules.map((module) => [
      module,
      module.schemas.flatMap(({ name }) => shared.roots.get(name) ?? []),
    ]),
    definitions,
  );
  const printer = new Printer({ roots: shared.roots, definitions }, context);
  const { vendor, events, routes } = context.model;
  const sources = [
    ...filesOf(vendor, ...events, ...routes),
    "payloads/*.yaml",
    "components/*.yaml",
  ];
  return [
    { path: "schemas/index.ts", sources, body: printSchemaIndex(modules) },
    { path: "schemas/shared.ts", sources, body: printer.printShared(divided.common) },
    {
      path: "schemas/loaders.ts",
      sources,
      body: printLoaders(modules, context.model, printer.module),
    },
    ...divided.modules.map((each) => ({
      path: `schemas/${each.module.file}.ts`,
      sources,
      body: printer.printModule(each),
    })),
  ].map((draft) => ({ ...draft, isFormatted: true }));
}

// ---- Text

class Printer {
  readonly #shared: SharedDefinitions;
  /** The plans of definitions, by name. */
  readonly #plans: ReadonlyMap<string, PrintedPlan>;
  /** The module of the runtime. */
  readonly module: string;

  /** @param shared Definitions in the order in which they are declared. */
  constructor(shared: SharedDefinitions, { model }: EmitContext) {
    this.#shared = shared;
    this.module = `${runtimeOf(model.vendor)}/schemas`;
    const places = new Map([...shared.definitions.keys()].map((name, index) => [name, index]));
    const placeOf = (name: string): number => places.get(name) ?? 0;
    this.#plans = new Map(
      [...shared.definitions].map(([name, definition]) => [
        name,
        printPlan(definition, (used) => placeOf(used) >= placeOf(name)),
      ]),
    );
  }

  printShared(definitions: readonly Definition[]): string {
    return (
      joinBlocks([
        UNCHECKED_DATA,
        joinLines([this.#printRules(this.#rulesOf(definitions)), this.#printTypes(["Plan"])]),
        joinLines(this.#declare(definitions).map((line) => `export ${line}`)),
      ]) || "export {};"
    );
  }

  printModule({ module, own, imported }: DividedModule<SchemaModule>): string {
    const rules = this.#rulesOf(own);
    const members = new Set(module.schemas.flatMap((each) => each.members ?? []));
    const types = new Set(["Schema", ...(own.length > 0 || members.size > 0 ? ["Plan"] : [])]);
    const schemas = module.schemas.map((each) => {
      const { text, rules: used } = this.#printRoot(each);
      for (const rule of [...used, "schema"]) rules.add(rule);
      for (const name of ["AsJson", "JsonOf"]) if (each.type.includes(`${name}<`)) types.add(name);
      const plan = members.has(each.name) ? planOf(each.name) : text;
      return joinLines([
        members.has(each.name) ? `const ${plan}: Plan = ${text};` : "",
        `/** ${each.text}. */`,
        `export const ${each.name}: Schema<${each.type}> = /* @__PURE__ */ schema(${plan});`,
      ]);
    });
    if (module.table) types.add("SchemasOfRoutes");
    if (module.payloads) types.add("SchemasOfPayloads");
    const up = "../".repeat(module.file.split("/").length - 1);
    return joinBlocks([
      UNCHECKED_DATA,
      joinLines([
        this.#printRules(rules),
        this.#printTypes([...types]),
        imported.length > 0 ? `import { ${imported.join(", ")} } from "${up}shared.js";` : "",
        module.imports,
      ]),
      joinLines(this.#declare(own)),
      joinLines(schemas),
      module.table ? printTable(module.table) : "",
      module.payloads ? printPayloads(module.payloads) : "",
    ]);
  }

  #printRoot({ name, members = [] }: PrintedSchema): PrintedPlan {
    const root = this.#shared.roots.get(name);
    return root === undefined
      ? { text: `[${["anyOf", ...members.map(planOf)].join(", ")}]`, rules: new Set(["anyOf"]) }
      : printPlan(root, () => false);
  }

  #rulesOf(definitions: readonly Definition[]): Set<string> {
    return new Set(definitions.flatMap(({ name }) => [...(this.#plans.get(name)?.rules ?? [])]));
  }

  #declare(definitions: readonly Definition[]): readonly string[] {
    return definitions.map(({ name }) => `const ${name}: Plan = ${this.#plans.get(name)?.text};`);
  }

  #printRules(rules: ReadonlySet<string>): string {
    return rules.size === 0
      ? ""
      : `import { ${[...rules].sort().join(", ")} } from "${this.module}";`;
  }

  #printTypes(types: readonly string[]): string {
    return printTypeImport(types, this.module);
  }
}

/** The constant with the plan of a schema that other schemas refer to. */
function planOf(schema: string): string {
  return toCamelCase(schema.replace(/Schema\d*$/, "$&Plan"));
}

function printTable({ name, routes }: NonNullable<SchemaModule["table"]>): string {
  const lines = routes.map(({ route, schemas }) => {
    const entries = schemas.map(({ key, name }) => `${toStatusKey(key)}: ${name}`);
    return `  ${toValueKey(route)}: { ${entries.join(", ")} },`;
  });
  return `/** The schemas of each route, by status and \`${BODY}\`. */
export const ${name}: SchemasOfRoutes = {
${lines.join("\n")}
};`;
}

function printSchemaIndex(modules: readonly SchemaModule[]): string {
  return joinLines(modules.map(({ file }) => `export * from "./${file}.js";`)) || "export {};";
}

function printPayloads({ constant, entries }: NonNullable<SchemaModule["payloads"]>): string {
  const lines = entries.map(([name, schema]) => `  [${JSON.stringify(name)}, ${schema}],`);
  return `/** The schemas of payloads, by the names of events. */
export const ${constant}: SchemasOfPayloads = /* @__PURE__ */ new Map([
${lines.join("\n")}
]);`;
}

/** Prints the imports of modules, which are made when an event or a route is first checked. */
function printLoaders(
  modules: readonly SchemaModule[],
  { hasEvents, hasRoutes }: SchemaModel,
  runtime: string,
): string {
  const types = [...(hasEvents ? ["PayloadLoader"] : []), ...(hasRoutes ? ["SchemaLoader"] : [])];
  return joinBlocks([
    printTypeImport(types, runtime),
    hasEvents ? printPayloadLoaders(modules) : "",
    hasRoutes ? printSchemaLoaders(modules) : "",
  ]);
}

function printPayloadLoaders(modules: readonly SchemaModule[]): string {
  const entries = modules.flatMap(({ file, payloads }) =>
    payloads === undefined
      ? []
      : [
          `  ${toValueKey(payloads.event)}: () => import("./${file}.js").then((module) => module.${payloads.constant}),`,
        ],
  );
  return `/** Imports the schemas of the payloads of each event. */
export const payloadLoaders: Readonly<Record<string, PayloadLoader>> = {
${entries.join("\n")}
};`;
}

function printSchemaLoaders(modules: readonly SchemaModule[]): string {
  const entries = modules.flatMap(({ file, table }) => {
    if (table === undefined) return [];
    const routes = table.routes.map(({ route }) => route).join("\n");
    return [
      `  {
    load: () => import("./${file}.js").then((module) => module.${table.name}),
    routes: ${printTemplate(routes)},
  },`,
    ];
  });
  return `/** Imports the schemas of routes, which are listed one on each line. */
export const schemaLoaders: readonly SchemaLoader[] = [
${entries.join("\n")}
];`;
}

// ---- Order and places of definitions

/** Puts definitions after those that they use: a constant must exist before another one names it. */
function orderDefinitions({ definitions }: SharedDefinitions): ReadonlyMap<string, Definition> {
  const ordered = new Map<string, Definition>();
  const opened = new Set<string>();
  // A list in place of recursion: a chain of definitions can be longer than the stack.
  const waiting = [...definitions.values()].reverse();
  for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
    if (opened.has(next.name)) {
      ordered.set(next.name, next);
      waiting.pop();
    } else {
      opened.add(next.name);
      const uses = [...next.uses].flatMap((name) => definitions.get(name) ?? []).reverse();
      waiting.push(...uses.filter(({ name }) => !opened.has(name)));
    }
  }
  return ordered;
}
