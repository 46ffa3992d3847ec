import { createValueScope } from "../../model/names.js";
import { toParagraph, toSentence } from "../../model/texts.js";
import { type EmitContext, printTypeImports } from "../prepare/context.js";
import { listResources, type Method, readResources, type Resource } from "../prepare/resources.js";
import {
  namesOfPositional,
  printObjectForms,
  withoutPositional,
} from "../prepare/route-schemas.js";
import { nameOf } from "../prepare/type-names.js";
import { type FileDraft, filesOf } from "../print/file.js";
import {
  breakImport,
  type Doc,
  joinBlocks,
  joinLines,
  LINE_WIDTH,
  printTypeImport,
  printValue,
  toDocComment,
} from "../print/print.js";

/**
 * Emits a module for each resource: the interface of its methods, and each method as a function, so
 * that a bundle has those that it imports. They are printed in their final form, because formatting so
 * much text would take a second.
 */
export function emitMethods(context: EmitContext): readonly FileDraft[] {
  return listResources(readResources(context)).map((resource) => ({
    path: `methods/${resource.file}.ts`,
    sources: filesOf(...context.model.routes),
    body: printResource(resource, context),
    isFormatted: true,
  }));
}

/** The runtime's functions, imported under names that no type of the API has there. */
interface RuntimeNames {
  readonly call: string;
  readonly listCall: string;
  readonly methodFunction: string;
  readonly methodOptions: string;
}

function printResource(resource: Resource, context: EmitContext): string {
  const { runtime } = context.model.vendor;
  const { methods } = resource;
  const used = new Set(listTypes(resource, context));
  const imports: [name: string, alias: string][] = [];
  const take = (name: string, isUsed: boolean): string => {
    let alias = name;
    while (used.has(alias)) alias += "_";
    if (isUsed) imports.push([name, alias]);
    return alias;
  };
  const isOther = context.model.vendor.sdk.surface !== undefined;
  const names: RuntimeNames = {
    call: take(
      isOther ? "APIPromise" : "Call",
      methods.some(({ item }) => item === undefined),
    ),
    listCall: take(
      isOther ? "PagePromise" : "ListCall",
      methods.some(({ item }) => item !== undefined),
    ),
    methodFunction: take("MethodFunction", methods.length > 0),
    methodOptions: take(isOther ? "RequestOptions" : "MethodOptions", methods.length > 0),
  };
  const module = `${runtime === false ? "typewire-runtime" : runtime}/${isOther ? "stainless" : "calls"}`;
  const types = imports.map(([name, alias]) => (name === alias ? name : `${name} as ${alias}`));
  const functions = printFunctions(resource, names, context);
  return joinBlocks([
    joinLines([
      methods.length > 0 ? `import { ${functions.define} } from "${module}";` : "",
      breakImport(printTypeImport(types, module)),
      printOwnImports(resource, context),
    ]),
    printInterface(resource, names, context),
    ...functions.blocks,
  ]);
}

/** The types that a module names, beside those of the runtime. */
function listTypes(resource: Resource, context: EmitContext): readonly string[] {
  const { methods, children, typeName } = resource;
  return [
    typeName,
    ...children.map((child) => child.typeName),
    ...methods.flatMap(({ parameter, isBare, result, item }) => [
      ...(isBare
        ? []
        : (parameter.surface ? [parameter.surface] : parameter.forms).map(({ name }) => name)),
      ...namesOfPositional(parameter, context.types),
      result,
      ...(item === undefined ? [] : [item]),
    ]),
  ];
}

function printOwnImports(resource: Resource, context: EmitContext): string {
  const { methods, children, file } = resource;
  const up = "../".repeat(file.split("/").length);
  const all = listTypes(resource, context);
  const own = new Set(context.names.items.values());
  const results = [
    ...methods.map(({ result }) => result),
    ...methods.flatMap(({ item }) => (item !== undefined && own.has(item) ? [item] : [])),
  ];
  const folder = file.replace(/[^/]*$/, "");
  const lines = [
    ...printTypeImports(all, context).split("\n"),
    printTypeImport(results, "./results.js"),
  ].map((line) => line.replace(/from "\.\//, `from "${up}`));
  const nested = children.map((child) =>
    printTypeImport([child.typeName], `./${child.file.slice(folder.length)}.js`),
  );
  return joinLines([...lines, ...nested].map(breakImport));
}

function printInterface(resource: Resource, names: RuntimeNames, context: EmitContext): string {
  const { path, typeName, methods, children } = resource;
  const members = [
    children.map((child) => `  readonly ${child.name}: ${child.typeName};`).join("\n"),
    ...methods.map((method) => printMethod(method, names, context)),
  ];
  const title = path === "" ? "All methods, by resource." : `Methods of \`${path}\`.`;
  const body = joinBlocks(members);
  const head = `/** ${title} */\nexport interface ${typeName} {`;
  return body === "" ? `${head}}` : `${head}\n${body}\n}`;
}

function printMethod(method: Method, names: RuntimeNames, context: EmitContext): string {
  const comment = toDocComment(describeMethod(method)).replace(/^(?=.)/gm, "  ");
  return `${comment}\n${printSignature(method, names, context)}`;
}

/** On one line if it fits, otherwise with an argument on each. */
function printSignature(method: Method, names: RuntimeNames, { types }: EmitContext): string {
  const { name, parameter, positional, isBare, isOptional, result, item } = method;
  const own = parameter.positional.map(
    ({ typeKey }, index) => `${positional[index] ?? ""}: ${nameOf(types, typeKey).text}`,
  );
  const mark = isOptional ? "?" : "";
  const object = parameter.surface
    ? `params${mark}: ${parameter.surface.name}${isOptional ? " | null" : ""}`
    : `parameters${mark}: ${printObjectForms(parameter.forms)}`;
  const given = [...own, ...(isBare ? [] : [object]), `options?: ${names.methodOptions}`];
  const end =
    item === undefined ? `${names.call}<${result}>` : `${names.listCall}<${result}, ${item}>`;
  const line = `  ${name}(${given.join(", ")}): ${end};`;
  if (line.length <= LINE_WIDTH && !line.includes("\n")) return line;
  return [`  ${name}(`, ...given.map(printArgument), printEnd(end)].join("\n");
}

function printEnd(type: string): string {
  const line = `  ): ${type};`;
  if (line.length <= LINE_WIDTH) return line;
  return line.replace("<", "<\n    ").replace(", ", ",\n    ").replace(/>;$/, "\n  >;");
}

/** A union that is too long goes to lines of its own, together or one by one. */
function printArgument(given: string): string {
  const line = `    ${given},`;
  const [, name = "", type = ""] = /^([^:]+:) (.+ \| .+)$/.exec(given) ?? [];
  if (line.length <= LINE_WIDTH || type === "") return line;
  const below = `      ${type},`;
  if (below.length <= LINE_WIDTH) return `    ${name}\n${below}`;
  return `    ${name}\n${type.replace(/(?:^| \| )/g, "\n      | ").slice(1)},`;
}

/** Classes of errors by status; any other is a `ResponseError`. */
const ERRORS: Readonly<Record<string, string>> = {
  "400": "BadRequestError",
  "401": "AuthenticationError",
  "403": "PermissionDeniedError",
  "404": "NotFoundError",
  "409": "ConflictError",
  "422": "UnprocessableEntityError",
  "429": "RateLimitError",
};

function describeMethod(method: Method): Doc {
  const { route, isFormer } = method;
  const { key, summary, description, docs, deprecated } = route;
  const paragraph = description === undefined ? "" : toParagraph(description);
  const isRepeated = summary !== undefined && paragraph.startsWith(summary);
  const texts = [isRepeated ? "" : (summary ?? ""), paragraph === summary ? "" : paragraph];
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

/** Arguments of their own with their descriptions; of the object, its keys. */
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
    const name = ERRORS[status] ?? (/^5/.test(status) ? "InternalServerError" : "ResponseError");
    if (!/^[345]\d\d$/.test(status) || status === "304") return [];
    const text = description === undefined ? "" : `: ${toSentence(description)}`;
    return [["@throws", `{${name}} ${status}${text}`] as const];
  });
}

/** The functions of a module, and the name under which `defineMethod` is imported. */
interface Functions {
  readonly define: string;
  readonly blocks: readonly string[];
}

function printFunctions(
  { methods, typeName }: Resource,
  { methodFunction }: RuntimeNames,
  context: EmitContext,
): Functions {
  const scope = createValueScope(["globalThis"]);
  const locals = methods.map(({ name }) => scope.take(name, `${name}_`));
  const define = scope.take("defineMethod", "defineMethod_");
  const renamed: string[] = [];
  const blocks = methods.map((method, index) => {
    const local = locals[index] ?? method.name;
    const isRenamed = local !== method.name;
    if (isRenamed) renamed.push(`${local} as ${method.name}`);
    const { key, summary, call, deprecated } = method.route;
    const doc: Doc = method.isFormer
      ? { text: summary ?? `\`${key}\``, tags: [["@deprecated", `Its name is now \`${call}\`.`]] }
      : { text: summary ?? `\`${key}\``, deprecated };
    const type = `${methodFunction}<${typeName}[${JSON.stringify(method.name)}]>`;
    const form = readForm(method, context);
    const given = [JSON.stringify(key), ...(form === undefined ? [] : [printValue(form)])];
    const head = `${isRenamed ? "" : "export "}const ${local}: ${type} =`;
    return `${toDocComment(doc)}\n${printDefinition(head, define, given)}`;
  });
  const exports = renamed.length === 0 ? "" : breakImport(`export { ${renamed.join(", ")} };`);
  const imported = define === "defineMethod" ? define : `defineMethod as ${define}`;
  return { define: imported, blocks: [...blocks, exports] };
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

/** The form in which a method takes its parameters, if it is not the usual one. */
function readForm(
  { isBare, item, parameter }: Method,
  { model }: EmitContext,
): Readonly<Record<string, unknown>> | undefined {
  const mode = model.vendor.sdk.arguments;
  const form = {
    ...(mode !== "object" && parameter.positional.length > 0 && { arguments: mode }),
    ...(item !== undefined && { isList: true }),
    ...(isBare && { isBare: true }),
    ...(parameter.surface?.shape && { shape: parameter.surface.shape }),
  };
  return Object.keys(form).length === 0 ? undefined : form;
}
