import { METHODS } from "../../model/model.js";
import { nameOf, toTypeKey } from "../../model/names.js";
import { namesOfPositional, printBodies, printForms, responseType } from "../prepare/call-types.js";
import { printTypeImports } from "../prepare/layout.js";
import type { EmitContext, ParameterSchema } from "../prepare/types.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { joinBlocks, joinLines, printTypeImport, toDocComment } from "../print/print.js";

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

/** A numeric status can be looked up as a number and as a string. */
export function toStatusKey(status: string): string {
  return /^[1-9]\d*$/.test(status) ? status : toTypeKey(status);
}
