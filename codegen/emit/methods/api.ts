/** `api.md`: all methods and types that callers use, and what a later one lacks. */
import { toPascalCase } from "../../model/names.js";
import {
  listResources,
  type Method,
  readResources,
  type Resource,
} from "../resources/resources.js";
import type { EmitContext } from "../context/context.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { joinBlocks } from "../print/print.js";

/** Marks a deprecated alias of a method. */
const DEPRECATED = " (deprecated)";

/** The list of all methods and types, in the output folder. */
export const API_FILE = "api.md";

/**
 * Emits `api.md`: all resources with their types and methods. With the surface of Stainless, it has the form of its
 * SDKs, so that both can be compared; otherwise one that reads as well before it is rendered.
 */
export function emitApi(context: EmitContext): FileDraft {
  const { vendor, routes } = context.model;
  const sections = listResources(readResources(context))
    .map((resource) => printSection(resource, vendor.sdk.name, context))
    .filter((section) => section !== "");
  const places = vendor.sdk.surface === undefined ? PLACES_OF_TYPES : "";
  return {
    path: API_FILE,
    sources: filesOf(vendor, ...routes),
    body: sections.length === 0 ? `# ${vendor.sdk.name}` : joinBlocks([places, ...sections]),
  };
}

const PLACES_OF_TYPES =
  "The parameters of methods are declared in [routes.ts](./routes.ts), their results in [results.ts](./results.ts).";

function printSection(resource: Resource, name: string, { names, model }: EmitContext): string {
  const { path, file, methods, models } = resource;
  if (methods.length === 0 && models.length === 0 && path === "") return "";
  const depth = path === "" ? 1 : path.split(".").length;
  const text = path === "" ? name : toPascalCase(resource.name);
  const methodLines = methods.map((method) => printMethodLine(resource, method));
  const isOfStainless = model.vendor.sdk.surface !== undefined;
  const title = isOfStainless || methods.length === 0 ? text : `[${text}](./methods/${file}.ts)`;
  // SDKs of Stainless list all types.
  const named = new Set(isOfStainless ? [] : methodLines.flatMap((line) => listNamedTypes(line)));
  const typeLines = [...listTypes(resource, names)].flatMap(([type, module]) => {
    const path = `./${module}.ts`;
    if (named.has(type)) return [];
    return [
      isOfStainless ? `- <code><a href="${path}">${type}</a></code>` : `- [${type}](${path})`,
    ];
  });
  return joinBlocks([
    `${"#".repeat(Math.min(depth, 6))} ${title}`,
    typeLines.length === 0 ? "" : `Types:\n\n${typeLines.join("\n")}`,
    methodLines.length === 0 ? "" : `Methods:\n\n${methodLines.join("\n")}`,
  ]);
}

/** The types of the methods of a resource, and its models; each with the module that declares it. */
function listTypes(
  { methods, models }: Resource,
  names: EmitContext["names"],
): ReadonlyMap<string, string> {
  const items = new Set(names.items.values());
  const types = new Map<string, string>(models.map(({ name, module }) => [name, module]));
  for (const { parameter, result, item, isAlias } of methods) {
    if (isAlias) continue;
    const forms = parameter.surface
      ? [parameter.surface].filter(({ keys }) => keys.length > 0)
      : parameter.forms;
    for (const form of forms) types.set(form.name, "routes");
    types.set(result, "results");
    if (item !== undefined && items.has(item)) types.set(item, "results");
  }
  return types;
}

function printMethodLine({ path, file }: Resource, method: Method): string {
  const { name, route, parameter, positional, isBare, surface, isAlias } = method;
  const object = parameter.surface ? "{ ...params }" : `{ ...parameters }: ${parameter.name}`;
  const argumentList = [...positional, ...(isBare ? [] : [object])].join(", ");
  const owner = path === "" ? "client." : `client.${path}.`;
  const end = isAlias ? DEPRECATED : "";
  const tail = `(${argumentList}) -> ${surface?.result ?? method.result}`;
  if (!parameter.surface) return `- \`${route.key}\`: \`${owner}${name}${tail}\`${end}`;
  const title = escapeHtml(`${route.method.toLowerCase()} ${route.url}`);
  const link = `<a href="./methods/${file}.ts">${name}</a>`;
  return `- <code title="${title}">${owner}${link}${tail}</code>${end}`;
}

/** The types of the parameters and of the result that the line of a method names. */
function listNamedTypes(line: string): readonly string[] {
  const [, parameters, result] = NAMED_TYPES.exec(line) ?? [];
  return [parameters, result].filter((type) => type !== undefined);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A method or a type of a former `api.md` that is gone, or whose route has changed. */
export interface Loss {
  readonly kind: "method" | "type";
  readonly name: string;
  /** The former route of a method. */
  readonly route?: string;
  /** The name that the method of this route has now; absent if there is none. */
  readonly now?: string;
  /** The route that a method of this name has now. */
  readonly movedTo?: string;
}

/** Lists the methods and types that a later `api.md` lacks. A rename through `was` is no loss. */
export function findLosses(before: string, after: string): readonly Loss[] {
  const [old, present] = [readApi(before), readApi(after)];
  const callOf = new Map([...present.methods].map(([call, { route }]) => [route, call] as const));
  for (const [call, { route, isAlias }] of present.methods) if (!isAlias) callOf.set(route, call);
  const methods = [...old.methods].flatMap(([name, { route }]): readonly Loss[] => {
    const found = present.methods.get(name);
    if (found?.route === route) return [];
    if (found !== undefined) return [{ kind: "method", name, route, movedTo: found.route }];
    const now = callOf.get(route);
    return [{ kind: "method", name, route, ...(now !== undefined && { now }) }];
  });
  const former = [...present.methods].filter(([, { isAlias }]) => isAlias);
  const bases = former.map(([call]) => toPascalCase(call));
  const isRenamed = (type: string): boolean =>
    bases.some((base) => type.startsWith(base) && TYPE_END.test(type.slice(base.length)));
  const types = [...old.types].filter((type) => !present.types.has(type) && !isRenamed(type));
  return [...methods, ...types.map((name): Loss => ({ kind: "type", name }))];
}

/** The suffix of types that are named after a method. */
const TYPE_END = /^(?:[A-Z]\w*)?(?:Parameters|Params|Response|Result|Item)\d*$/;

interface Api {
  /** By dotted name. */
  readonly methods: ReadonlyMap<string, { readonly route: string; readonly isAlias: boolean }>;
  readonly types: ReadonlySet<string>;
}

const METHOD_LINE =
  /^- `(?<route>.*)`: `client\.(?<owner>(?:[^.(]+\.)*)(?<name>[^.(]+)\(.*`(?<end>.*)$/;
/** The form of Stainless, which earlier versions wrote for all clients. */
const STAINLESS_LINE =
  /^- <code title="(?<title>[^"]*)">client\.(?<owner>(?:[^<.]+\.)*)<a [^>]*>(?<name>[^<]+)<\/a>.*<\/code>(?<end>.*)$/;
const NAMED_TYPES = /(?:\{ \.\.\.parameters \}: (\w+))?\) -> ([A-Z]\w*)(?:<\/code>|`)/;
const TYPE_LINE = /^- (?:<code><a [^>]*>([^<]+)<\/a><\/code>|\[([^\]]+)\]\([^)]*\))$/;

function readApi(text: string): Api {
  const methods = new Map<string, { route: string; isAlias: boolean }>();
  const types = new Set<string>();
  for (const line of text.split(/\r?\n/)) {
    const method = (METHOD_LINE.exec(line) ?? STAINLESS_LINE.exec(line))?.groups;
    if (method !== undefined) {
      const { title = "", route = toRoute(title), owner = "", name = "", end } = method;
      methods.set(owner + name, { route, isAlias: end === DEPRECATED });
      for (const named of listNamedTypes(line)) types.add(named);
    }
    const [, listed, linked = listed] = TYPE_LINE.exec(line) ?? [];
    if (linked !== undefined) types.add(linked);
  }
  return { methods, types };
}

function toRoute(title: string): string {
  const [method = "", ...url] = title.split(" ");
  const text = `${method.toUpperCase()} ${url.join(" ")}`;
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}
