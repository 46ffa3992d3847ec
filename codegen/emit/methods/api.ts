/** `api.md`: all methods and types that callers use. */
import { toPascalCase } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { joinBlocks } from "../print/print.js";
import type { Method } from "../resources/resource-methods.js";
import { listResources, readResources, type Resource } from "../resources/resources.js";
import { DEPRECATED, listNamedTypes } from "./read-api.js";

/** The list of all methods and types, in the output folder. */
export const API_FILE = "api.md";

/**
 * Emits `api.md`: all resources with their types and methods. With the surface of Stainless, it has the form of its
 * SDKs, so that both can be compared; otherwise one that reads as well before it is rendered.
 */
export function emitApi(context: EmitContext): FileDraft {
  const { vendor, routes } = context.model;
  const sections = listResources(readResources(context))
    .map((resource) => printSection(resource, context))
    .filter((section) => section !== "");
  const note = vendor.sdk.surface === undefined ? PLACES_OF_TYPES : "";
  return {
    path: API_FILE,
    sources: filesOf(vendor, ...routes),
    body: sections.length === 0 ? `# ${vendor.sdk.name}` : joinBlocks([note, ...sections]),
  };
}

const PLACES_OF_TYPES =
  "The parameters of methods are declared in [routes.ts](./routes.ts), their results in [results.ts](./results.ts).";

/** Prints a heading, the types and the methods of a resource; nothing for a class that holds resources alone. */
function printSection(resource: Resource, context: EmitContext): string {
  const { path, methods, models } = resource;
  if (methods.length === 0 && models.length === 0 && path === "") return "";
  const methodLines = methods.map((method) => printMethodLine(resource, method));
  const typeLines = printTypeLines(resource, methodLines, context);
  return joinBlocks([
    printHeading(resource, context),
    typeLines.length === 0 ? "" : `Types:\n\n${typeLines.join("\n")}`,
    methodLines.length === 0 ? "" : `Methods:\n\n${methodLines.join("\n")}`,
  ]);
}

function printHeading({ path, name, file, methods }: Resource, { model }: EmitContext): string {
  const { sdk } = model.vendor;
  const depth = path === "" ? 1 : path.split(".").length;
  const text = path === "" ? sdk.name : toPascalCase(name);
  const isLink = sdk.surface === undefined && methods.length > 0;
  return `${"#".repeat(Math.min(depth, 6))} ${isLink ? `[${text}](./methods/${file}.ts)` : text}`;
}

/** SDKs of Stainless list all types; others only those that `read-api.ts` does not find in the line of a method. */
function printTypeLines(
  resource: Resource,
  methodLines: readonly string[],
  { names, model }: EmitContext,
): readonly string[] {
  const types = [...listTypes(resource, names)];
  if (model.vendor.sdk.surface !== undefined)
    return types.map(([type, module]) => `- <code><a href="./${module}.ts">${type}</a></code>`);
  const shownTypes = new Set(methodLines.flatMap(listNamedTypes));
  return types
    .filter(([type]) => !shownTypes.has(type))
    .map(([type, module]) => `- [${type}](./${module}.ts)`);
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
  const signature = `(${argumentList}) -> ${surface?.result ?? method.result}`;
  const mark = isAlias ? DEPRECATED : "";
  if (!parameter.surface) return `- \`${route.key}\`: \`${owner}${name}${signature}\`${mark}`;
  const title = escapeHtml(`${route.method.toLowerCase()} ${route.url}`);
  const link = `<a href="./methods/${file}.ts">${name}</a>`;
  return `- <code title="${title}">${owner}${link}${signature}</code>${mark}`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
