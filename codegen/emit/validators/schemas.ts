import { groupBy } from "../../model/group-by.js";
import { contentsOf, type JsonSchema, type Route, runtimeOf } from "../../model/model.js";
import { createValueScope, nameOf, toCamelCase, toValueKey } from "../../model/names.js";
import { isJson } from "../prepare/call-parameters.js";
import { printJsonBodies, responseType } from "../prepare/call-types.js";
import { emitterEntries, listEventModules } from "../prepare/events.js";
import { printTypeImports, specifierOf } from "../prepare/layout.js";
import { listResources, readResources } from "../prepare/resources.js";
import { BODY, responseKey } from "../prepare/type-names.js";
import type { EmitContext, PayloadContext } from "../prepare/types.js";
import { escapeComment } from "../print/escape.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { joinBlocks, joinLines, printTemplate, printTypeImport } from "../print/print.js";
import { type CheckedSchema, toCheckedSchema } from "./checked-schema.js";
import {
  type Definition,
  findOwners,
  reachFrom,
  type SharedDefinitions,
  shareDefinitions,
} from "./definitions.js";
import { printPlan } from "./plans.js";

/** Only the declarations of plans have types. */
const UNCHECKED = "// @ts-nocheck -- data, made of JSON Schema";

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
  const order = orderDefinitions(shared);
  const { vendor, events, routes } = context.model;
  const sources = [
    ...filesOf(vendor, ...events, ...routes),
    "payloads/*.yaml",
    "components/*.yaml",
  ];
  const owners = findOwners(
    modules.map((module) => [
      module,
      module.schemas.flatMap(({ name }) => shared.roots.get(name) ?? []),
    ]),
    shared,
  );
  const printer = new Printer(shared, order, owners, context);
  return [
    { path: "schemas/index.ts", sources, body: printIndex(modules) },
    { path: "schemas/shared.ts", sources, body: printer.printShared() },
    ...(context.model.hasRoutes
      ? [{ path: "schemas/loaders.ts", sources, body: printLoaders(modules, printer.module) }]
      : []),
    ...modules.map((module) => ({
      path: `schemas/${module.file}.ts`,
      sources,
      body: printer.printModule(module),
    })),
  ].map((draft) => ({ ...draft, isFormatted: true }));
}

/** The schemas of one event, or of the routes of one resource. */
interface SchemaModule {
  /** Below `schemas/`, without extension. */
  readonly file: string;
  readonly imports: string;
  readonly schemas: readonly NamedSchema[];
  /** The constant with the schemas of each route; absent for events. */
  readonly table?: { readonly name: string; readonly routes: readonly RouteTable[] };
}

interface NamedSchema {
  readonly name: string;
  /** The type of its values. */
  readonly type: string;
  readonly text: string;
  /** Absent for a schema that is any of {@link members}. */
  readonly checked?: CheckedSchema;
  /** The names of alternative schemas. */
  readonly members?: readonly string[];
}

interface RouteTable {
  readonly route: string;
  /** Names of schemas by status, or {@link BODY}. */
  readonly schemas: readonly (readonly [key: string, name: string])[];
}

// ---- Modules of events

function listPayloadModules(
  { model, names }: EmitContext,
  { payloads }: PayloadContext,
): readonly SchemaModule[] {
  const own = new Map(payloads.map(({ entry, schema }) => [entry.name, schema]));
  return listEventModules(model).map(({ event, file }) => {
    const entries = emitterEntries(event);
    const schemas = entries.map((entry): NamedSchema => {
      const schema = own.get(entry.name);
      const members = entries.slice(1).map(({ name }) => nameOf(names.schemas, name));
      return {
        name: nameOf(names.schemas, entry.name),
        type: nameOf(names.events, entry.name).payload,
        text: `Payload of \`${escapeComment(entry.name)}\``,
        ...(schema === undefined ? { members } : { checked: toCheckedSchema(schema) }),
      };
    });
    const types = schemas.map(({ type }) => type);
    const imports = printTypeImport(types, specifierOf("payloads", model.vendor));
    // The event without an action refers to those of its actions, which must be declared before.
    return {
      file,
      imports: deepen(imports, file),
      schemas: [...schemas.slice(1), ...schemas.slice(0, 1)],
    };
  });
}

// ---- Modules of routes

function listRouteModules(
  context: EmitContext,
  { model }: PayloadContext,
): readonly SchemaModule[] {
  if (!context.model.hasRoutes) return [];
  const scope = createValueScope();
  const described = new Map(model.routes.map((route) => [route.key, route]));
  return listResources(readResources(context)).flatMap(({ path, file: resourceFile, methods }) => {
    const routes = new Set(methods.filter(({ isFormer }) => !isFormer).map(({ route }) => route));
    const listed = [...routes].map((route) => listRouteSchemas(route, described, context));
    const schemas = listed.flatMap((each) => each.schemas);
    if (schemas.length === 0) return [];
    const file = `routes/${resourceFile}`;
    const names = listed.flatMap((each) => each.typeNames);
    return [
      {
        file,
        imports: deepen(printTypeImports(names, context), file),
        schemas,
        table: {
          name: scope.take(`${toCamelCase(path === "" ? "root" : path)}Routes`),
          routes: listed.map(({ table }) => table).filter((each) => each.schemas.length > 0),
        },
      },
    ];
  });
}

/** The schemas of a route: of its body, and of its responses. */
function listRouteSchemas(
  route: Route,
  described: ReadonlyMap<string, Route>,
  context: EmitContext,
): {
  readonly schemas: readonly NamedSchema[];
  readonly typeNames: readonly string[];
  readonly table: RouteTable;
} {
  const { key } = route;
  const own = described.get(key) ?? route;
  const comment = `\`${escapeComment(key)}\``;
  const parameter = context.parameters.find((each) => each.route === route);
  const contents = contentsOf(own).filter(isJson);
  const toJson = hasValues(context) ? (body: string) => body : asJson; // the module does it
  const sent = parameter && contents.length > 0 && printJsonBodies(parameter, context, toJson);
  const received = own.responses.flatMap(({ status, schema, contentType }) =>
    schema === undefined || !isJson({ contentTypes: [contentType ?? ""] })
      ? []
      : [
          {
            status,
            schema,
            type: responseType(route, status, typeSchemaOf(route, status), context),
          },
        ],
  );
  const schemas = [
    ...(sent
      ? [
          {
            key: BODY,
            type: sent.type,
            text: `Body of ${comment}`,
            checked: toCheckedSchema(anyOf(contents.map(({ schema }) => schema))),
          },
        ]
      : []),
    ...received.map(({ status, schema, type }) => ({
      key: status,
      type,
      text: `Response ${status} of ${comment}`,
      checked: toCheckedSchema(schema),
    })),
  ].map((each) => ({ ...each, name: nameOf(context.names.schemas, responseKey(key, each.key)) }));
  return {
    schemas,
    typeNames: [...(sent ? sent.names : []), ...received.map(({ type }) => type)],
    table: { route: key, schemas: schemas.map((each) => [each.key, each.name] as const) },
  };
}

/** Returns the schema of which the type of a response is made. */
function typeSchemaOf({ responses }: Route, status: string): JsonSchema | undefined {
  return responses.find((each) => each.status === status)?.schema;
}

function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only, ...others] = schemas;
  return only === undefined || others.length > 0 ? { anyOf: schemas } : only;
}

/** Tells whether types have values that JSON does not have. */
function hasValues({ model }: EmitContext): boolean {
  return model.vendor.values !== undefined;
}

function asJson(body: string): string {
  return `AsJson<${body}>`;
}

// ---- Text

/** Prints modules. A definition that only one module uses is in that module, others are in the shared one. */
class Printer {
  readonly #shared: SharedDefinitions;
  /** The places of definitions in their modules. */
  readonly #places: ReadonlyMap<string, number>;
  /** The names of definitions by their module; `undefined` for those that several modules use. */
  readonly #byOwner: ReadonlyMap<SchemaModule | undefined, readonly string[]>;
  /** The module of the runtime. */
  readonly module: string;
  readonly #recursive: ReadonlySet<string>;
  /** Types hold values that JSON does not have, and schemas check JSON. */
  readonly #hasValues: boolean;

  constructor(
    shared: SharedDefinitions,
    order: readonly string[],
    owners: ReadonlyMap<string, SchemaModule>,
    context: EmitContext,
  ) {
    this.#shared = shared;
    this.#hasValues = hasValues(context);
    this.#places = new Map(order.map((name, index) => [name, index]));
    this.#byOwner = groupBy(order, (name) => owners.get(name));
    this.module = `${runtimeOf(context.model.vendor)}/schemas`;
    const later = new Set(
      order.filter((name) =>
        [...(shared.definitions.get(name)?.uses ?? [])].some((used) => this.#isLater(used, name)),
      ),
    );
    this.#recursive = new Set(
      order.filter((name) => {
        const definition = shared.definitions.get(name);
        return (
          definition &&
          [name, ...reachFrom([definition], shared.definitions).keys()].some((each) =>
            later.has(each),
          )
        );
      }),
    );
  }

  printShared(): string {
    const definitions = this.#definitionsOf(undefined);
    const { blocks, rules } = this.#printDefinitions(definitions);
    return (
      joinBlocks([
        UNCHECKED,
        joinLines([this.#printRules(rules), this.#printTypes(["Plan"])]),
        ...blocks.map((block) => `export ${block}`),
      ]) || "export {};"
    );
  }

  printModule(module: SchemaModule): string {
    const own = this.#definitionsOf(module);
    const { blocks, rules } = this.#printDefinitions(own);
    const used = new Set(own.flatMap(({ uses }) => [...uses]));
    const members = new Set(module.schemas.flatMap((each) => each.members ?? []));
    const types = new Set(["Schema", ...(own.length > 0 || members.size > 0 ? ["Plan"] : [])]);
    const schemas = module.schemas.map((each) => {
      const { text, uses, isRecursive } = this.#printRoot(each, rules);
      for (const name of uses) used.add(name);
      const type = this.#hasValues ? `JsonOf<${each.type}>` : each.type;
      for (const name of ["AsJson", "JsonOf"]) if (type.includes(`${name}<`)) types.add(name);
      const create = isRecursive ? "recursiveSchema" : "schema";
      rules.add(create);
      const plan = members.has(each.name) ? planOf(each.name) : text;
      return joinLines([
        members.has(each.name) ? `const ${plan}: Plan = ${text};` : "",
        `/** ${each.text}. */`,
        `export const ${each.name}: Schema<${type}> = /* @__PURE__ */ ${create}(${plan});`,
      ]);
    });
    const local = new Set(own.map(({ name }) => name));
    const imported = [...used].filter((name) => !local.has(name)).sort();
    if (module.table) types.add("SchemasOfRoutes");
    const up = "../".repeat(module.file.split("/").length - 1);
    return joinBlocks([
      UNCHECKED,
      joinLines([
        this.#printRules(rules),
        this.#printTypes([...types]),
        imported.length > 0 ? `import { ${imported.join(", ")} } from "${up}shared.js";` : "",
        module.imports,
      ]),
      ...blocks,
      ...schemas,
      module.table ? printTable(module.table) : "",
    ]);
  }

  #printRoot(
    { name, members }: NamedSchema,
    rules: Set<string>,
  ): { readonly text: string; readonly uses: Iterable<string>; readonly isRecursive: boolean } {
    const root = this.#shared.roots.get(name);
    if (root === undefined) {
      rules.add("anyOf");
      const roots = (members ?? []).flatMap((member) => this.#shared.roots.get(member) ?? []);
      return {
        text: `[${["anyOf", ...(members ?? []).map(planOf)].join(", ")}]`,
        uses: [],
        isRecursive: roots.some((each) => this.#isRecursive(each)),
      };
    }
    const plan = printPlan(root, () => false);
    for (const rule of plan.rules) rules.add(rule);
    return { text: plan.text, uses: root.uses, isRecursive: this.#isRecursive(root) };
  }

  #isRecursive({ uses }: Definition): boolean {
    return [...uses].some((name) => this.#recursive.has(name));
  }

  #definitionsOf(owner: SchemaModule | undefined): readonly Definition[] {
    const names = this.#byOwner.get(owner) ?? [];
    return names.flatMap((name) => this.#shared.definitions.get(name) ?? []);
  }

  #printDefinitions(definitions: readonly Definition[]) {
    const rules = new Set<string>();
    const blocks = definitions.map((definition) => {
      const plan = printPlan(definition, (name) => this.#isLater(name, definition.name));
      for (const rule of plan.rules) rules.add(rule);
      return `const ${definition.name}: Plan = ${plan.text};`;
    });
    return { blocks, rules };
  }

  #isLater(name: string, than: string): boolean {
    return (this.#places.get(name) ?? 0) >= (this.#places.get(than) ?? 0);
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
    const entries = schemas.map(([key, schema]) => `${toStatusKey(key)}: ${schema}`);
    return `  ${toValueKey(route)}: { ${entries.join(", ")} },`;
  });
  return `/** The schemas of each route, by status and \`${BODY}\`. */
export const ${name}: SchemasOfRoutes = {
${lines.join("\n")}
};`;
}

function toStatusKey(status: string): string {
  return /^[1-9]\d*$/.test(status) ? status : toValueKey(status);
}

function printIndex(modules: readonly SchemaModule[]): string {
  return joinLines(modules.map(({ file }) => `export * from "./${file}.js";`)) || "export {};";
}

/** The modules of routes, each imported when one of its routes is first sent. */
function printLoaders(modules: readonly SchemaModule[], runtime: string): string {
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
  return `${printTypeImport(["SchemaLoader"], runtime)}

/** Imports the schemas of routes, which are listed one on each line. */
export const schemaLoaders: readonly SchemaLoader[] = [
${entries.join("\n")}
];`;
}

// ---- Order and places of definitions

/** Puts definitions after those that they use: a constant must exist before another one names it. */
function orderDefinitions({ definitions }: SharedDefinitions): readonly string[] {
  const ordered = new Set<string>();
  const opened = new Set<string>();
  // A list in place of recursion: a chain of definitions can be longer than the stack.
  const waiting = [...definitions.keys()].reverse();
  for (let name = waiting.at(-1); name !== undefined; name = waiting.at(-1)) {
    if (opened.has(name)) {
      ordered.add(name);
      waiting.pop();
    } else {
      opened.add(name);
      const uses = [...(definitions.get(name)?.uses ?? [])].reverse();
      waiting.push(...uses.filter((used) => !opened.has(used)));
    }
  }
  return [...ordered];
}

/** Changes import paths for a module that is inside folders. */
function deepen(imports: string, file: string): string {
  return imports.replaceAll('from "./', `from "${"../".repeat(file.split("/").length)}`);
}
