/** The types of what routes take and respond: all of it, the data alone, and what the client reads. */
import {
  listRouteLists,
  refOfItems,
  type RouteList,
  successesOf,
} from "../../json-schema/route-lists.js";
import { kindOf, METHODS } from "../../model/http.js";
import { onlyStreams, type Response, type Route } from "../../model/model.js";
import { createTypeScope, nameOf, toTypeKey } from "../../model/names.js";
import {
  namesOfPositional,
  printBodies,
  printForms,
  responseType,
  toStatusKey,
} from "../prepare/call-types.js";
import { ERROR_CLASSES, listResponsesOf } from "../prepare/error-classes.js";
import { printTypeImports } from "../prepare/layout.js";
import type { EmitContext, ParameterSchema } from "../prepare/types.js";
import { escapeComment } from "../print/escape.js";
import { type FileDraft, filesOf } from "../print/file.js";
import {
  joinBlocks,
  joinLines,
  printTypeImport,
  printUnion,
  toDocComment,
} from "../print/print.js";

// ---- Parameters, requests and responses

/** Emits the parameters, the request and the responses of each route. */
export function emitEndpoints(context: EmitContext): FileDraft {
  const { model, parameters } = context;
  const entries = parameters.map((parameter) => printEndpoint(parameter, context));
  const forms = parameters.flatMap((parameter) => [
    ...parameter.forms.map(({ name }) => name),
    ...namesOfPositional(parameter, context.types),
  ]);
  const bodies = model.routes.flatMap((route) =>
    route.responses.map(({ status, schema }) => responseType(route, status, schema, context)),
  );
  const map = `/** The parameters, request and responses of each route. */
export interface Endpoints {${entries.join("")}
}`;
  const body = joinBlocks([
    joinLines([
      printTypeImports([...forms, ...bodies], context),
      printTypeImport(context.names.results.values(), "./results.js"),
      'export type * from "./results.js";',
    ]),
    entries.length === 0 ? "" : ENDPOINT_REQUEST,
    map.includes("WithTimesAsText<") ? WITH_TIMES_AS_TEXT : "",
    map,
  ]);
  return { path: "endpoints.ts", sources: filesOf(...model.routes), body };
}

const ENDPOINT_REQUEST = `/** The request options that \`endpoint\` returns for a route. */
export interface EndpointRequest<Method extends string, Body> {
  method: Method;
  /** Absolute, with placeholders expanded and the query appended. */
  url: string;
  /** Names in lowercase. */
  headers: { [name: string]: string };
  /** Absent if there is no body. */
  body?: Body;
  /** The \`request\` option as it was passed. */
  request?: object;
}`;

/** Emitted only if it is used: `noUnusedLocals` rejects an unused type. */
const WITH_TIMES_AS_TEXT = `/** A body as it is sent: each \`Date\` has become its ISO 8601 text. */
type WithTimesAsText<Body> = { [Key in keyof Body]: Exclude<Body[Key], Date> };`;

function printEndpoint(parameter: ParameterSchema, context: EmitContext): string {
  const { route } = parameter;
  const { key, method, summary: text, docs, deprecated } = route;
  const request = `EndpointRequest<${JSON.stringify(METHODS.includes(method) ? method.toLowerCase() : method)}, ${printBodies(parameter, context, (body) => `WithTimesAsText<${body}>`)}>`;
  const responses = route.responses.map(
    ({ status, schema }) =>
      `${toStatusKey(status)}: ${responseType(route, status, schema, context)};`,
  );
  const entry = `${toTypeKey(key)}: {
  parameters: ${printForms(parameter, context.types)};
  request: ${request};
  response: ${nameOf(context.names.results, route.key)};
  responses: {
${responses.join("\n")}
};
};`;
  return `\n${joinLines([toDocComment({ text, docs, deprecated }), entry])}`;
}

// ---- Data

/**
 * Emits the data of each route's responses, and the items of lists. Methods import these types without
 * loading the parameters and requests of `Endpoints`.
 */
export function emitResults(context: EmitContext): FileDraft {
  const { model, resolve } = context;
  const lists = listRouteLists(context).filter((list) => refOfItems(list, resolve) === undefined);
  const results = model.routes.map((route) => printResult(route, context));
  const used = model.routes.flatMap((route) => listResults(route, context));
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
  const types = [...new Set(listResults(route, context))];
  return `${comment}\nexport type ${name} = ${types.length === 0 ? "unknown" : printUnion(types)};`;
}

function printItems(list: RouteList, context: EmitContext): string {
  const { key } = list.route;
  const comment = `/** One item of ${escapeComment(`\`${key}\``)}. */`;
  const type = `Extract<${printListType(list, context)}, readonly unknown[]>[number]`;
  return `${comment}\nexport type ${nameOf(context.names.items, key)} = ${type};`;
}

/**
 * The types of the data of the 2xx responses, or of `default` if no 2xx response is described; of an item
 * if the response comes item by item.
 */
function listResults(route: Route, context: EmitContext): readonly string[] {
  if (onlyStreams(route)) return [responseType(route, "item", route.stream?.item.schema, context)];
  return successesOf(route).flatMap((response) => listDataTypes(route, response, context));
}

/** The list in a page: the name of the page's type, followed by the path to the list. */
function printListType({ route, response, items }: RouteList, context: EmitContext): string {
  const keys = items === "" ? [] : items.split(".");
  return keys.reduce(
    (type, key, index) => `${index === 0 ? type : `NonNullable<${type}>`}[${JSON.stringify(key)}]`,
    printDataType(route, response, context),
  );
}

function printDataType(route: Route, response: Response, context: EmitContext): string {
  return printUnion(listDataTypes(route, response, context));
}

/** The types that the client reads a body as, by its content types. */
function listDataTypes(route: Route, response: Response, context: EmitContext): readonly string[] {
  const { contentType, otherTypes = [] } = response;
  if (contentType === undefined) return ["undefined"];
  const types = [contentType, ...otherTypes].map((type) =>
    printTypeOfBody(type, route, response, context),
  );
  return types.includes("unknown") ? ["unknown"] : [...new Set(types)];
}

function printTypeOfBody(
  contentType: string,
  route: Route,
  { status, schema }: Response,
  context: EmitContext,
): string {
  if (contentType.includes("*")) return "unknown";
  const kind = kindOf(contentType);
  if (kind === "json") return responseType(route, status, schema, context);
  if (kind === "text" || /[/+]xml\b|;\s*charset=/i.test(contentType)) return "string";
  return "ArrayBuffer";
}

// ---- Types for the client

/**
 * Emits the types of responses for the client, apart from `Endpoints`, so that a program that sends
 * requests does not load parameters and bodies a second time.
 */
export function emitClientTypes(emitContext: EmitContext): FileDraft {
  const context = nameLocals(emitContext);
  const { model } = context;
  const entries = model.routes.map(
    (route) =>
      `${toTypeKey(route.key)}: { success: ${printSuccess(route, context)}; errors: ${printErrors(route, context)} };`,
  );
  const map = `/** The responses of each route: those that are a success, and the bodies of errors. */
export interface RouteResponses {
${entries.join("\n")}
}`;
  const lists = listRouteLists(context);
  const listEntries = lists.map(
    (list) => `${toTypeKey(list.route.key)}: ${context.item}<${printListType(list, context)}>;`,
  );
  const listMap = `/** The items of each list that is divided into pages. */
export interface RouteLists {
${listEntries.join("\n")}
}`;
  const streamMap = printStreamMap(context);
  const errorMap = printErrorBodies(context);
  const body = joinBlocks([
    printTypeImports(identifiersIn(`${map}\n${listMap}\n${streamMap}\n${errorMap}`), context),
    // `noUnusedLocals` rejects an unused type.
    entries.length > 0 ? printSuccessType(context) : "",
    map,
    lists.length > 0 ? printItemType(context) : "",
    listMap,
    streamMap,
    errorMap,
  ]);
  return { path: "client-types.ts", sources: filesOf(...model.routes), body };
}

/** The names of the file's own types, which no type of the API may have. */
interface ClientContext extends EmitContext {
  readonly success: string;
  readonly item: string;
}

function nameLocals(context: EmitContext): ClientContext {
  const { components, responses } = context.names;
  const scope = createTypeScope([...components.values(), ...responses.values()]);
  return { ...context, success: scope.take("Success"), item: scope.take("Item") };
}

function printSuccessType({ success }: ClientContext): string {
  return `/** A response that a request resolves to. */
interface ${success}<Status extends number, Data> {
  readonly status: Status;
  readonly headers: Headers;
  /** The body, read as its content type says. */
  readonly data: Data;
  /** The address that the response came from, after redirects, without credentials. */
  readonly url: string;
}`;
}

/** Lists the names in code, without strings and comments, which may hold names of types by chance. */
function identifiersIn(text: string): readonly string[] {
  const code = text.replace(/"(?:[^"\\]|\\.)*"|\/\*[\s\S]*?\*\//g, "");
  return code.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu) ?? [];
}

function printItemType({ item }: ClientContext): string {
  return `/** The items of a list, or of an optional one. */
type ${item}<List> = Extract<List, readonly unknown[]>[number];`;
}

function printStreamMap(context: EmitContext): string {
  const lines = context.model.routes.flatMap((route) => {
    const { key, stream } = route;
    if (stream === undefined) return [];
    return [`${toTypeKey(key)}: ${responseType(route, "item", stream.item.schema, context)};`];
  });
  if (lines.length === 0) return "";
  return `/** The items of each response that comes item by item. */
export interface RouteStreams {
${lines.join("\n")}
}`;
}

/** All statuses of a class. */
const SUCCESSES = "200 | 201 | 202 | 203 | 204 | 205 | 206";

function printSuccess(route: Route, context: ClientContext): string {
  const members = successesOf(route).map((response) => {
    const { status } = response;
    const type = status === "default" ? "number" : /X/i.test(status) ? SUCCESSES : status;
    // A request of a route that only streams never resolves to data.
    const data = onlyStreams(route) ? "never" : printDataType(route, response, context);
    return `${context.success}<${type}, ${data}>`;
  });
  return members.length === 0 ? `${context.success}<number, unknown>` : printUnion(members);
}

function printErrors(route: Route, context: EmitContext): string {
  const errors = route.responses.filter(({ status }) => !/^[12]/.test(status));
  const members = errors.map(
    (response) => `${toStatusKey(response.status)}: ${printDataType(route, response, context)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join("; ")} }`;
}

/** Prints the bodies that routes declare for the statuses of each class of errors. */
function printErrorBodies(context: EmitContext): string {
  const lines = ERROR_CLASSES.map((each) => {
    const types = context.model.routes.flatMap((route) =>
      listResponsesOf(route, each).map((response) => printDataType(route, response, context)),
    );
    return `${each.name}: ${types.length === 0 ? "unknown" : printUnion([...new Set(types)])};`;
  });
  return `/** The bodies of errors by their classes: those that any route declares for the status. */
export interface ErrorBodies {
${lines.join("\n")}
}`;
}
