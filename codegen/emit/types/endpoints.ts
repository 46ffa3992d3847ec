/**
 * `Endpoints`: the parameters, the request and the responses of each route, as a type over the maps of both. A compiler
 * computes an entry when it is looked up:
 *
 * ```ts
 * "POST /things": {
 *   parameters: ThingsCreateParameters;
 *   request: EndpointRequest<"post", Pick<ThingsCreateParameters, "name">>;
 *   response: Thing;
 *   responses: { 201: Thing; 422: ValidationError };
 * }
 * ```
 */
import { successesOf } from "../../json-schema/route-lists.js";
import { listOtherMethods } from "../../model/http.js";
import { onlyStreams, type Route } from "../../model/model.js";
import { toTypeKey } from "../../model/names.js";
import { printBodies } from "../calls/print-bodies.js";
import { responseType, toStatusKey } from "../calls/responses.js";
import type { EmitContext } from "../context/context.js";
import { createReferences, type References } from "../names/references.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, joinCode, local, ofModule } from "../print/module.js";
import { printUnion } from "../print/print.js";
import type { Code } from "../print/types.js";
import { errorsOf, listDataTypes, RESPONSES, STREAMS } from "./response-types.js";

/** Emits `Endpoints`, with what the maps of parameters and of responses do not tell. */
export function emitEndpoints(context: EmitContext): ModuleDraft {
  const { routes } = context.model;
  const references = createReferences(context);
  const blocks = [
    ENDPOINT_REQUEST,
    ...printRequestBodies(context, references),
    printDescribedResponses(context, references),
    printMethodType(routes),
    RESPONSES_OF,
    printEndpoints(references.memberOf("routes", "Routes"), routes.some(onlyStreams)),
  ];
  return {
    path: "endpoints.ts",
    sources: filesOf(...routes),
    module: { exports: [[ofModule("./results.js").all("type")]], blocks },
  };
}

// ---- Requests

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

/** The map of bodies, and before it the type of bodies with times. */
function printRequestBodies(
  { parameters, resolve }: EmitContext,
  references: References,
): readonly Code[] {
  const bodies = parameters.flatMap((parameter) => {
    const body = printBodies(
      parameter,
      resolve,
      (name) => references.memberOf("routes", name),
      (type) => code`WithTimesAsText<${type}>`,
    );
    return body === undefined ? [] : [{ ...body, key: toTypeKey(parameter.route.key) }];
  });
  const members = bodies.map(({ key, type }) => code`${key}: ${type};`);
  const map = code`/** The body of each request that has one. */
${local("interface", "RequestBodies")} {${joinMembers(members)}}`;
  return bodies.some(({ hasTimes }) => hasTimes) ? [WITH_TIMES_AS_TEXT, map] : [map];
}

/** Puts each member on a line of its own. */
function joinMembers(members: readonly Code[]): Code {
  return joinCode(members.map((member) => code`\n${member}`));
}

/** Emitted only if it is used: `noUnusedLocals` rejects an unused type. */
const WITH_TIMES_AS_TEXT = code`/** A body as it is sent: each \`Date\` has become its ISO 8601 text. */
${local("type", "WithTimesAsText")}<Body> = { [Key in keyof Body]: Exclude<Body[Key], Date> };`;

/**
 * Prints the type of a route's method: that of `GET /things` is `get`. Methods that HTTP does not define keep their
 * case.
 */
function printMethodType(routes: readonly Route[]): Code {
  const otherMethods = listOtherMethods(routes);
  const lowercase = "Lowercase<Method>";
  const method =
    otherMethods.length === 0
      ? lowercase
      : `Method extends ${printUnion(otherMethods.map((verb) => JSON.stringify(verb)))} ? Method : ${lowercase}`;
  return code`${local("type", "MethodOf")}<Route> = Route extends \`\${infer Method} \${string}\` ? ${method} : never;`;
}

// ---- Responses

/** Prints the map of the responses that the types of the client do not tell: `"GET /zen": { 200: Zen };`. */
function printDescribedResponses(context: EmitContext, references: References): Code {
  const members = context.model.routes.flatMap((route) => {
    const described = listDescribedTypes(route, context);
    if (isToldByClient(route, described, context)) return [];
    const responses = [...described].map(
      ([status, type]) => code`${status}: ${references.nameOf(type)};`,
    );
    return [code`${toTypeKey(route.key)}: { ${joinCode(responses, " ")} };`];
  });
  return code`/** Responses of which the client knows less than the description tells, or reads another type. */
${local("interface", "DescribedResponses")} {${joinMembers(members)}}`;
}

/**
 * Tells whether the types of the client have the described responses: those of successes by exact statuses, and those of
 * errors.
 */
function isToldByClient(route: Route, described: ResponseTypes, context: EmitContext): boolean {
  if (onlyStreams(route)) return false;
  const successes = successesOf(route);
  const hasExactStatuses =
    successes.length > 0 && successes.every(({ status }) => /^\d+$/.test(status));
  if (!hasExactStatuses) return false;
  const readByClient: ResponseTypes = new Map(
    [...successes, ...errorsOf(route)].map((response) => [
      toStatusKey(response.status),
      printUnion(listDataTypes(route, response, context)),
    ]),
  );
  return (
    described.size === readByClient.size &&
    [...described].every(([status, type]) => readByClient.get(status) === type)
  );
}

/** The types of responses as they are described. */
function listDescribedTypes(route: Route, { names }: EmitContext): ResponseTypes {
  return new Map(
    route.responses.map(({ status, schema }) => [
      toStatusKey(status),
      responseType(route, status, schema, names),
    ]),
  );
}

const RESPONSES_OF = code`/** The bodies by status: those of successes, and those of errors. */
${local("type", "ResponsesOf")}<Responses extends ${RESPONSES}[keyof RouteResponses]> = Merged<
  { [Success in Responses["success"] as Success["status"]]: Success["data"] } & Responses["errors"]
>;

${local("type", "Merged")}<Members> = { [Key in keyof Members]: Members[Key] };`;

// ---- Both

/**
 * Prints the map. The comment of a route is that of its key in `Routes`.
 * @param hasStreamsAlone Some routes do nothing but stream: the items take the place of their data.
 */
function printEndpoints(routes: Code, hasStreamsAlone: boolean): Code {
  const data = 'RouteResponses[Route]["success"]["data"]';
  const response = hasStreamsAlone
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

// ---- Types

/** The printed types of the responses of one route, by the keys of their statuses. */
type ResponseTypes = ReadonlyMap<string, string>;
