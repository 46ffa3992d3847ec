/** Emits schemas as data: a plan of checks for each payload and body, and what several of them share. */
import { writeMethods } from "../../../src/catalog/method-lines.js";
import type { SchemaModel } from "../../model/model.js";
import { groupBy } from "../../model/group-by.js";
import { nameOf, toCamelCase, toValueKey } from "../../model/names.js";
import { toStatusKey } from "../calls/responses.js";
import { BODY } from "../names/types.js";
import type { EmitContext } from "../context/context.js";
import type { PayloadContext } from "../payloads/payloads.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import {
  code,
  codeOf,
  exported,
  final,
  joinCode,
  local,
  ofModule,
  ofRuntime,
  textOf,
} from "../print/module.js";
import { printTemplate } from "../print/print.js";
import type { Code, Imported, Module, Printable } from "../print/types.js";
import {
  type Definition,
  type DividedModule,
  splitDefinitions,
  type SharedDefinitions,
  shareDefinitions,
} from "./definitions.js";
import { type PrintedPlan, printPlan } from "./plans.js";
import {
  listPayloadModules,
  listRouteModules,
  type PrintedSchema,
  type SchemaModule,
  SCHEMAS,
} from "./schema-modules.js";

/** Only the declarations of plans have types. */
const UNCHECKED_DATA = "// @ts-nocheck -- data, made of JSON Schema";

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
  const definitions = orderDefinitions(shared);
  const split = splitDefinitions(
    modules.map((module) => [
      module,
      module.schemas.flatMap(({ name }) => shared.roots.get(name) ?? []),
    ]),
    definitions,
  );
  const printer = new Printer({ roots: shared.roots, definitions });
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

// ---- Text

const CONVERTER = ofRuntime("json-schema");

/** Rules are told apart by identity, so users get the function of the copy that their schemas have. */
const JSON_SCHEMAS: Module = {
  comment: "/** JSON Schemas of schemas, for packages that ask for one. */",
  exports: [[CONVERTER.value("withJsonSchema"), CONVERTER.type("SchemaWithJson")]],
};

class Printer {
  readonly #shared: SharedDefinitions;
  /** The plans of definitions, by name. */
  readonly #plans: ReadonlyMap<string, PrintedPlan>;

  /** @param shared Definitions in the order in which they are declared. */
  constructor(shared: SharedDefinitions) {
    this.#shared = shared;
    const places = new Map([...shared.definitions.keys()].map((name, index) => [name, index]));
    const placeOf = (name: string): number => places.get(name) ?? 0;
    this.#plans = new Map(
      [...shared.definitions].map(([name, definition]) => [
        name,
        printPlan(definition, (used) => placeOf(used) >= placeOf(name)),
      ]),
    );
  }

  printShared(definitions: readonly Definition[]): Module {
    return toDataModule([joinCode(this.#declare(definitions, [], exported), "\n")]);
  }

  /** Prints the schemas of a module: those that are equal as one constant, with the name of their type. */
  printModule({ module, definitions, imported }: DividedModule<SchemaModule>): Module {
    const up = "../".repeat(module.file.split("/").length - 1);
    const shared = imported.map((name) => ofModule(`${up}shared.js`).value(name));
    const members = new Set(module.schemas.flatMap((each) => each.members ?? []));
    const printed = module.schemas.map((schema): PlannedSchema => {
      const plan = this.#printRoot(schema, shared);
      return { schema, plan, key: `${textOf(schema.type)} ${textOf(plan)}` };
    });
    const constants = nameConstants(printed);
    const declared = new Set<string>();
    const schemas = printed.map(({ schema: { name, type, text }, plan, key }) => {
      const constant = nameOf(constants, key);
      const isFirst = !declared.has(key);
      declared.add(key);
      if (members.has(name)) {
        const planName = planOf(name);
        return code`${local("const", planName)}: ${PLAN} = ${plan};
/** ${text} */
${declareSchema(exported("const", name), type, planName)}`;
      }
      if (constant === name)
        return code`/** ${text} */\n${declareSchema(exported("const", name), type, plan)}`;
      const before = isFirst
        ? code`${declareSchema(local("const", constant), type, plan)}\n`
        : code``;
      return code`${before}/** ${text} */\n${exported("const", name)} = ${constant};`;
    });
    const constantOf = new Map(
      printed.map(({ schema, key }) => [schema.name, nameOf(constants, key)]),
    );
    return toDataModule([
      joinCode(this.#declare(definitions, shared, local), "\n"),
      joinCode(schemas, "\n"),
      ...(module.table ? [printTable(module.table, constantOf)] : []),
      ...(module.payloads ? [printPayloads(module.payloads)] : []),
    ]);
  }

  #printRoot({ name, members = [] }: PrintedSchema, shared: readonly Imported[]): Code {
    const root = this.#shared.roots.get(name);
    if (root !== undefined)
      return toCode(
        printPlan(root, () => false),
        root,
        shared,
      );
    return code`[${joinCode([SCHEMAS.value("anyOf"), ...members.map(planOf)], ", ")}]`;
  }

  #declare(
    definitions: readonly Definition[],
    shared: readonly Imported[],
    begin: typeof exported,
  ): readonly Code[] {
    return definitions.flatMap((definition) => {
      const plan = this.#plans.get(definition.name);
      if (plan === undefined) return [];
      return [
        code`${begin("const", definition.name)}: ${PLAN} = ${toCode(plan, definition, shared)};`,
      ];
    });
  }
}

function toDataModule(blocks: readonly Printable[]): Module {
  return { comment: UNCHECKED_DATA, blocks: blocks.map(final) };
}

const PLAN = SCHEMAS.type("Plan");

/** @param shared The definitions of another module, of which a plan imports those that it uses. */
function toCode(
  { text, rules }: PrintedPlan,
  { uses }: Definition,
  shared: readonly Imported[],
): Code {
  const ruleImports = [...rules].map((rule) => SCHEMAS.value(rule));
  return codeOf(text, [...ruleImports, ...shared.filter(({ name }) => uses.has(name))]);
}

/** The constant with the plan of a schema that other schemas refer to. */
function planOf(schema: string): string {
  return toCamelCase(schema.replace(/Schema\d*$/, "$&Plan"));
}

/** Names the constant of each group of equal schemas: after their type if there are several, or as the first one. */
function nameConstants(printed: readonly PlannedSchema[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const named = [...groupBy(printed, ({ key }) => key)].flatMap(([key, [first, second]]) => {
    if (first === undefined) return [];
    const { name, declaredType } = first.schema;
    const constant = toCamelCase(`${declaredType ?? ""} schema`);
    // A type of a request and of a response can have two plans.
    if (declaredType === undefined || second === undefined || taken.has(constant))
      return [[key, name] as const];
    taken.add(constant);
    return [[key, constant] as const];
  });
  return new Map(named);
}

function declareSchema(head: Code, type: Code, plan: Printable): Code {
  return code`${head}: ${SCHEMAS.type("Schema")}<${type}> = /* @__PURE__ */ ${SCHEMAS.value("schema")}(${plan});`;
}

/** @param constants The constant of each schema, by the name of the schema. */
function printTable(
  { name, routes }: NonNullable<SchemaModule["table"]>,
  constants: ReadonlyMap<string, string>,
): Code {
  const lines = routes.map(({ route, schemas }) => {
    const entries = schemas.map(
      ({ key, name }) => `${toStatusKey(key)}: ${nameOf(constants, name)}`,
    );
    return `  ${toValueKey(route)}: { ${entries.join(", ")} },`;
  });
  return code`/** The schemas of each route, by status and \`${BODY}\`. */
${exported("const", name)}: ${SCHEMAS.type("SchemasOfRoutes")} = {
${lines.join("\n")}
};`;
}

function indexSchemas(modules: readonly SchemaModule[]): Module {
  return { exports: modules.map(({ file }) => [ofModule(`./${file}.js`).all()]) };
}

function printPayloads({ constant, entries }: NonNullable<SchemaModule["payloads"]>): Code {
  const lines = entries.map(([name, schema]) => `  [${JSON.stringify(name)}, ${schema}],`);
  return code`/** The schemas of payloads, by the names of events. */
${exported("const", constant)}: ${SCHEMAS.type("SchemasOfPayloads")} = /* @__PURE__ */ new Map([
${lines.join("\n")}
]);`;
}

/** Prints the imports of modules, which are made when an event or a route is first checked. */
function printLoaders(
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
  const entries = modules.flatMap(({ file, payloads }) =>
    payloads === undefined
      ? []
      : [
          code`  ${toValueKey(payloads.event)}: () => import(${ofModule(`./${file}.js`).specifier()}).then((module) => module.${payloads.constant}),`,
        ],
  );
  return code`/** Imports the schemas of the payloads of each event. */
${exported("const", "payloadLoaders")}: Readonly<Record<string, ${SCHEMAS.type("PayloadLoader")}>> = {
${joinCode(entries, "\n")}
};`;
}

function printSchemaLoaders(modules: readonly SchemaModule[]): Code {
  const entries = modules.flatMap(({ file, table }) => {
    if (table === undefined) return [];
    const routes = writeMethods(table.routes.map(({ route }) => ({ route, name: "", marks: "" })));
    return [
      code`  {
    load: () => import(${ofModule(`./${file}.js`).specifier()}).then((module) => module.${table.name}),
    routes: ${printTemplate(routes)},
  },`,
    ];
  });
  return code`/** Imports the schemas of routes. A URL leaves out what it shares with the one before it. */
${exported("const", "schemaLoaders")}: readonly ${SCHEMAS.type("SchemaLoader")}[] = [
${joinCode(entries, "\n")}
];`;
}

/** A schema with its plan, and a key that equal schemas of a module have. */
interface PlannedSchema {
  readonly schema: PrintedSchema;
  readonly plan: Code;
  readonly key: string;
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
