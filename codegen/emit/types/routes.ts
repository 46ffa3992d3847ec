import type { OptionalKind, PropertySignatureStructure } from "ts-morph";
import { hasRequestBody } from "../../model/http.js";
import { type Route as ModelRoute, runtimeOf } from "../../model/model.js";
import { nameOf, toTypeKey } from "../../model/names.js";
import { toParagraph } from "../../model/texts.js";
import { baseOfWhole, inOrderOfErrors, printForms } from "../calls/print-calls.js";
import type { EmitContext } from "../context/context.js";
import type { ParameterSchema } from "../calls/types.js";
import { type FileDraft, filesOf } from "../print/file.js";
import {
  joinBlocks,
  joinLines,
  printInterfaces,
  printType,
  printTypeImport,
  toDocComment,
  toDocText,
} from "../print/print.js";
import type { InterfaceStructure } from "../print/types.js";
import { printComponentImports, printComponents } from "./schema-files.js";

/** Emits the parameters of every route, and the map from route to arguments. */
export function emitRoutes(context: EmitContext): FileDraft {
  const { model, parameters, components } = context;
  const declarations = parameters.flatMap((parameter) => [
    ...printParameters(parameter, context),
    ...printSurface(parameter, context),
  ]);
  const options = model.vendor.variables === undefined ? [] : ["ServerOptions"];
  const body = joinBlocks([
    joinLines([
      printTypeImport(options, "./constants.js"),
      declarations.some((text) => /\bUploadable\b/.test(text))
        ? printTypeImport(["Uploadable"], `${runtimeOf(model.vendor)}/stainless`)
        : "",
      printComponentImports(
        "routes",
        context,
        parameters.flatMap(({ declared, positional }) =>
          [...declared, ...positional].map(({ name }) => name),
        ),
      ),
    ]),
    model.vendor.variables === undefined
      ? REQUEST_PARAMETERS
      : withServerOptions(REQUEST_PARAMETERS),
    ...printUsed(declarations),
    ...declarations,
    printInterfaces([routeMap(parameters, context.types)], context.memo),
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

function withServerOptions(declarations: string): string {
  const name = "export interface RequestParameters";
  return declarations.replace(name, `${name} extends ServerOptions`);
}

/** Types that only some vendors need. `noUnusedLocals` rejects unused ones. */
const BODY_TYPES: readonly (readonly [name: string, declaration: string])[] = [
  [
    "RawBody",
    `/** A body that is sent as it is. */
export type RawBody = Uint8Array | ArrayBuffer | Blob | ReadableStream;`,
  ],
  [
    "Fields<",
    `/** The fields of a body, which are passed beside the other parameters of a call. */
export type BodyFields<Parameters, Others extends keyof Parameters = never> = Omit<
  Parameters,
  Others | keyof BodyRequestParameters
>;

/** The other parameters of a call, whose body is passed as a whole. */
export type WithoutFields<Parameters, Others extends keyof Parameters = never> = Pick<
  Parameters,
  Others | (keyof RequestParameters & keyof Parameters)
> & {
  // The names of an open body are any text.
  readonly [Field in keyof BodyFields<Parameters, Others> as string extends Field
    ? never
    : Field]?: undefined;
};`,
  ],
  [
    "BodyOf<",
    `declare const contentType: unique symbol;

/** No value has this type. It is part of the type of a body, so that errors name the media type. */
export interface BodyOf<ContentType extends string> {
  readonly [contentType]: readonly [ContentType, never];
}`,
  ],
  [
    "ContentTypeHeaders<",
    `/** Headers that choose one of a route's media types. */
export interface ContentTypeHeaders<ContentType extends string> {
  readonly "content-type": ContentType | \`\${ContentType};\${string}\`;
  readonly [name: string]: string | number | undefined;
}

/** Headers that leave a route its default media type. */
export type DefaultTypeHeaders<ContentType extends string> =
  // With the key in each member, an error names the media types of all forms of a call.
  | ((Headers | Iterable<readonly [string, string]>) & { readonly "content-type"?: undefined })
  | {
      readonly "content-type"?: ContentType | \`\${ContentType};\${string}\` | undefined;
      readonly [name: string]: string | number | undefined;
    };`,
  ],
];

function printUsed(declarations: readonly string[]): readonly string[] {
  const used = BODY_TYPES.filter(([name]) => declarations.some((text) => text.includes(name)));
  return used.map(([, declaration]) => declaration);
}

function printParameters(
  { route, forms }: ParameterSchema,
  { types }: EmitContext,
): readonly string[] {
  const { docs, key, deprecated } = route;
  return inOrderOfErrors(forms).map(({ name, call, keys }) => {
    const [type] = route.body?.others && call.content ? call.content.contentTypes : [];
    const sent = type === undefined ? "" : ` with \`${type}\``;
    const place = call.isWhole ? " and its body in `data`" : "";
    const text = printRouteText(`Parameters of \`${key}\`${sent}${place}`, route, !call.isWhole);
    const doc = { text, docs, deprecated };
    const base = hasRequestBody(route.method) ? "BodyRequestParameters" : "RequestParameters";
    const bases = [keys ? baseOfWhole(keys) : base];
    return printType({ name, type: nameOf(types, name), doc, bases });
  });
}

function printSurface(
  { route, surface }: ParameterSchema,
  { types }: EmitContext,
): readonly string[] {
  if (surface === undefined || surface.keys.length === 0) return [];
  const { docs, key, deprecated } = route;
  const doc = { text: printRouteText(`Parameters of \`${key}\``, route), docs, deprecated };
  return [printType({ name: surface.name, type: nameOf(types, surface.name), doc, bases: [] })];
}

/** The text of a comment on a route; `isLong` adds the beginning of its description. */
function printRouteText(
  title: string,
  { summary, description }: ModelRoute,
  isLong = true,
): string {
  if (summary === undefined) return `${title}.`;
  const paragraph = isLong && description !== undefined ? toParagraph(description) : "";
  if (paragraph === "" || paragraph === summary) return `${title}: ${summary}`;
  if (paragraph.startsWith(summary)) return `${title}: ${paragraph}`;
  return `${title}: ${summary}\n\n${paragraph}`;
}

function routeMap(
  parameters: readonly ParameterSchema[],
  types: EmitContext["types"],
): InterfaceStructure {
  return {
    name: "Routes",
    isExported: true,
    docs: ["Maps each route to the arguments that follow it in a call."],
    properties: parameters.map((parameter) => routeProperty(parameter, types)),
  };
}

function routeProperty(
  parameter: ParameterSchema,
  types: EmitContext["types"],
): OptionalKind<PropertySignatureStructure> {
  const { route, isCallableBare } = parameter;
  const { key, summary: text, docs, deprecated } = route;
  return {
    name: toTypeKey(key),
    type: `[parameters${isCallableBare ? "?" : ""}: ${printForms(parameter, types)}]`,
    docs: [toDocText({ text, docs, deprecated })].filter((doc) => doc !== ""),
  };
}

/** Emits one function per route, so that a bundler can drop the unused ones; each on a line, without blank ones. */
export function emitRouteHelpers(context: EmitContext): FileDraft {
  const { model, parameters, names } = context;
  const helpers = parameters.map(({ route }) =>
    printRouteHelper(route, nameOf(names.functions, route.key)),
  );
  const body = joinBlocks([
    joinLines(['import type { Routes } from "./routes.js";', 'export type * from "./routes.js";']),
    ROUTE_TYPES,
    printRouteList(model.routes),
    helpers.length === 0 ? "" : BIND_ROUTE,
    joinLines(helpers),
  ]);
  const sources = filesOf(...model.routes);
  return { path: "route-helpers.ts", sources, body, isFormatted: true };
}

const ROUTE_TYPES = `/** All routes: \`<METHOD> <url>\`, as documented. */
export type Route = keyof Routes;

/** The parameters of a route. */
export type RouteParameters<Name extends Route> = NonNullable<Routes[Name][0]>;`;

const BIND_ROUTE = `/** Creates the function of a route. Of its arguments, only the first one counts: \`map\` passes others. */
const bindRoute =
  <Name extends Route>(route: Name) =>
  (...parameters: Routes[Name]): readonly [Name, ...Routes[Name]] => [
    route,
    ...(parameters.slice(0, 1) as Routes[Name]), // a part of it
  ];`;

function printRouteList(routes: readonly ModelRoute[]): string {
  const keys = routes.map(({ key }) => `  ${JSON.stringify(key)},`);
  return `/** All routes, to be looked up while a program runs. */
export const routes: readonly Route[] = [
${keys.join("\n")}
];`;
}

function printRouteHelper(route: ModelRoute, name: string): string {
  const { key, docs, deprecated } = route;
  const text = printRouteText(`Arguments of \`endpoint\` for \`${key}\``, route);
  const definition = `export const ${name} = /* @__PURE__ */ bindRoute(${JSON.stringify(key)});`;
  return `${toDocComment({ text, docs, deprecated })}\n${definition}`;
}
