/** `routes.ts`: the types of the parameters of routes, and the map from each route to its arguments. */
import type { OptionalKind, PropertySignatureStructure } from "ts-morph";
import { hasRequestBody } from "../../model/http.js";
import type { Route } from "../../model/model.js";
import { nameOf, toTypeKey } from "../../model/names.js";
import { toParagraph } from "../../model/texts.js";
import { CALL_OPTIONS, type OptionDeclaration } from "../calls/call-options.js";
import { inOrderOfErrors, namesOfPositional, printBase, printForms } from "../calls/print-calls.js";
import type { ParameterSchema } from "../calls/types.js";
import type { EmitContext } from "../context/context.js";
import { importsOf } from "../names/references.js";
import { printInterfaces } from "../print/declarations.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, joinCode, ofModule, ofRuntime } from "../print/module.js";
import { toDocText } from "../print/print.js";
import type { Code, InterfaceStructure } from "../print/types.js";
import { declareFormHelpers } from "./form-helpers.js";
import { declareComponents, declareType } from "./schema-files.js";

/** Emits the parameters of every route, and the map from route to arguments. */
export function emitRoutes(context: EmitContext): ModuleDraft {
  const { model, parameters, components } = context;
  const blocks = [
    declareRequestParameters(context),
    ...declareFormHelpers(parameters, context.types),
    ...parameters.flatMap((parameter) => [
      ...declareParameters(parameter, context),
      ...declareSurfaceParameters(parameter, context),
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

/** The types of the options `headers` and `mediaType`. */
const HEADERS_AND_MEDIA = code`/** Header names and values. \`undefined\` removes a default; names are lowercased. */
${exported("type", "HeadersInput")} =
  | Headers
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | number | undefined };

${exported("interface", "MediaTypeOptions")} {
  /** A format such as \`raw\`, \`diff\` or \`text+json\`; changes the \`accept\` header. */
  readonly format?: string | undefined;
}`;

/** Declares the parameters of each way to call a route. */
function declareParameters(
  { route, forms }: ParameterSchema,
  context: EmitContext,
): readonly Code[] {
  const { docs, key, deprecated } = route;
  return inOrderOfErrors(forms).map((form) => {
    const { name, call } = form;
    // Only a route with several media types needs the one of this call.
    const [type] = route.body?.furtherContents && call.content ? call.content.contentTypes : [];
    const sent = type === undefined ? "" : ` with \`${type}\``;
    const place = call.isWhole ? ", its body in `data`" : "";
    const text = printRouteText(`\`${key}\`${sent}${place}`, route, !call.isWhole);
    const doc = { text, docs, deprecated };
    const base = hasRequestBody(route.method) ? "BodyRequestParameters" : "RequestParameters";
    return declareType({ name, doc, bases: [printBase(form) ?? base] }, "routes", context);
  });
}

function declareSurfaceParameters(
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

/**
 * The text of a comment on a route, which says what its name does not.
 * @param isLong Adds the beginning of its description.
 */
export function printRouteText(
  title: string,
  { summary, description }: Route,
  isLong = true,
): string {
  if (summary === undefined) return title;
  const paragraph = isLong && description !== undefined ? toParagraph(description) : "";
  if (paragraph === "" || paragraph === summary) return `${title}: ${summary}`;
  if (paragraph.startsWith(summary)) return `${title}: ${paragraph}`;
  return `${title}: ${summary}\n\n${paragraph}`;
}

/** Declares the map from each route to its arguments. */
function declareRouteMap(parameters: readonly ParameterSchema[], context: EmitContext): Code {
  const { types, memo } = context;
  const map: InterfaceStructure = {
    name: "Routes",
    docs: ["Maps each route to the arguments that follow it in a call."],
    properties: parameters.map((parameter) => createRouteProperty(parameter, types)),
  };
  const names = parameters.flatMap((parameter) => namesOfPositional(parameter, types));
  const { parts } = joinCode(printInterfaces([map], memo));
  return { parts, imports: importsOf(names, context, "routes") };
}

function createRouteProperty(
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
