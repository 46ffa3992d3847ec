import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { isDateTime } from "../../json-schema/types.js";
import { kindOf } from "../../model/media-types.js";
import { METHODS } from "../../model/model.js";
import { toTypeKey } from "../../model/names.js";
import { type EmitContext, printTypeImports } from "../prepare/context.js";
import {
  joinBlocks,
  joinLines,
  printTypeImport,
  printUnion,
  toDocComment,
} from "../print/print.js";
import { responseType } from "./results.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { nameOf } from "../prepare/type-names.js";
import {
  type FormSchema,
  namesOfPositional,
  type ParameterSchema,
  printForms,
} from "../prepare/route-schemas.js";

/** Emits the parameters, request and responses of each route, and what each route responds by name. */
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
  const request = `EndpointRequest<${JSON.stringify(METHODS.includes(method) ? method.toLowerCase() : method)}, ${bodyType(parameter, context)}>`;
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

/** The bodies of all ways to call a route. */
function bodyType({ forms }: ParameterSchema, { resolve }: EmitContext): string {
  // Leaves out forms whose `data` has exactly the keys of another form.
  const distinct = forms.filter(({ call }) => !(call.isWhole && call.isExact));
  return printUnion([...new Set(distinct.map((form) => formBodyType(form, resolve)))]);
}

/** Picks the body type from the parameters, so that it is declared once. */
function formBodyType({ name, call }: FormSchema, resolve: ResolveComponent): string {
  const { parameters, data, content } = call;
  const kind = content && kindOf(content.contentTypes[0] ?? "application/json");
  if (kind === "form") return "string | URLSearchParams";
  if (kind === "multipart") return "FormData";
  if (data !== undefined) return `${name}["data"]`;
  const keys = parameters.filter((parameter) => parameter.in === "body");
  if (keys.length === 0) return "undefined";
  const picked = `Pick<${name}, ${printUnion(keys.map((key) => JSON.stringify(key.name)))}>`;
  const hasTimes = keys.some(({ schema }) => isDateTime(dereference(schema, resolve)));
  return hasTimes ? `WithTimesAsText<${picked}>` : picked;
}

/** A numeric status can be looked up as a number and as a string. */
export function toStatusKey(status: string): string {
  return /^[1-9]\d*$/.test(status) ? status : toTypeKey(status);
}
