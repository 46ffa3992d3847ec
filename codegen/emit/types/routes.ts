/** The parameters of routes: their types, the map from route to arguments, and a function for each route. */
import type { OptionalKind, PropertySignatureStructure } from "ts-morph";
import { hasRequestBody } from "../../model/http.js";
import type { Route as ModelRoute } from "../../model/model.js";
import { nameOf, toTypeKey } from "../../model/names.js";
import { toParagraph } from "../../model/texts.js";
import { inOrderOfErrors, namesOfPositional, printBase, printForms } from "../calls/print-calls.js";
import type { EmitContext } from "../context/context.js";
import { CALL_OPTIONS, type OptionDeclaration } from "../calls/forms.js";
import type { FormBase, ParameterSchema } from "../calls/types.js";
import { printInterfaces } from "../print/declarations.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, final, joinCode, local, ofModule, ofRuntime } from "../print/module.js";
import { toDocComment, toDocText } from "../print/print.js";
import type { Code, InterfaceStructure } from "../print/types.js";
import type { CompiledTypes } from "../schema-types/compile-types.js";
import { importsOf } from "../names/references.js";
import { declareComponents, declareType } from "./schema-files.js";

/** Emits the parameters of every route, and the map from route to arguments. */
export function emitRoutes(context: EmitContext): ModuleDraft {
  const { model, parameters, components } = context;
  const blocks = [
    declareRequestParameters(context),
    ...printHelpers(parameters, context.types),
    ...parameters.flatMap((parameter) => [
      ...declareParameters(parameter, context),
      ...declareSurface(parameter, context),
    ]),
    declareRouteMap(parameters, context),
    ...declareComponents("routes", context),
  ];
  const sources = [...filesOf(...model.routes), ...filesOf(...components.routes)];
  return { path: "routes.ts", sources: [...new Set(sources)], module: { blocks } };
}

/** Options that every call accepts; a vendor with variables in its addresses has more of them. */
function declareRequestParameters({ model, memo }: EmitContext): Code {
  const bases = model.vendor.variables === undefined ? [] : [SERVER_OPTIONS];
  const { parts } = joinCode(
    printInterfaces(
      [
        {
          name: "RequestParameters",
          docs: ["Options that every call accepts besides the parameters of its route."],
          extends: bases.map(({ name }) => name),
          properties: listCallOptions("RequestParameters"),
        },
        {
          name: "BodyRequestParameters",
          docs: ["Options of a call whose method has a body."],
          extends: ["RequestParameters"],
          properties: listCallOptions("BodyRequestParameters"),
        },
      ],
      memo,
    ),
    "\n\n",
  );
  return code`${HEADERS_AND_MEDIA}\n\n${{ parts, imports: bases }}`;
}

const SERVER_OPTIONS = ofModule("./constants.js").type("ServerOptions");

function listCallOptions(
  place: OptionDeclaration["place"],
): OptionalKind<PropertySignatureStructure>[] {
  return CALL_OPTIONS.flatMap(({ name, declaration }) => {
    if (declaration?.place !== place) return [];
    const { type, docs = [] } = declaration;
    return [{ name, type, docs: [...docs], hasQuestionToken: true, isReadonly: true }];
  });
}

/** Types that the options have. */
const HEADERS_AND_MEDIA = code`/** Header names and values. \`undefined\` removes a default; names are lowercased. */
${exported("type", "HeadersInput")} =
  | Headers
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | number | undefined };

${exported("interface", "MediaTypeOptions")} {
  /** A format such as \`raw\`, \`diff\` or \`text+json\`; changes the \`accept\` header. */
  readonly format?: string | undefined;
}`;

/** Declarations that are printed if one of their names is used. `noUnusedLocals` rejects unused ones. */
const HELPERS: readonly (readonly [names: readonly string[], declaration: Code])[] = [
  [
    ["RawBody"],
    code`/** A body that is sent as it is. */
${exported("type", "RawBody")} = Uint8Array | ArrayBuffer | Blob | ReadableStream;`,
  ],
  [
    ["BodyFields", "WithoutFields"],
    code`/** The fields of a body, which are passed beside the other parameters of a call. */
${exported("type", "BodyFields")}<Parameters, Others extends keyof Parameters = never> = Omit<
  Parameters,
  Others | keyof BodyRequestParameters
>;

/** The other parameters of a call, whose body is passed as a whole. */
${exported("type", "WithoutFields")}<Parameters, Others extends keyof Parameters = never> = Pick<
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
    ["WithBody"],
    code`/** The other parameters of a call, and its body as a whole. */
${exported("type", "WithBody")}<Parameters, Others extends keyof Parameters = never> = WithoutFields<
  Parameters,
  Others
> & {
  /** The whole body, in place of its fields: \`application/json\`. */
  data: BodyFields<Parameters, Others> | RawBody;
};`,
  ],
  [
    ["WithOptionalBody"],
    code`/** The other parameters of a call, and its body as a whole, which may be absent. */
${exported("type", "WithOptionalBody")}<Parameters, Others extends keyof Parameters = never> = WithoutFields<
  Parameters,
  Others
> & {
  /** The whole body, in place of its fields: \`application/json\`. */
  data?: BodyFields<Parameters, Others> | RawBody | undefined;
};`,
  ],
  [
    ["BodyOf"],
    code`${local("declare const", "contentType")}: unique symbol;

/** No value has this type. It is part of the type of a body, so that errors name the media type. */
${exported("interface", "BodyOf")}<ContentType extends string> {
  readonly [contentType]: readonly [ContentType, never];
}`,
  ],
  [
    ["ContentTypeHeaders", "DefaultTypeHeaders"],
    code`/** Headers that choose one of a route's media types. */
${exported("interface", "ContentTypeHeaders")}<ContentType extends string> {
  readonly "content-type": ContentType | \`\${ContentType};\${string}\`;
  readonly [name: string]: string | number | undefined;
}

/** Headers that leave a route its default media type. */
${exported("type", "DefaultTypeHeaders")}<ContentType extends string> =
  // With the key in each member, an error names the media types of all forms of a call.
  | ((Headers | Iterable<readonly [string, string]>) & { readonly "content-type"?: undefined })
  | {
      readonly "content-type"?: ContentType | \`\${ContentType};\${string}\` | undefined;
      readonly [name: string]: string | number | undefined;
    };`,
  ],
];

/** The helpers that a type over a form is made of. */
const USED_BY: Readonly<Partial<Record<FormBase, readonly string[]>>> = {
  WithBody: ["RawBody", "WithoutFields"],
  WithOptionalBody: ["RawBody", "WithoutFields"],
};

function printHelpers(
  parameters: readonly ParameterSchema[],
  types: CompiledTypes,
): readonly Code[] {
  const forms = parameters.flatMap((parameter) => parameter.forms);
  const used = new Set(forms.flatMap(({ name }) => nameOf(types, name).names));
  for (const { base } of forms)
    if (base) for (const name of [base, ...(USED_BY[base] ?? [])]) used.add(name);
  return HELPERS.flatMap(([names, declaration]) =>
    names.some((name) => used.has(name)) ? [declaration] : [],
  );
}

function declareParameters(
  { route, forms }: ParameterSchema,
  context: EmitContext,
): readonly Code[] {
  const { docs, key, deprecated } = route;
  return inOrderOfErrors(forms).map((form) => {
    const { name, call } = form;
    const [type] = route.body?.furtherContents && call.content ? call.content.contentTypes : [];
    const sent = type === undefined ? "" : ` with \`${type}\``;
    const place = call.isWhole ? ", its body in `data`" : "";
    const text = printRouteText(`\`${key}\`${sent}${place}`, route, !call.isWhole);
    const doc = { text, docs, deprecated };
    const base = hasRequestBody(route.method) ? "BodyRequestParameters" : "RequestParameters";
    return declareType({ name, doc, bases: [printBase(form) ?? base] }, "routes", context);
  });
}

function declareSurface(
  { route, surface }: ParameterSchema,
  context: EmitContext,
): readonly Code[] {
  if (surface === undefined || surface.keys.length === 0) return [];
  const { docs, key, deprecated } = route;
  const doc = { text: printRouteText(`\`${key}\``, route), docs, deprecated };
  const { parts, imports } = declareType({ name: surface.name, doc }, "routes", context);
  const takesFiles = nameOf(context.types, surface.name).names.includes(UPLOADABLE.name);
  return [{ parts, imports: takesFiles ? [...imports, UPLOADABLE] : imports }];
}

/** The type of files in methods of a class with the surface of Stainless. */
const UPLOADABLE = ofRuntime("stainless").type("Uploadable");

/** The text of a comment on a route: what a name does not say; `isLong` adds the beginning of its description. */
function printRouteText(
  title: string,
  { summary, description }: ModelRoute,
  isLong = true,
): string {
  if (summary === undefined) return title;
  const paragraph = isLong && description !== undefined ? toParagraph(description) : "";
  if (paragraph === "" || paragraph === summary) return `${title}: ${summary}`;
  if (paragraph.startsWith(summary)) return `${title}: ${paragraph}`;
  return `${title}: ${summary}\n\n${paragraph}`;
}

function declareRouteMap(parameters: readonly ParameterSchema[], context: EmitContext): Code {
  const { types, memo } = context;
  const map: InterfaceStructure = {
    name: "Routes",
    docs: ["Maps each route to the arguments that follow it in a call."],
    properties: parameters.map((parameter) => routeProperty(parameter, types)),
  };
  const names = parameters.flatMap((parameter) => namesOfPositional(parameter, types));
  const { parts } = joinCode(printInterfaces([map], memo));
  return { parts, imports: importsOf(names, context, "routes") };
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
export function emitRouteHelpers(context: EmitContext): ModuleDraft {
  const { model, parameters, names } = context;
  const helpers = parameters.map(({ route }) =>
    printRouteHelper(route, nameOf(names.functions, route.key)),
  );
  const blocks = [
    ROUTE_TYPES,
    printRouteList(model.routes),
    helpers.length === 0 ? code`` : BIND_ROUTE,
    joinCode(helpers, "\n"),
  ];
  return {
    path: "route-helpers.ts",
    sources: filesOf(...model.routes),
    module: { exports: [[ofModule("./routes.js").all("type")]], blocks: blocks.map(final) },
  };
}

const ROUTES = ofModule("./routes.js").type("Routes");

const ROUTE_TYPES = code`/** All routes: \`<METHOD> <url>\`, as documented. */
${exported("type", "Route")} = keyof ${ROUTES};

/** The parameters of a route. */
${exported("type", "RouteParameters")}<Name extends Route> = NonNullable<Routes[Name][0]>;`;

const BIND_ROUTE = code`/** Creates the function of a route. Of its arguments, only the first one counts: \`map\` passes others. */
${local("const", "bindRoute")} =
  <Name extends Route>(route: Name) =>
  (...parameters: Routes[Name]): readonly [Name, ...Routes[Name]] => [
    route,
    ...(parameters.slice(0, 1) as Routes[Name]), // a part of it
  ];`;

function printRouteList(routes: readonly ModelRoute[]): Code {
  const keys = routes.map(({ key }) => `  ${JSON.stringify(key)},`);
  return code`/** All routes, to be looked up while a program runs. */
${exported("const", "routes")}: readonly Route[] = [
${keys.join("\n")}
];`;
}

/** Prints the function of a route. Its comment has what the route itself does not tell. */
function printRouteHelper(route: ModelRoute, name: string): Code {
  const { key, summary, docs, deprecated } = route;
  const text =
    summary === undefined ? "" : printRouteText(`Arguments of \`endpoint\` for \`${key}\``, route);
  const comment = toDocComment({ text, docs, deprecated });
  return code`${comment === "" ? "" : `${comment}\n`}${exported("const", name)} = /* @__PURE__ */ bindRoute(${JSON.stringify(key)});`;
}
