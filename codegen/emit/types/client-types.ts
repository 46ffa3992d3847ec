/**
 * `client-types.ts`: the responses of each route, as the client reads them, and what it gets from lists, streams and
 * errors. `Endpoints` is apart from them, since a program that sends requests needs no type of their bodies.
 */
import { listRouteLists, type RouteList, successesOf } from "../../json-schema/route-lists.js";
import { onlyStreams, type Route } from "../../model/model.js";
import { toTypeKey } from "../../model/names.js";
import { ERROR_CLASSES, listResponsesOf } from "../calls/error-classes.js";
import { responseType, toStatusKey } from "../calls/responses.js";
import type { EmitContext } from "../context/context.js";
import { createReferences, type References } from "../names/references.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, joinCode, joinUnion, local } from "../print/module.js";
import type { Code, Printable } from "../print/types.js";
import { errorsOf, printDataType } from "./response-types.js";

/** Emits the maps that the client looks routes up in. */
export function emitClientTypes(context: EmitContext): ModuleDraft {
  const { routes } = context.model;
  const references = createReferences(context);
  const blocks = [
    // `noUnusedLocals` rejects an unused type.
    routes.length > 0 ? SUCCESS_TYPE : "",
    printResponseMap(context, references),
    ...printListMap(context, references),
    printStreamMap(context, references),
    printErrorBodies(context, references),
  ];
  return { path: "client-types.ts", sources: filesOf(...routes), module: { blocks } };
}

// ---- Responses

function printResponseMap(context: EmitContext, references: References): Code {
  const entries = context.model.routes.map(
    (route) =>
      code`${toTypeKey(route.key)}: { success: ${printSuccess(route, context, references)}; errors: ${printErrors(route, context, references)} };`,
  );
  return code`/** The responses of each route: those that are a success, and the bodies of errors. */
${exported("interface", "RouteResponses")} {
${joinCode(entries, "\n")}
}`;
}

const SUCCESS_TYPE = code`/** A response that a request resolves to. */
${local("interface", "Success")}<Status extends number, Data> {
  readonly status: Status;
  readonly headers: Headers;
  /** The body, read as its content type says. */
  readonly data: Data;
  /** The address that the response came from, after redirects, without credentials. */
  readonly url: string;
}`;

/** The statuses of `2XX`, as in `StatusClasses` of the runtime. */
const STATUSES_2XX = "200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226";

function printSuccess(route: Route, context: EmitContext, references: References): Code {
  const members = successesOf(route).map((response) => {
    // A request of a route that only streams never resolves to data.
    const data = onlyStreams(route) ? "never" : printDataType(route, response, context, references);
    return code`Success<${printStatus(response.status)}, ${data}>`;
  });
  return members.length === 0 ? code`Success<number, unknown>` : joinCode(members, " | ");
}

/** The type of the statuses of a response. */
function printStatus(status: string): string {
  if (status === "default") return "number";
  return /X/i.test(status) ? STATUSES_2XX : status;
}

function printErrors(route: Route, context: EmitContext, references: References): Code {
  const members = errorsOf(route).map(
    (response) =>
      code`${toStatusKey(response.status)}: ${printDataType(route, response, context, references)}`,
  );
  return members.length === 0 ? code`{}` : code`{ ${joinCode(members, "; ")} }`;
}

// ---- Lists and streams

/** The map of lists, and before it the type that its entries have. */
function printListMap(context: EmitContext, references: References): readonly Printable[] {
  const entries = listRouteLists(context).map(
    (list) =>
      code`${toTypeKey(list.route.key)}: Item<${printListType(list, context, references)}>;`,
  );
  const map = code`/** The items of each paginated list. */
${exported("interface", "RouteLists")} {
${joinCode(entries, "\n")}
}`;
  return [entries.length > 0 ? ITEM : "", map];
}

/** The type of the entries of the map of lists. */
const ITEM = code`/** The items of a list, or of an optional one. */
${local("type", "Item")}<List> = Extract<List, readonly unknown[]>[number];`;

/** The list in a page: the name of the page's type, followed by the path to the list. */
function printListType(
  { route, response, items }: RouteList,
  context: EmitContext,
  references: References,
): Code {
  const keys = items === "" ? [] : items.split(".");
  return keys.reduce(
    (type, key, index) =>
      code`${index === 0 ? type : code`NonNullable<${type}>`}[${JSON.stringify(key)}]`,
    printDataType(route, response, context, references),
  );
}

function printStreamMap(context: EmitContext, references: References): Printable {
  const lines = context.model.routes.flatMap((route) => {
    const { key, stream } = route;
    if (stream === undefined) return [];
    const item = responseType(route, "item", stream.item.schema, context.names);
    return [code`${toTypeKey(key)}: ${references.nameOf(item)};`];
  });
  if (lines.length === 0) return "";
  return code`/** The items of each response that comes item by item. */
${exported("interface", "RouteStreams")} {
${joinCode(lines, "\n")}
}`;
}

// ---- Errors

/** Prints the bodies that routes declare for the statuses of each class of errors. */
function printErrorBodies(context: EmitContext, references: References): Code {
  const lines = ERROR_CLASSES.map((each) => {
    const types = context.model.routes.flatMap((route) =>
      listResponsesOf(route, each).map((response) =>
        printDataType(route, response, context, references),
      ),
    );
    return code`${each.name}: ${types.length === 0 ? "unknown" : joinUnion(types)};`;
  });
  return code`/** The bodies of errors by their classes: those that any route declares for the status. */
${exported("interface", "ErrorBodies")} {
${joinCode(lines, "\n")}
}`;
}
