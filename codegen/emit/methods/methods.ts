/** The modules of resources: interfaces of their methods, and the methods as functions. */
import { hasRequestBody } from "../../model/http.js";
import { onlyStreams, type Route, runtimeOf, type Vendor } from "../../model/model.js";
import { createValueScope, nameOf, toCamelCase } from "../../model/names.js";
import { toParagraph, toSentence } from "../../model/texts.js";
import {
  namesOfPositional,
  printChoices,
  printObjectForms,
  withoutPositional,
} from "../calls/print-calls.js";
import { classOf } from "../calls/error-classes.js";
import { createReferences, printTypeImports, type References } from "../names/references.js";
import {
  freeName,
  listResources,
  type Method,
  readResources,
  type Resource,
} from "../resources/resources.js";
import type { EmitContext } from "../context/context.js";
import { type FileDraft, filesOf } from "../print/file.js";
import {
  breakImport,
  joinBlocks,
  joinLines,
  LINE_WIDTH,
  printTypeImport,
  printValue,
  toDocComment,
} from "../print/print.js";
import { RUNTIME } from "../print/module.js";
import type { Doc } from "../print/types.js";
import { type Plan, planRoutes, type PlanValue } from "../plans/plans.js";

/**
 * Emits a module for each resource: the interface of its methods, and each method as a function, so
 * that a bundle has those that it imports. They are printed in their final form, because formatting so
 * much text would take a second.
 */
export function emitMethods(context: EmitContext): readonly FileDraft[] {
  const plans = planRoutes(context);
  const resources = listResources(readResources(context));
  const taken = context.origin.layout && nameInOneFile(resources, context);
  return resources.map((resource) => ({
    path: `methods/${resource.file}.ts`,
    sources: filesOf(...context.model.routes),
    body: printResource(resource, plans, context, taken),
    // Prettier breaks the long types of overloads, and long plans, by many rules.
    isFormatted: !resource.methods.some(
      (method) => isOverloaded(method) || hasLongPlan(plans.get(method.route)),
    ),
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
      const own = nameOf(context.names.functions, method.route.key);
      const former = toCamelCase(`${path} ${method.name}`);
      return [method, method.isFormer ? scope.take(former, `${former}_`) : own] as const;
    }),
  );
  const types = resources.flatMap((resource) => listTypeNames(resource, context));
  return { types, functions: new Map(functions) };
}

/** Tells whether a plan has so much data that its line is broken. */
function hasLongPlan(plan: Plan | undefined): boolean {
  return JSON.stringify([...(plan ?? [])]).length > LINE_WIDTH;
}

function printResource(
  resource: Resource,
  plans: ReadonlyMap<Route, Plan>,
  context: EmitContext,
  taken: TakenNames | undefined,
): string {
  const { methods } = resource;
  const { outputs } = context.model.vendor;
  const hasFunctions = outputs === undefined || outputs.includes("methods");
  const references = createReferences(context);
  const used = new Set(taken?.types ?? listTypeNames(resource, context));
  const imports: [name: string, alias: string][] = [];
  const take = (name: string, isUsed: boolean): string => {
    const alias = freeName(name, used);
    if (isUsed) imports.push([name, alias]);
    return alias;
  };
  const isOther = context.model.vendor.sdk.surface !== undefined;
  const streaming = methods.some(({ stream }) => stream !== undefined);
  const usual = methods.filter(({ route }) => !onlyStreams(route));
  const methodOptions = take(
    isOther ? "RequestOptions" : "MethodOptions",
    usual.length > 0 || (isOther && streaming),
  );
  const names: RuntimeNames = {
    call: take(
      isOther ? "APIPromise" : "Call",
      usual.some(({ item }) => item === undefined) || (isOther && streaming),
    ),
    listCall: take(
      isOther ? "PagePromise" : "ListCall",
      usual.some(({ item }) => item !== undefined),
    ),
    stream: take(isOther ? "Stream" : "Streamed", streaming),
    methodFunction: take(
      "MethodFunction",
      hasFunctions && methods.some((method) => !isOverloaded(method)),
    ),
    streamingFunction: take("StreamingFunction", hasFunctions && methods.some(isOverloaded)),
    methodOptions,
    streamOptions: isOther ? methodOptions : take("StreamMethodOptions", streaming),
  };
  const module = `${runtimeOf(context.model.vendor)}/${isOther ? "stainless" : "calls"}`;
  const types = imports.map(([name, alias]) => (name === alias ? name : `${name} as ${alias}`));
  const functions = hasFunctions
    ? printFunctions(resource, names, plans, context, taken?.functions)
    : { imported: new Map<string, readonly string[]>(), blocks: [] };
  const declaration = printInterface(resource, names, references, context);
  return joinBlocks([
    joinLines([
      ...[...functions.imported].map(([from, taken]) =>
        breakImport(
          `import { ${taken.join(", ")} } from "${locateModule(from, module, resource, context)}";`,
        ),
      ),
      breakImport(printTypeImport(types, module)),
      printOwnImports(resource, references, context),
    ]),
    declaration,
    ...functions.blocks,
  ]);
}

/** The specifier of a module, from the file of a resource. */
function locateModule(from: string, own: string, { file }: Resource, context: EmitContext): string {
  if (from === OWN) return own;
  if (from.startsWith(".")) return "../".repeat(file.split("/").length - 1) + from;
  return from.replace(RUNTIME, `${runtimeOf(context.model.vendor)}/`);
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

/** Prints the imports of the module's interface, after it was printed. */
function printOwnImports(resource: Resource, references: References, context: EmitContext): string {
  const { children, file } = resource;
  const up = "../".repeat(file.split("/").length);
  const folder = file.replace(/[^/]*$/, "");
  const positional = printTypeImports(listTypeNames(resource, context), context)
    .split("\n")
    .map((line) => line.replace(/from "\.\//, `from "${up}`));
  const nested = children.map((child) =>
    printTypeImport([child.typeName], `./${child.file.slice(folder.length)}.js`),
  );
  return joinLines([
    ...positional.map(breakImport),
    references.printImports(up),
    ...nested.map(breakImport),
  ]);
}

function printInterface(
  resource: Resource,
  names: RuntimeNames,
  references: References,
  context: EmitContext,
): string {
  const { path, typeName, methods, children } = resource;
  const members = [
    children.map((child) => `  readonly ${child.name}: ${child.typeName};`).join("\n"),
    ...methods.map((method) => printMethod(method, names, references, context)),
  ];
  const title = path === "" ? "All methods, by resource." : `Methods of \`${path}\`.`;
  const body = joinBlocks(members);
  const head = `/** ${title} */\nexport interface ${typeName} {`;
  return body === "" ? `${head}}` : `${head}\n${body}\n}`;
}

function printMethod(
  method: Method,
  names: RuntimeNames,
  references: References,
  context: EmitContext,
): string {
  const comment = toDocComment(describeMethod(method)).replace(/^(?=.)/gm, "  ");
  const signatures = printSignatures(method, names, references, context);
  // Editors show the comment of the overload that a call has.
  return signatures.map((signature) => `${comment}\n${signature}`).join("\n");
}

// ---- Signatures: one, or overloads for options alone and for a route that streams if it is asked to

/** The runtime's functions, imported under names that no type of the API has there. */
interface RuntimeNames {
  readonly call: string;
  readonly listCall: string;
  readonly stream: string;
  readonly methodFunction: string;
  readonly streamingFunction: string;
  readonly methodOptions: string;
  readonly streamOptions: string;
}

/** Parts in which the signatures of one method differ. */
interface Variant {
  /** The type of the object of parameters. Absent if options stand in its place. */
  readonly object?: string;
  readonly isOptional: boolean;
  readonly options: string;
  readonly end: string;
}

/** Tells whether a method streams if its parameters ask for it. */
function isOverloaded({ stream, isBare }: Method): boolean {
  return stream?.when !== undefined && !isBare;
}

/** Prints the signatures of a method. A compiler explains errors by the last one, so it is the most general. */
function printSignatures(
  method: Method,
  names: RuntimeNames,
  references: References,
  context: EmitContext,
): readonly string[] {
  const variants = listVariants(method, names, references);
  return variants.map((variant) => printSignature(method, variant, context));
}

function listVariants(
  method: Method,
  names: RuntimeNames,
  references: References,
): readonly Variant[] {
  const { parameter, isBare, isOptional, takesOptions, route, item, stream } = method;
  const { surface } = parameter;
  const nothing = surface && isOptional ? " | null" : "";
  const from = isBare ? "" : references.prefixOf("routes");
  const object = surface ? from + surface.name + nothing : printObjectForms(parameter.forms, from);
  const result = onlyStreams(route) ? "" : references.nameOf(method.result);
  const call =
    item === undefined
      ? `${names.call}<${result}>`
      : `${names.listCall}<${result}, ${references.nameOf(item)}>`;
  const bare = { isOptional, options: names.methodOptions, end: call };
  const usual = { ...bare, object };
  if (stream === undefined) return [...(takesOptions ? [bare] : []), usual];
  const items = `${names.stream}<${references.nameOf(stream.item)}>`;
  const streamed = surface ? `${names.call}<${items}>` : items;
  if (stream.when === undefined) return [{ ...usual, options: names.streamOptions, end: streamed }];
  if (!isOverloaded(method)) return [usual];
  const { asking, others } = printChoices(parameter, stream.when, from);
  const either =
    surface && item === undefined ? `${names.call}<${result} | ${items}>` : `${call} | ${streamed}`;
  return [
    ...(others === undefined ? [] : [{ ...usual, object: others + nothing }]),
    { object: asking, isOptional: false, options: names.streamOptions, end: streamed },
    { ...usual, end: either },
  ];
}

/** Prints one line if the signature fits, otherwise a line for each argument. */
function printSignature(
  { name, parameter, positional, isBare }: Method,
  { object, isOptional, options, end }: Variant,
  { types }: EmitContext,
): string {
  const own = parameter.positional.map(
    (own, index) => `${positional[index] ?? ""}: ${nameOf(types, own.name).text}`,
  );
  const mark = isOptional ? "?" : "";
  const argument = parameter.surface ? "params" : "parameters";
  const parameters = isBare || object === undefined ? [] : [`${argument}${mark}: ${object}`];
  const given = [...own, ...parameters, `options?: ${options}`];
  // Without quotes, `new` would be the signature of a constructor.
  const key = name === "new" ? '"new"' : name;
  const line = `  ${key}(${given.join(", ")}): ${end};`;
  if (line.length <= LINE_WIDTH && !line.includes("\n")) return line;
  return [`  ${key}(`, ...given.map(printArgument), printEnd(end)].join("\n");
}

function printEnd(type: string): string {
  const line = `  ): ${type};`;
  if (line.length <= LINE_WIDTH) return line;
  return line.replace("<", "<\n    ").replace(", ", ",\n    ").replace(/>;$/, "\n  >;");
}

/** Breaks a long union: all members on the next line, or each member on its own line. */
function printArgument(given: string): string {
  const line = `    ${given},`;
  const [, name = "", type = ""] = /^([^:]+:) (.+ \| .+)$/.exec(given) ?? [];
  if (line.length <= LINE_WIDTH || type === "") return line;
  const below = `      ${type},`;
  if (below.length <= LINE_WIDTH) return `    ${name}\n${below}`;
  return `    ${name}\n${type.replace(/(?:^| \| )/g, "\n      | ").slice(1)},`;
}

// ---- Comments

function describeMethod(method: Method): Doc {
  const { route, isFormer } = method;
  const { key, summary, description, docs, deprecated } = route;
  const paragraph = description === undefined ? "" : toParagraph(description);
  const isRepeated = summary !== undefined && paragraph.startsWith(summary);
  const texts = [isRepeated ? "" : (summary ?? ""), paragraph];
  const link = docs === undefined ? "" : ` [Documentation](${docs})`;
  const former = isFormer ? `Its name is now \`${route.call}\`.` : "";
  return {
    text: joinBlocks([...texts, `\`${key}\`${link}`]),
    tags: [
      ...describeArguments(method),
      ...describeErrors(method),
      ...(isFormer ? [["@deprecated", former] as const] : []),
    ],
    deprecated: deprecated && !isFormer,
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
  const own = parameter.positional.flatMap(({ parameter: { description } }, index) =>
    description === undefined
      ? []
      : [["@param", `${positional[index] ?? ""} ${toSentence(description)}`] as const],
  );
  const [{ call, apart }] = parameter.forms;
  const keys = parameter.surface?.keys ?? withoutPositional(call, apart).parameters;
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
  return [...own, ...(isListed ? [["@param", `${object} ${text.join("; ")}`] as const] : [])];
}

function describeErrors({ route }: Method): readonly (readonly [string, string])[] {
  return route.responses.flatMap(({ status, description }) => {
    const name = classOf(status);
    if (!/^[345]\d\d$/.test(status) || status === "304") return [];
    const text = description === undefined ? "" : `: ${toSentence(description)}`;
    return [["@throws", `{${name}} ${status}${text}`] as const];
  });
}

// ---- Functions

/** The functions of a module, and the names that they import. */
interface Functions {
  /** By module. */
  readonly imported: ReadonlyMap<string, readonly string[]>;
  readonly blocks: readonly string[];
}

/** Stands for the module of the runtime that defines methods. */
const OWN = "";

function printFunctions(
  { methods, typeName }: Resource,
  { methodFunction, streamingFunction }: RuntimeNames,
  plans: ReadonlyMap<Route, Plan>,
  context: EmitContext,
  inOneFile: ReadonlyMap<Method, string> | undefined,
): Functions {
  const scope = createValueScope(["globalThis", ...(inOneFile?.values() ?? [])]);
  const names = methods.map(
    (method) => inOneFile?.get(method) ?? scope.take(method.name, `${method.name}_`),
  );
  const imported = new Map<string, string[]>();
  const locals = new Map<string, string>();
  /** Imports a name once, and returns its local name, which no method has. */
  const take = (name: string, module = OWN): string => {
    const known = locals.get(name);
    if (known !== undefined) return known;
    const local = scope.take(name, `${name}_`);
    locals.set(name, local);
    const taken = imported.get(module) ?? [];
    imported.set(module, [...taken, local === name ? name : `${name} as ${local}`]);
    return local;
  };
  const renamed: string[] = [];
  const blocks = methods.map((method, index) => {
    const local = names[index] ?? method.name;
    const isRenamed = inOneFile === undefined && local !== method.name;
    if (isRenamed) renamed.push(`${local} as ${method.name}`);
    const { key, summary, call, deprecated } = method.route;
    const doc: Doc = method.isFormer
      ? { text: summary ?? `\`${key}\``, tags: [["@deprecated", `Its name is now \`${call}\`.`]] }
      : { text: summary ?? `\`${key}\``, deprecated };
    const kind = isOverloaded(method) ? streamingFunction : methodFunction;
    const type = `${kind}<${typeName}[${JSON.stringify(method.name)}]>`;
    const define = take(chooseDefine(method.route, context.model.vendor));
    const form = [
      ...listForm(method, context).map(([name, value]) => `${name}: ${printValue(value)}`),
      ...[...(plans.get(method.route) ?? [])].map(([name, value]) =>
        printPlanValue(name, value, take),
      ),
    ];
    const given = [JSON.stringify(key), ...(form.length === 0 ? [] : [`{ ${form.join(", ")} }`])];
    const head = `${isRenamed ? "" : "export "}const ${local}: ${type} =`;
    return `${toDocComment(doc)}\n${printDefinition(head, define, given)}`;
  });
  const exports = renamed.length === 0 ? "" : breakImport(`export { ${renamed.join(", ")} };`);
  return { imported, blocks: [...blocks, exports] };
}

/** The function of the runtime that makes a method. One for routes without a body brings no code for bodies. */
function chooseDefine({ method, stream }: Route, { sdk }: Vendor): string {
  if (stream !== undefined) return "defineStreamMethod";
  return hasRequestBody(method) || sdk.surface !== undefined ? "defineMethod" : "defineReadMethod";
}

function printPlanValue(
  name: string,
  value: PlanValue,
  take: (name: string, module: string) => string,
): string {
  if (value.kind === "data") return `${name}: ${printValue(value.data)}`;
  if (value.kind === "names")
    return `${name}: [${value.imported.map((each) => take(each.name, each.module)).join(", ")}]`;
  const local = take(value.imported.name, value.imported.module);
  return local === name ? name : `${name}: ${local}`;
}

function printDefinition(head: string, define: string, given: readonly string[]): string {
  const call = `/* @__PURE__ */ ${define}`;
  const line = `${head} ${call}(${given.join(", ")});`;
  if (line.length <= LINE_WIDTH) return line;
  if (head.length > LINE_WIDTH) {
    const broken = head.replace("<", "<\n  ").replace(/> =$/, "\n> =");
    const last = `> = ${call}(${given.join(", ")});`;
    if (last.length <= LINE_WIDTH) return `${broken.slice(0, -3)}${last}`;
    return `${broken} ${call}(\n${given.map((each) => `  ${each},`).join("\n")}\n);`;
  }
  const next = `  ${call}(${given.join(", ")});`;
  if (next.length <= LINE_WIDTH) return `${head}\n${next}`;
  return `${head}\n  ${call}(\n${given.map((each) => `    ${each},`).join("\n")}\n  );`;
}

/** The name of a method, and the settings of one that takes its parameters in an unusual form. */
function listForm(
  { isBare, parameter, takesOptions, route }: Method,
  { model }: EmitContext,
): readonly (readonly [name: string, value: unknown])[] {
  const mode = model.vendor.sdk.arguments;
  const form = {
    call: route.call,
    ...(mode !== "object" && parameter.positional.length > 0 && { arguments: mode }),
    ...(isBare && { isBare: true }),
    ...(takesOptions && { takesOptions: true }),
    ...(parameter.surface?.shape && { shape: parameter.surface.shape }),
  };
  return Object.entries(form);
}
