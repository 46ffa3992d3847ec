/** Modules of schemas as code. */
import { groupBy } from "../../model/group-by.js";
import { nameOf, toCamelCase, toValueKey } from "../../model/names.js";
import { toStatusKey } from "../calls/responses.js";
import { BODY } from "../names/types.js";
import {
  code,
  codeOf,
  exported,
  final,
  joinCode,
  local,
  ofModule,
  textOf,
} from "../print/module.js";
import type { Code, Imported, Module, Printable } from "../print/types.js";
import type { Definition, SharedDefinitions } from "./definitions.js";
import { type PrintedPlan, printPlan } from "./plans.js";
import {
  type PayloadTable,
  type PrintedSchema,
  type SchemaModule,
  SCHEMAS,
  type SchemaTable,
} from "./schema-modules.js";
import type { DividedModule } from "./split-definitions.js";

/** Prints modules of schemas: a constant for each plan, and one for each schema. */
export class SchemaPrinter {
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

  /** Prints the module with the definitions that several modules use. */
  printShared(definitions: readonly Definition[]): Module {
    return toDataModule([joinCode(this.#declare(definitions, [], exported), "\n")]);
  }

  /** Prints the schemas of a module: those that are equal as one constant, with the name of their type. */
  printModule({ module, definitions, imported }: DividedModule<SchemaModule>): Module {
    const up = "../".repeat(module.file.split("/").length - 1);
    const shared = imported.map((name) => ofModule(`${up}shared.js`).value(name));
    const planned = module.schemas.map((schema): PlannedSchema => {
      const plan = this.#printRoot(schema, shared);
      return { schema, plan, key: `${textOf(schema.type)} ${textOf(plan)}` };
    });
    const constants = nameConstants(planned);
    const constantOf = new Map(
      planned.map(({ schema, key }) => [schema.name, nameOf(constants, key)]),
    );
    return toDataModule([
      joinCode(this.#declare(definitions, shared, local), "\n"),
      joinCode(printSchemas(planned, constants), "\n"),
      module.kind === "routes"
        ? printTable(module.table, constantOf)
        : printPayloads(module.payloads),
    ]);
  }

  /** The plan of a schema, or of any of its members. */
  #printRoot({ name, members = [] }: PrintedSchema, shared: readonly Imported[]): Code {
    const root = this.#shared.roots.get(name);
    if (root !== undefined) {
      const plan = printPlan(root, () => false);
      return toCode(plan, root, shared);
    }
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

/** Only the declarations of plans have types. */
const UNCHECKED_DATA = "// @ts-nocheck -- data, made of JSON Schema";

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

// ---- Schemas

/** Names the constant of each group of equal schemas: after their type if there are several, or as the first one. */
function nameConstants(planned: readonly PlannedSchema[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const constants = [...groupBy(planned, ({ key }) => key)].flatMap(([key, [first, second]]) => {
    if (first === undefined) return [];
    const { name, declaredType } = first.schema;
    const constant = toCamelCase(`${declaredType ?? ""} schema`);
    // A type of a request and of a response can have two plans.
    if (declaredType === undefined || second === undefined || taken.has(constant))
      return [[key, name] as const];
    taken.add(constant);
    return [[key, constant] as const];
  });
  return new Map(constants);
}

/** @param constants The constant of each group of equal schemas, by their key. */
function printSchemas(
  planned: readonly PlannedSchema[],
  constants: ReadonlyMap<string, string>,
): readonly Code[] {
  const members = new Set(planned.flatMap(({ schema }) => schema.members ?? []));
  const groups = groupBy(planned, ({ key }) => key).values();
  const firsts = new Set([...groups].map(([first]) => first));
  return planned.map((each) => {
    if (members.has(each.schema.name)) return printMember(each);
    return printSchema(each, nameOf(constants, each.key), firsts.has(each));
  });
}

/**
 * Prints a schema. Equal schemas share a constant, of which each is another name.
 * @param isFirst The first of equal schemas declares the constant.
 */
function printSchema(
  { schema: { name, type, text }, plan }: PlannedSchema,
  constant: string,
  isFirst: boolean,
): Code {
  if (constant === name)
    return code`/** ${text} */\n${declareSchema(exported("const", name), type, plan)}`;
  const before = isFirst ? code`${declareSchema(local("const", constant), type, plan)}\n` : code``;
  return code`${before}/** ${text} */\n${exported("const", name)} = ${constant};`;
}

/** Prints a schema whose plan other schemas refer to. */
function printMember({ schema: { name, type, text }, plan }: PlannedSchema): Code {
  const planName = planOf(name);
  return code`${local("const", planName)}: ${PLAN} = ${plan};
/** ${text} */
${declareSchema(exported("const", name), type, planName)}`;
}

/** The constant with the plan of a schema that other schemas refer to. */
function planOf(schema: string): string {
  return toCamelCase(schema.replace(/Schema\d*$/, "$&Plan"));
}

function declareSchema(head: Code, type: Code, plan: Printable): Code {
  return code`${head}: ${SCHEMAS.type("Schema")}<${type}> = /* @__PURE__ */ ${SCHEMAS.value("schema")}(${plan});`;
}

// ---- Tables

/** @param constants The constant of each schema, by the name of the schema. */
function printTable(
  { constant, routes }: SchemaTable,
  constants: ReadonlyMap<string, string>,
): Code {
  const lines = routes.map(({ route, schemas }) => {
    const entries = schemas.map(
      ({ key, name }) => `${toStatusKey(key)}: ${nameOf(constants, name)}`,
    );
    return `  ${toValueKey(route)}: { ${entries.join(", ")} },`;
  });
  return code`/** The schemas of each route, by status and \`${BODY}\`. */
${exported("const", constant)}: ${SCHEMAS.type("SchemasOfRoutes")} = {
${lines.join("\n")}
};`;
}

function printPayloads({ constant, entries }: PayloadTable): Code {
  const lines = entries.map(({ name, schema }) => `  [${JSON.stringify(name)}, ${schema}],`);
  return code`/** The schemas of payloads, by the names of events. */
${exported("const", constant)}: ${SCHEMAS.type("SchemasOfPayloads")} = /* @__PURE__ */ new Map([
${lines.join("\n")}
]);`;
}

// ---- Types

/** A schema with its plan, and a key that equal schemas of a module have. */
interface PlannedSchema {
  readonly schema: PrintedSchema;
  readonly plan: Code;
  readonly key: string;
}
