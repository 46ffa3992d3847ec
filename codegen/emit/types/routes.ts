import type { OptionalKind, PropertySignatureStructure } from "ts-morph";
import { toTypeKey } from "../../names.js";
import type { EmitContext } from "../context.js";
import { toDocComment, toDocText } from "../doc.js";
import { type FileDraft, filesOf } from "../file.js";
import {
  type InterfaceStructure,
  joinBlocks,
  printInterfaces,
  printType,
  printTypeImport,
} from "../print.js";
import { nameOf } from "../type-names.js";
import type { ParameterSchema } from "./route-schemas.js";
import { printComponentImports, printComponents } from "./shared.js";

/** Emits the parameters of every route, and the map from route to arguments. */
export function emitRoutes(context: EmitContext): FileDraft {
  const { model, parameters, components } = context;
  const body = joinBlocks([
    printComponentImports("routes", context),
    REQUEST_PARAMETERS,
    ...parameters.map((parameter) => printParameters(parameter, context)),
    printInterfaces([routeMap(parameters)], context.memo),
    ...printComponents("routes", context),
  ]);
  const sources = [...filesOf(...model.routes), ...filesOf(...components.routes)];
  return { path: "routes.ts", sources: [...new Set(sources)], body };
}

/** Options that every route accepts; they do not depend on the vendor. */
const REQUEST_PARAMETERS = `/** Header names and values. \`undefined\` removes a default; names are lowercased. */
export type HeadersInput =
  | Headers
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | number | undefined };

export interface MediaTypeOptions {
  /** A format such as \`raw\`, \`diff\` or \`text+json\`; changes the \`accept\` header. */
  readonly format?: string | undefined;
}

/** Options that every call accepts besides the parameters of its route. */
export interface RequestParameters {
  /** Replaces the default base URL. */
  readonly baseUrl?: string | undefined;
  readonly headers?: HeadersInput | undefined;
  readonly mediaType?: MediaTypeOptions | undefined;
  /** Options for the HTTP client; returned unchanged. */
  readonly request?: object | undefined;
}

/** Options of a call whose method has a body. */
export interface BodyRequestParameters extends RequestParameters {
  /** The whole body. It replaces the body built from the remaining parameters. */
  readonly data?: unknown;
}`;

function printParameters({ name, route }: ParameterSchema, { types }: EmitContext): string {
  const { summary, key, deprecated, source } = route;
  const text = `Parameters of \`${key}\`${summary === undefined ? "." : `: ${summary}`}`;
  const doc = { text, deprecated, source };
  const base = route.method === "GET" ? "RequestParameters" : "BodyRequestParameters";
  return printType({ name, type: nameOf(types, name), doc, bases: [base] });
}

function routeMap(parameters: readonly ParameterSchema[]): InterfaceStructure {
  return {
    name: "Routes",
    isExported: true,
    docs: ["Maps each route to the arguments that follow it in a call."],
    properties: parameters.map(routeProperty),
  };
}

function routeProperty({
  name,
  route,
  isCallableBare,
}: ParameterSchema): OptionalKind<PropertySignatureStructure> {
  const { key, summary: text, deprecated, source } = route;
  return {
    name: toTypeKey(key),
    type: isCallableBare ? `[parameters?: ${name}]` : `[parameters: ${name}]`,
    docs: [`\n${toDocText({ text, deprecated, source })}`],
  };
}

/** Emits one function per route, so that a bundler can drop the unused ones. */
export function emitRouteHelpers(context: EmitContext): FileDraft {
  const { model, parameters } = context;
  const body = joinBlocks([
    printTypeImport([...parameters.map(({ name }) => name), "Routes"], "./routes.js"),
    TYPES,
    ...parameters.map((parameter) => printFunction(parameter, context)),
  ]);
  return { path: "route-helpers.ts", sources: filesOf(...model.routes), body };
}

const TYPES = `/** All routes: \`<METHOD> <url>\`, as documented. */
export type Route = keyof Routes;

/** The parameters of a route. */
export type RouteParameters<Name extends Route> = NonNullable<Routes[Name][0]>;`;

function printFunction(parameter: ParameterSchema, { names }: EmitContext): string {
  const { name, route, isCallableBare } = parameter;
  const { key, summary, deprecated, source } = route;
  const text = `Arguments of \`endpoint\` for \`${key}\`${summary === undefined ? "." : `: ${summary}`}`;
  const functionName = nameOf(names.functions, key);
  const literal = JSON.stringify(key);
  const definition = isCallableBare
    ? `(...parameters: [parameters?: ${name}]) => [${literal}, ...parameters] as const;`
    : `(parameters: ${name}) => [${literal}, parameters] as const;`;
  return `${toDocComment({ text, deprecated, source })}\nexport const ${functionName} = ${definition}`;
}
