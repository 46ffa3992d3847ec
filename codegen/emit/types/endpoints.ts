import { dereference } from "../../json-schema/references.js";
import { isDateTime } from "../../json-schema/types.js";
import type { Response, Route } from "../../model.js";
import { toTypeKey } from "../../names.js";
import type { EmitContext } from "../context.js";
import { toDocComment } from "../doc.js";
import { type FileDraft, filesOf } from "../file.js";
import { byFile, type ByFile, specifierOf, TYPE_FILES } from "../layout.js";
import { joinBlocks, joinLines, printTypeImport, printUnion } from "../print.js";
import { nameOf, responseKey } from "../type-names.js";
import { isReference, type ParameterSchema } from "./route-schemas.js";

/** Emits what each route takes, what is made of it, and what is answered. */
export function emitEndpoints(context: EmitContext): FileDraft {
  const { model, parameters, responses } = context;
  const entries = parameters.map((parameter) => printEndpoint(parameter, context));
  const shared = sharedBodies(context);
  const imports = TYPE_FILES.map((file) => {
    const own = file === "responses" ? responses.map(({ name }) => name) : [];
    const routeTypes = file === "routes" ? parameters.map(({ name }) => name) : [];
    return printTypeImport(
      [...own, ...routeTypes, ...shared[file]],
      specifierOf(file, model.vendor),
    );
  });
  const map = `/** Every route with its parameters, its request and its responses. */
export interface Endpoints {${entries.join("")}
}`;
  const body = joinBlocks([
    joinLines(imports),
    entries.length === 0 ? "" : ENDPOINT_REQUEST,
    map.includes("WithTimesAsText<") ? WITH_TIMES_AS_TEXT : "",
    map,
  ]);
  return { path: "endpoints.ts", sources: filesOf(...model.routes), body };
}

const ENDPOINT_REQUEST = `/** The request options that a route's parameters make. */
export interface EndpointRequest<Method extends string, Body> {
  method: Method;
  /** Absolute, placeholders replaced, query appended. */
  url: string;
  /** Names in lowercase. */
  headers: { [name: string]: string };
  /** Absent when there is no body. */
  body?: Body;
  /** The \`request\` option as it was passed. */
  request?: object;
}`;

/** Only where it is used: a type that nothing uses is a mistake in some configurations. */
const WITH_TIMES_AS_TEXT = `/** A body as it is sent: what was given as a \`Date\` is its ISO 8601 text. */
type WithTimesAsText<Body> = { [Key in keyof Body]: Exclude<Body[Key], Date> };`;

/** The components that stand as whole bodies, by the file that declares them. */
function sharedBodies({ model, components, names }: EmitContext): ByFile<readonly string[]> {
  const schemas = model.routes.flatMap(({ responses }) => responses.map(({ schema }) => schema));
  const references = schemas.filter((schema) => schema !== undefined).filter(isReference);
  const refs = new Set(references.map(({ $ref }) => $ref));
  return byFile((file) => {
    const used = components[file].filter(({ ref }) => refs.has(ref));
    return used.map(({ ref }) => nameOf(names.components, ref));
  });
}

function printEndpoint(parameter: ParameterSchema, context: EmitContext): string {
  const { name, route } = parameter;
  const { key, method, summary: text, deprecated, source } = route;
  const request = `EndpointRequest<${JSON.stringify(method.toLowerCase())}, ${bodyType(parameter, context)}>`;
  const responses = route.responses.map(
    ({ status, schema }) =>
      `${toStatusKey(status)}: ${responseType(route, status, schema, context)};`,
  );
  return `
${toDocComment({ text, deprecated, source })}
${toTypeKey(key)}: {
  parameters: ${name};
  request: ${request};
  response: ${successType(route, context)};
  responses: {
${responses.join("\n")}
};
};`;
}

/** The body's type is picked from the parameters, so that it is written down once. */
function bodyType({ name, call }: ParameterSchema, { resolve }: EmitContext): string {
  const { parameters, data } = call;
  if (data !== undefined) return `${name}["data"]`;
  const keys = parameters.filter((parameter) => parameter.in === "body");
  if (keys.length === 0) return "undefined";
  const picked = `Pick<${name}, ${printUnion(keys.map((key) => JSON.stringify(key.name)))}>`;
  const hasTimes = keys.some(({ schema }) => isDateTime(dereference(schema, resolve)));
  return hasTimes ? `WithTimesAsText<${picked}>` : picked;
}

function responseType(
  route: Route,
  status: string,
  schema: Response["schema"],
  { names }: EmitContext,
): string {
  if (schema === undefined) return "undefined";
  if (isReference(schema)) return nameOf(names.components, schema.$ref);
  return nameOf(names.responses, responseKey(route.key, status));
}

/** What a call that succeeds is answered with; `default` stands for it when no 2xx is described. */
function successType(route: Route, context: EmitContext): string {
  const success = route.responses.filter(({ status }) => /^2/.test(status));
  const counted = success.length > 0 ? success : route.responses.filter(isDefault);
  if (counted.length === 0) return "unknown";
  const types = counted.map(({ status, schema }) => responseType(route, status, schema, context));
  return printUnion([...new Set(types)]);
}

/** A plain status can be looked up as a number and as text. */
function toStatusKey(status: string): string {
  return /^[1-9]\d*$/.test(status) ? status : toTypeKey(status);
}

function isDefault({ status }: Response): boolean {
  return status === "default";
}
