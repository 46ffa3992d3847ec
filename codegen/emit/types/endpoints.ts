/**
 * The types of what routes take and respond. `client-types.ts` has the one map from a route to its responses;
 * `Endpoints` is a type over it and over `Routes`. `results.ts` names the data of each route.
 */
import {
  listRouteLists,
  refOfItems,
  type RouteList,
  successesOf,
} from "../../json-schema/route-lists.js";
import { kindOf, listOtherMethods } from "../../model/http.js";
import { onlyStreams, type Response, type Route } from "../../model/model.js";
import { nameOf, toTypeKey } from "../../model/names.js";
import { printBodies } from "../calls/print-calls.js";
import { responseType, toStatusKey } from "../calls/responses.js";
import { ERROR_CLASSES, listResponsesOf } from "../calls/error-classes.js";
import { createReferences, type References } from "../names/references.js";
import type { EmitContext } from "../context/context.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, final, joinCode, joinUnion, local, ofModule } from "../print/module.js";
import { printUnion } from "../print/print.js";
import type { Code, Printable } from "../print/types.js";

// ---- Parameters, requests and responses

/** Emits the parameters, the request and the responses of each route, as a type over the maps of both. */
export function emitEndpoints(context: EmitContext): ModuleDraft {
  const { model, parameters, resolve } = context;
  const references = createReferences(context);
  const bodies = parameters.flatMap((parameter) => {
    const body = printBodies(
      parameter,
      resolve,
      (name) => references.memberOf("routes", name),
      (each) => code`WithTimesAsText<${each}>`,
    );
    return body === undefined ? [] : [{ ...body, key: parameter.route.key }];
  });
  const described = model.routes.flatMap((route) => {
    const responses = printResponses(route, context, references);
    return responses === undefined ? [] : [code`${toTypeKey(route.key)}: ${responses};`];
  });
  const streams = model.routes.some(onlyStreams);
  const blocks = [
    ENDPOINT_REQUEST,
    ...(bodies.some(({ hasTimes }) => hasTimes) ? [WITH_TIMES_AS_TEXT] : []),
    code`/** The body of each request that has one. */
${local("interface", "RequestBodies")} {${joinMembers(bodies.map(({ key, type }) => code`${toTypeKey(key)}: ${type};`))}}`,
    code`/** Responses of which the client knows less than the description tells, or reads another type. */
${local("interface", "DescribedResponses")} {${joinMembers(described)}}`,
    printMethodType(model.routes),
    RESPONSES_OF,
    printEndpoints(references.memberOf("routes", "Routes"), streams),
  ];
  return {
    path: "endpoints.ts",
    sources: filesOf(...model.routes),
    module: { exports: [[ofModule("./results.js").all("type")]], blocks },
  };
}

function joinMembers(members: readonly Code[]): Code {
  return joinCode(members.map((member) => code`\n${member}`));
}

const ENDPOINT_REQUEST = code`/** The request options that \`endpoint\` returns for a route. */
${exported("interface", "EndpointRequest")}<Method extends string, Body> {
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
const WITH_TIMES_AS_TEXT = code`/** A body as it is sent: each \`Date\` has become its ISO 8601 text. */
${local("type", "WithTimesAsText")}<Body> = { [Key in keyof Body]: Exclude<Body[Key], Date> };`;

/** Prints the type of a route's method. Methods that HTTP does not define keep their case. */
function printMethodType(routes: readonly Route[]): Code {
  const otherMethods = listOtherMethods(routes);
  const lowercase = "Lowercase<Method>";
  const method =
    otherMethods.length === 0
      ? lowercase
      : `Method extends ${printUnion(otherMethods.map((verb) => JSON.stringify(verb)))} ? Method : ${lowercase}`;
  return code`${local("type", "MethodOf")}<Route> = Route extends \`\${infer Method} \${string}\` ? ${method} : never;`;
}

const RESPONSES = ofModule("./client-types.js").type("RouteResponses");
const STREAMS = ofModule("./client-types.js").type("RouteStreams");
const LISTS = ofModule("./client-types.js").type("RouteLists");

const RESPONSES_OF = code`/** The bodies by status: those of successes, and those of errors. */
${local("type", "ResponsesOf")}<Responses extends ${RESPONSES}[keyof RouteResponses]> = Merged<
  { [Success in Responses["success"] as Success["status"]]: Success["data"] } & Responses["errors"]
>;

${local("type", "Merged")}<Members> = { [Key in keyof Members]: Members[Key] };`;

/** Prints the map. The comment of a route is that of its key in `Routes`. */
function printEndpoints(routes: Code, streams: boolean): Code {
  const data = 'RouteResponses[Route]["success"]["data"]';
  const response = streams
    ? code`[${data}] extends [never] ? ${STREAMS}[Route & keyof RouteStreams] : ${data}`
    : data;
  return code`${local("type", "EndpointsOf")} = {
  [Route in keyof ${routes}]: {
    parameters: NonNullable<${routes}[Route][0]>;
    request: EndpointRequest<MethodOf<Route>, Route extends keyof RequestBodies ? RequestBodies[Route] : undefined>;
    response: ${response};
    responses: Route extends keyof DescribedResponses ? DescribedResponses[Route] : ResponsesOf<RouteResponses[Route]>;
  };
};

/** The parameters, request and responses of each route. */
${exported("interface", "Endpoints")} extends EndpointsOf {}`;
}

/** Prints the responses of a route as they are described, or nothing if the client's types tell the same. */
function printResponses(
  route: Route,
  context: EmitContext,
  references: References,
): Code | undefined {
  const described = new Map(
    route.responses.map(({ status, schema }) => [
      toStatusKey(status),
      responseType(route, status, schema, context.names),
    ]),
  );
  const read = new Map(
    [...successesOf(route), ...errorsOf(route)].map((response) => [
      toStatusKey(response.status),
      printUnion(listDataTypes(route, response, context)),
    ]),
  );
  const isSame =
    !onlyStreams(route) &&
    successesOf(route).length > 0 &&
    successesOf(route).every(({ status }) => /^\d+$/.test(status)) &&
    described.size === read.size &&
    [...described].every(([status, type]) => read.get(status) === type);
  if (isSame) return undefined;
  const members = [...described].map(
    ([status, type]) => code`${status}: ${references.nameOf(type)};`,
  );
  return code`{ ${joinCode(members, " ")} }`;
}

// ---- Data

/**
 * Emits the data of each route's responses, and the items of lists, under names of their own. They stand on lines of
 * their own, without blank ones, since there are thousands.
 */
export function emitResults(context: EmitContext): ModuleDraft {
  const { model, resolve, names } = context;
  const references = createReferences(context);
  const lists = listRouteLists(context).filter((list) => refOfItems(list, resolve) === undefined);
  const results = model.routes.map((route) => {
    const name = nameOf(names.results, route.key);
    // By its own name: a compiler need not look it up among all routes.
    const type = onlyStreams(route)
      ? code`${STREAMS}[${quote(route)}]`
      : printData(route, context, references);
    return code`${exported("type", name)} = ${type};`;
  });
  const items = lists.map(({ route }) => {
    const name = nameOf(names.items, route.key);
    return code`${exported("type", name)} = ${LISTS}[${quote(route)}];`;
  });
  return {
    path: "results.ts",
    sources: filesOf(...model.routes),
    module: {
      blocks: [final(joinCode(results, "\n")), final(joinCode(items, "\n"))],
    },
  };
}

/** Prints what the data of a route's successes can be. */
function printData(route: Route, context: EmitContext, references: References): Code {
  const types = successesOf(route).flatMap((response) => listDataTypes(route, response, context));
  if (types.length === 0 || types.includes("unknown")) return code`unknown`;
  return joinUnion(types.map((type) => references.nameOf(type)));
}

function quote({ key }: Route): string {
  return JSON.stringify(key);
}

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

function printDataType(
  route: Route,
  response: Response,
  context: EmitContext,
  references: References,
): Code {
  return joinUnion(listDataTypes(route, response, context).map((type) => references.nameOf(type)));
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
  if (kind === "json") return responseType(route, status, schema, context.names);
  if (kind === "text" || /[/+]xml\b|;\s*charset=/i.test(contentType)) return "string";
  return "ArrayBuffer";
}

// ---- Types for the client

/**
 * Emits the map of responses, as the client reads them, apart from `Endpoints`: a program that sends
 * requests needs no type of their bodies.
 */
export function emitClientTypes(context: EmitContext): ModuleDraft {
  const { model } = context;
  const references = createReferences(context);
  const entries = model.routes.map(
    (route) =>
      code`${toTypeKey(route.key)}: { success: ${printSuccess(route, context, references)}; errors: ${printErrors(route, context, references)} };`,
  );
  const map = code`/** The responses of each route: those that are a success, and the bodies of errors. */
${exported("interface", "RouteResponses")} {
${joinCode(entries, "\n")}
}`;
  const lists = listRouteLists(context);
  const listEntries = lists.map(
    (list) =>
      code`${toTypeKey(list.route.key)}: Item<${printListType(list, context, references)}>;`,
  );
  const listMap = code`/** The items of each paginated list. */
${exported("interface", "RouteLists")} {
${joinCode(listEntries, "\n")}
}`;
  const streamMap = printStreamMap(context, references);
  const errorMap = printErrorBodies(context, references);
  const blocks = [
    // `noUnusedLocals` rejects an unused type.
    entries.length > 0 ? SUCCESS : "",
    map,
    lists.length > 0 ? ITEM : "",
    listMap,
    streamMap,
    errorMap,
  ];
  return { path: "client-types.ts", sources: filesOf(...model.routes), module: { blocks } };
}

const SUCCESS = code`/** A response that a request resolves to. */
${local("interface", "Success")}<Status extends number, Data> {
  readonly status: Status;
  readonly headers: Headers;
  /** The body, read as its content type says. */
  readonly data: Data;
  /** The address that the response came from, after redirects, without credentials. */
  readonly url: string;
}`;

const ITEM = code`/** The items of a list, or of an optional one. */
${local("type", "Item")}<List> = Extract<List, readonly unknown[]>[number];`;

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

/** All statuses of a class. */
const SUCCESSES = "200 | 201 | 202 | 203 | 204 | 205 | 206";

function printSuccess(route: Route, context: EmitContext, references: References): Code {
  const members = successesOf(route).map((response) => {
    const { status } = response;
    const type = status === "default" ? "number" : /X/i.test(status) ? SUCCESSES : status;
    // A request of a route that only streams never resolves to data.
    const data = onlyStreams(route) ? "never" : printDataType(route, response, context, references);
    return code`Success<${type}, ${data}>`;
  });
  return members.length === 0 ? code`Success<number, unknown>` : joinCode(members, " | ");
}

function printErrors(route: Route, context: EmitContext, references: References): Code {
  const members = errorsOf(route).map(
    (response) =>
      code`${toStatusKey(response.status)}: ${printDataType(route, response, context, references)}`,
  );
  return members.length === 0 ? code`{}` : code`{ ${joinCode(members, "; ")} }`;
}

function errorsOf({ responses }: Route): readonly Response[] {
  return responses.filter(({ status }) => !/^[12]/.test(status));
}

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
