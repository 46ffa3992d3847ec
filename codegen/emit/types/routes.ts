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

/** The same for every vendor: what the runtime takes beside the parameters of a route. */
const REQUEST_PARAMETERS = `/** Header names and values. \`undefined\` removes a default; names are lowercased. */
export type HeadersInput =
  | Headers
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | number | undefined };

export interface MediaTypeOptions {
  /** Media-type parameter such as \`raw\`, \`diff\` or \`text+json\`; amends \`accept\`. */
  readonly format?: string | undefined;
}

/** What any call takes beside the parameters of its route. */
export interface RequestParameters {
  /** Replaces the default address; one slash joins it to the route's path. */
  readonly baseUrl?: string | undefined;
  readonly headers?: HeadersInput | undefined;
  readonly mediaType?: MediaTypeOptions | undefined;
  /** For the HTTP client; returned as it is. */
  readonly request?: object | undefined;
}

/** What a call takes beside the parameters of a route whose method has a body. */
export interface BodyRequestParameters extends RequestParameters {
  /** The body as it is, in place of one made of the remaining parameters. */
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
    docs: ["From every route to the arguments that follow it in a call."],
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

/** Emits one function for each route, so small that a bundler keeps only those in use. */
export function emitRouteHelpers(context: EmitContext): FileDraft {
  const { model, parameters } = context;
  const body = joinBlocks([
    printTypeImport([...parameters.map(({ name }) => name), "Routes"], "./routes.js"),
    TYPES,
    ...parameters.map((parameter) => printFunction(parameter, context)),
  ]);
  return { path: "route-helpers.ts", sources: filesOf(...model.routes), body };
}

const TYPES = `/** Every route: \`<METHOD> <url>\`, as documented. */
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
