/** The modules of resources: interfaces of their methods, and the methods as functions. */
import { hasRequestBody } from "../../model/http.js";
import { onlyStreams, type Route, type Vendor } from "../../model/model.js";
import { createValueScope, nameOf, type NameScope, toCamelCase } from "../../model/names.js";
import { toParagraph, toSentence } from "../../model/texts.js";
import {
  namesOfPositional,
  printChoices,
  printObjectForms,
  withoutPositional,
} from "../calls/print-calls.js";
import { classOf } from "../calls/error-classes.js";
import { createReferences, deepen, importsOf, type References } from "../names/references.js";
import {
  freeName,
  listResources,
  type Method,
  readResources,
  type Resource,
} from "../resources/resources.js";
import type { EmitContext } from "../context/context.js";
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
} from "../print/module.js";
import { joinBlocks, printValue, toDocComment } from "../print/print.js";
import type { Code, Doc, Imported, Module, Renamed } from "../print/types.js";
import { type Plan, planRoutes, type PlanValue } from "../plans/plans.js";

/**
 * Emits a module for each resource: the interface of its methods, and each method as a function, so
 * that a bundle has those that it imports. Each function is on a line, since there are thousands.
 */
export function emitMethods(context: EmitContext): readonly ModuleDraft[] {
  const plans = planRoutes(context);
  const resources = listResources(readResources(context));
  const taken = context.origin.layout && nameInOneFile(resources, context);
  return resources.map((resource) => ({
    path: `methods/${resource.file}.ts`,
    sources: filesOf(...context.model.routes),
    module: new MethodsPrinter(resource, context, taken).print(plans),
  }));
}

/** Names that stand beside each other in the one file that all resources become in an app. */
interface TakenNames {
  readonly types: readonly string[];
  /** The function of each method: `projectsList`. */
  readonly functions: ReadonlyMap<Method, string>;
}

function nameInOneFile(resources: readonly Resource[], context: EmitContext): TakenNames {
  const scope = createValueScope([...context.names.functions.values(), "globalThis"]);
  const functions = resources.flatMap(({ path, methods }) =>
    methods.map((method) => {
      const functionName = nameOf(context.names.functions, method.route.key);
      const deprecatedName = toCamelCase(`${path} ${method.name}`);
      return [
        method,
        method.isAlias ? scope.take(deprecatedName, `${deprecatedName}_`) : functionName,
      ] as const;
    }),
  );
  const types = resources.flatMap((resource) => listTypeNames(resource, context));
  return { types, functions: new Map(functions) };
}

/** The types that a module names without a namespace, but for the types of the runtime. */
function listTypeNames(resource: Resource, context: EmitContext): readonly string[] {
  const { methods, children, typeName } = resource;
  return [
    typeName,
    ...children.map((child) => child.typeName),
    ...methods.flatMap(({ parameter }) => namesOfPositional(parameter, context.types)),
  ];
}

/** The runtime's types, under names that no type of the API has in the module. */
interface RuntimeTypes {
  readonly call: Imported;
  readonly listCall: Imported;
  readonly stream: Imported;
  readonly methodFunction: Imported;
  readonly streamingFunction: Imported;
  readonly methodOptions: Imported;
  readonly streamOptions: Imported;
}

function nameRuntimeTypes(taken: Iterable<string>, { sdk }: Vendor): RuntimeTypes {
  const names = new Set(taken);
  const isOther = sdk.surface !== undefined;
  const module = ofRuntime(isOther ? "stainless" : "calls");
  const take = (name: string): Imported => {
    const free = freeName(name, names);
    return module.type(name, free === name ? undefined : free);
  };
  return {
    call: take(isOther ? "APIPromise" : "Call"),
    listCall: take(isOther ? "PagePromise" : "ListCall"),
    stream: take(isOther ? "Stream" : "Streamed"),
    methodFunction: take("MethodFunction"),
    streamingFunction: take("StreamingFunction"),
    methodOptions: take(isOther ? "RequestOptions" : "MethodOptions"),
    streamOptions: take(isOther ? "RequestOptions" : "StreamMethodOptions"),
  };
}

/** Prints the module of one resource. */
class MethodsPrinter {
  readonly #resource: Resource;
  readonly #context: EmitContext;
  readonly #inOneFile: TakenNames | undefined;
  readonly #runtime: RuntimeTypes;
  readonly #references: References;
  /** The path from the module to the generated files. */
  readonly #up: string;

  constructor(resource: Resource, context: EmitContext, inOneFile: TakenNames | undefined) {
    const taken = inOneFile?.types ?? listTypeNames(resource, context);
    this.#resource = resource;
    this.#context = context;
    this.#inOneFile = inOneFile;
    this.#runtime = nameRuntimeTypes(taken, context.model.vendor);
    this.#up = "../".repeat(resource.file.split("/").length);
    this.#references = createReferences(context, this.#up);
  }

  print(plans: ReadonlyMap<Route, Plan>): Module {
    const { outputs } = this.#context.model.vendor;
    const hasFunctions = outputs === undefined || outputs.includes("methods");
    const declaration = this.#printInterface();
    if (!hasFunctions) return { blocks: [declaration] };
    const { functions, renamed } = this.#printFunctions(plans);
    return { blocks: [declaration, ...functions.map(final)], renamed };
  }

  // ---- The interface

  #printInterface(): Code {
    const { path, file, typeName, methods, children } = this.#resource;
    const folder = file.replace(/[^/]*$/, "");
    const title = path === "" ? "All methods, by resource." : `Methods of \`${path}\`.`;
    const nested = children.map((child) => {
      const type = ofModule(`./${child.file.slice(folder.length)}.js`).type(child.typeName);
      return code`readonly ${child.name}: ${type};`;
    });
    const members = [
      ...(nested.length > 0 ? [joinCode(nested, "\n")] : []),
      ...methods.map((method) => this.#printMethod(method)),
    ];
    const body = members.length === 0 ? code`` : code`\n${joinCode(members, "\n\n")}\n`;
    return code`/** ${title} */\n${exported("interface", typeName)} {${body}}`;
  }

  #printMethod(method: Method): Code {
    const comment = toDocComment(describeMethod(method));
    const signatures = this.#listVariants(method).map((variant) =>
      this.#printSignature(method, variant),
    );
    // Editors show the comment of the overload that a call has.
    return joinCode(
      signatures.map((signature) => code`${comment}\n${signature}`),
      "\n",
    );
  }

  // ---- Signatures: one, or overloads for options alone and for a route that streams if it is asked to

  /** Lists the signatures of a method. A compiler explains errors by the last one, so it is the most general. */
  #listVariants(method: Method): readonly Variant[] {
    const { parameter, isOptional, takesOptions, route, item, stream } = method;
    const { surface } = parameter;
    const types = this.#runtime;
    const refer = (name: string): Code => this.#references.memberOf("routes", name);
    const orNull = surface && isOptional ? " | null" : "";
    const object = surface
      ? code`${refer(surface.name)}${orNull}`
      : printObjectForms(parameter.forms, refer);
    const result = onlyStreams(route) ? code`` : this.#references.nameOf(method.result);
    const call =
      item === undefined
        ? code`${types.call}<${result}>`
        : code`${types.listCall}<${result}, ${this.#references.nameOf(item)}>`;
    const optionsAlone = { isOptional, options: types.methodOptions, result: call };
    const withObject = { ...optionsAlone, object };
    if (stream === undefined) return [...(takesOptions ? [optionsAlone] : []), withObject];
    const items = code`${types.stream}<${this.#references.nameOf(stream.item)}>`;
    const streamed = surface ? code`${types.call}<${items}>` : items;
    if (stream.when === undefined)
      return [{ ...withObject, options: types.streamOptions, result: streamed }];
    if (!isOverloaded(method)) return [withObject];
    const { asking, notAsking } = printChoices(parameter, stream.when, refer);
    const either =
      surface && item === undefined
        ? code`${types.call}<${result} | ${items}>`
        : code`${call} | ${streamed}`;
    return [
      ...(notAsking === undefined ? [] : [{ ...withObject, object: code`${notAsking}${orNull}` }]),
      { object: asking, isOptional: false, options: types.streamOptions, result: streamed },
      { ...withObject, result: either },
    ];
  }

  #printSignature(
    { name, parameter, positional, isBare }: Method,
    { object, isOptional, options, result }: Variant,
  ): Code {
    const positionalParameters = parameter.positional.map((each, index) => {
      const { text, names } = nameOf(this.#context.types, each.name);
      const imports = importsOf(names, this.#context, undefined, this.#up);
      return codeOf(`${positional[index] ?? ""}: ${text}`, imports);
    });
    const mark = isOptional ? "?" : "";
    const argument = parameter.surface ? "params" : "parameters";
    const hasObject = !isBare && object !== undefined;
    const list = joinCode(
      [
        ...positionalParameters,
        ...(hasObject ? [code`${argument}${mark}: ${object}`] : []),
        code`options?: ${options}`,
      ],
      ", ",
    );
    // Without quotes, `new` would be the signature of a constructor.
    return code`${name === "new" ? '"new"' : name}(${list}): ${result};`;
  }

  // ---- Functions

  #printFunctions(plans: ReadonlyMap<Route, Plan>): {
    readonly functions: readonly Code[];
    /** Functions whose names are no identifiers, or taken in the module. */
    readonly renamed: readonly Renamed[];
  } {
    const { methods, typeName } = this.#resource;
    const inOneFile = this.#inOneFile?.functions;
    const scope = createValueScope(["globalThis", ...(inOneFile?.values() ?? [])]);
    const names = methods.map(
      (method) => inOneFile?.get(method) ?? scope.take(method.name, `${method.name}_`),
    );
    const imports = new ImportedValues(scope, this.#up);
    const renamed: Renamed[] = [];
    const functions = methods.map((method, index) => {
      const name = names[index] ?? method.name;
      const isRenamed = inOneFile === undefined && name !== method.name;
      if (isRenamed) renamed.push({ local: name, name: method.name });
      const { methodFunction, streamingFunction } = this.#runtime;
      const type = isOverloaded(method) ? streamingFunction : methodFunction;
      const head = (isRenamed ? local : exported)("const", name);
      const definition = this.#printDefinition(method, plans.get(method.route), imports);
      return code`${toDocComment(describeFunction(method))}
${head}: ${type}<${typeName}[${JSON.stringify(method.name)}]> = ${definition};`;
    });
    return { functions, renamed };
  }

  #printDefinition(
    method: Method,
    plan: Plan = new Map<string, PlanValue>(),
    imports: ImportedValues,
  ): Code {
    const { vendor } = this.#context.model;
    const module = ofRuntime(vendor.sdk.surface === undefined ? "calls" : "stainless");
    const define = imports.take(module.value(chooseDefine(method.route, vendor)));
    const form = [
      ...listForm(method, vendor).map(([name, value]) => code`${name}: ${printValue(value)}`),
      ...[...plan].map(([name, value]) => printPlanValue(name, value, imports)),
    ];
    const settings = form.length === 0 ? "" : code`, { ${joinCode(form, ", ")} }`;
    return code`/* @__PURE__ */ ${define}(${JSON.stringify(method.route.key)}${settings})`;
  }
}

/** Parts in which the signatures of one method differ. */
interface Variant {
  /** The type of the object of parameters. Absent if options stand in its place. */
  readonly object?: Code;
  readonly isOptional: boolean;
  readonly options: Imported;
  readonly result: Code;
}

/** Tells whether a method streams if its parameters ask for it. */
function isOverloaded({ stream, isBare }: Method): boolean {
  return stream?.when !== undefined && !isBare;
}

// ---- Comments

function describeMethod(method: Method): Doc {
  const { route, isAlias } = method;
  const { key, summary, description, docs, deprecated } = route;
  const paragraph = description === undefined ? "" : toParagraph(description);
  const isRepeated = summary !== undefined && paragraph.startsWith(summary);
  const texts = [isRepeated ? "" : (summary ?? ""), paragraph];
  const link = docs === undefined ? "" : ` [Documentation](${docs})`;
  const presentName = isAlias ? `Its name is now \`${route.call}\`.` : "";
  return {
    text: joinBlocks([...texts, `\`${key}\`${link}`]),
    tags: [
      ...describeArguments(method),
      ...describeErrors(method),
      ...(isAlias ? [["@deprecated", presentName] as const] : []),
    ],
    deprecated: deprecated && !isAlias,
  };
}

/** The most keys of an object that a comment lists. */
const MOST_KEYS = 12;

/** Describes each positional argument, and lists the keys of the object. */
function describeArguments({
  parameter,
  positional,
  isBare,
}: Method): readonly (readonly [string, string])[] {
  const ofPositional = parameter.positional.flatMap(({ parameter: { description } }, index) =>
    description === undefined
      ? []
      : [["@param", `${positional[index] ?? ""} ${toSentence(description)}`] as const],
  );
  const [{ call, positionalNames }] = parameter.forms;
  const keys = parameter.surface?.keys ?? withoutPositional(call, positionalNames).parameters;
  const object = parameter.surface ? "params" : "parameters";
  const list = (isRequired: boolean): string => {
    const names = keys.filter(({ required }) => required === isRequired).map(({ name }) => name);
    const shown = names.slice(0, MOST_KEYS).map((name) => `\`${name.replaceAll("`", "")}\``);
    return [...shown, ...(names.length > MOST_KEYS ? ["…"] : [])].join(", ");
  };
  const [required, optional] = [list(true), list(false)];
  const text = [required, optional === "" ? "" : `optional: ${optional}`].filter(
    (each) => each !== "",
  );
  const isListed = !isBare && text.length > 0;
  return [
    ...ofPositional,
    ...(isListed ? [["@param", `${object} ${text.join("; ")}`] as const] : []),
  ];
}

function describeErrors({ route }: Method): readonly (readonly [string, string])[] {
  return route.responses.flatMap(({ status, description }) => {
    const name = classOf(status);
    if (!/^[345]\d\d$/.test(status) || status === "304") return [];
    const text = description === undefined ? "" : `: ${toSentence(description)}`;
    return [["@throws", `{${name}} ${status}${text}`] as const];
  });
}

function describeFunction({ route, isAlias }: Method): Doc {
  const { key, summary, call, deprecated } = route;
  const text = summary ?? `\`${key}\``;
  return isAlias
    ? { text, tags: [["@deprecated", `Its name is now \`${call}\`.`]] }
    : { text, deprecated };
}

// ---- Definitions of functions

/** The values that a module imports, under names that none of its functions has. */
class ImportedValues {
  readonly #scope: NameScope;
  readonly #up: string;
  readonly #known = new Map<string, Imported>();

  /** @param up The path from the module to the generated files. */
  constructor(scope: NameScope, up: string) {
    this.#scope = scope;
    this.#up = up;
  }

  take(imported: Imported): Imported {
    const { name, module } = imported;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const free = this.#scope.take(name, `${name}_`);
    const taken: Imported = {
      ...imported,
      module: deepen(this.#up, module),
      ...(free !== name && { alias: free }),
    };
    this.#known.set(name, taken);
    return taken;
  }
}

/** The function of the runtime that makes a method. One for routes without a body brings no code for bodies. */
function chooseDefine({ method, stream }: Route, { sdk }: Vendor): string {
  if (stream !== undefined) return "defineStreamMethod";
  return hasRequestBody(method) || sdk.surface !== undefined ? "defineMethod" : "defineReadMethod";
}

function printPlanValue(name: string, value: PlanValue, imports: ImportedValues): Code {
  if (value.kind === "data") return code`${name}: ${printValue(value.data)}`;
  if (value.kind === "names") {
    const names = value.imported.map((name) => imports.take(name));
    return code`${name}: [${joinCode(names, ", ")}]`;
  }
  const taken = imports.take(value.imported);
  const isShort = taken.name === name && taken.alias === undefined;
  return isShort ? code`${taken}` : code`${name}: ${taken}`;
}

/** The name of a method, and the settings of one that takes its parameters in an unusual form. */
function listForm(
  { isBare, parameter, takesOptions, route }: Method,
  { sdk }: Vendor,
): readonly (readonly [name: string, value: unknown])[] {
  const mode = sdk.arguments;
  const form = {
    call: route.call,
    ...(mode !== "object" && parameter.positional.length > 0 && { arguments: mode }),
    ...(isBare && { isBare: true }),
    ...(takesOptions && { takesOptions: true }),
    ...(parameter.surface?.shape && { shape: parameter.surface.shape }),
  };
  return Object.entries(form);
}
