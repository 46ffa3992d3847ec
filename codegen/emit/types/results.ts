import type { ResolveComponent } from "../../json-schema/references.js";
import {
  listRouteLists,
  refOfItems,
  type RouteList,
  successesOf,
} from "../../json-schema/route-lists.js";
import { kindOf } from "../../model/media-types.js";
import { onlyStreams, type Response, type Route } from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import { responseType } from "../prepare/call-types.js";
import { printTypeImports } from "../prepare/layout.js";
import type { EmitContext } from "../prepare/types.js";
import { escapeComment } from "../print/escape.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { joinBlocks, printUnion } from "../print/print.js";

/**
 * Emits the data of each route's responses, and the items of lists. Methods import these types without
 * loading the parameters and requests of `Endpoints`.
 */
export function emitResults(context: EmitContext): FileDraft {
  const { model, resolve } = context;
  const lists = listRouteLists(context).filter((list) => isApart(list, resolve));
  const results = model.routes.map((route) => printResult(route, context));
  const used = model.routes.flatMap((route) =>
    onlyStreams(route)
      ? [successType(route, context)]
      : successesOf(route).map((response) => printData(route, response, context)),
  );
  const body = joinBlocks([
    printTypeImports(used, context),
    ...results,
    ...lists.map((list) => printItems(list, context)),
  ]);
  return { path: "results.ts", sources: filesOf(...model.routes), body: body || "export {};" };
}

/** Prints a result with a short comment, because there is one for each route. */
function printResult(route: Route, context: EmitContext): string {
  const what = onlyStreams(route) ? "One item of the response" : "Response";
  const comment = `/** ${what} to ${escapeComment(`\`${route.key}\``)}. */`;
  const name = nameOf(context.names.results, route.key);
  return `${comment}\nexport type ${name} = ${successType(route, context)};`;
}

function printItems(list: RouteList, context: EmitContext): string {
  const { key } = list.route;
  const comment = `/** One item of ${escapeComment(`\`${key}\``)}. */`;
  const type = `Extract<${printList(list, context)}, readonly unknown[]>[number]`;
  return `${comment}\nexport type ${nameOf(context.names.items, key)} = ${type};`;
}

function isApart(list: RouteList, resolve: ResolveComponent): boolean {
  return refOfItems(list, resolve) === undefined;
}

/**
 * The data of the 2xx responses, or of `default` if no 2xx response is described; an item of a response
 * that comes item by item.
 */
function successType(route: Route, context: EmitContext): string {
  if (onlyStreams(route)) return responseType(route, "item", route.stream?.item.schema, context);
  const responses = successesOf(route);
  if (responses.length === 0) return "unknown";
  const types = responses.map((response) => printData(route, response, context));
  return printUnion([...new Set(types)]);
}

/** The list in a page: the name of the page's type, followed by the path to the list. */
export function printList({ route, response, items }: RouteList, context: EmitContext): string {
  const keys = items === "" ? [] : items.split(".");
  return keys.reduce(
    (type, key, index) => `${index === 0 ? type : `NonNullable<${type}>`}[${JSON.stringify(key)}]`,
    printData(route, response, context),
  );
}

/** The type that the client reads a body as, by its content type. */
export function printData(route: Route, response: Response, context: EmitContext): string {
  const { status, schema, contentType } = response;
  if (contentType === undefined) return "undefined";
  if (contentType.includes("*")) return "unknown";
  const kind = kindOf(contentType);
  if (kind === "json") return responseType(route, status, schema, context);
  if (kind === "text" || /[/+]xml\b|;\s*charset=/i.test(contentType)) return "string";
  return "ArrayBuffer";
}
