/** `routes.ts`: the types of the parameters of routes, and the map from each route to its arguments. */
import type { OptionalKind, PropertySignatureStructure } from "ts-morph";
import { hasRequestBody } from "../../model/http.js";
import { nameOf, toTypeKey } from "../../model/names.js";
import { inOrderOfErrors, namesOfPositional, printBase, printForms } from "../calls/print-calls.js";
import type { ParameterSchema } from "../calls/types.js";
import type { EmitContext } from "../context/context.js";
import { importsOf } from "../names/references.js";
import { printInterfaces } from "../print/declarations.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { joinCode, ofRuntime, withImports } from "../print/module.js";
import { toDocText } from "../print/print.js";
import type { Code, InterfaceStructure } from "../print/types.js";
import { declareRequestParameters } from "./request-parameters.js";
import { declareFormHelpers } from "./form-helpers.js";
import { printRouteText } from "./route-text.js";
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

/** Declares the parameters of the method of a class that has the surface of Stainless, if it takes any. */
function declareSurfaceParameters(
  { route, surface }: ParameterSchema,
  context: EmitContext,
): readonly Code[] {
  if (surface === undefined || surface.keys.length === 0) return [];
  const { docs, key, deprecated } = route;
  const doc = { text: printRouteText(`\`${key}\``, route), docs, deprecated };
  const declared = declareType({ name: surface.name, doc }, "routes", context);
  const takesFiles = nameOf(context.types, surface.name).names.includes(UPLOADABLE.name);
  return [withImports(declared, takesFiles ? [UPLOADABLE] : [])];
}

/** The type of files in methods of a class with the surface of Stainless. */
const UPLOADABLE = ofRuntime("stainless").type("Uploadable");

/** Declares the map from each route to its arguments. */
function declareRouteMap(parameters: readonly ParameterSchema[], context: EmitContext): Code {
  const { types, memo } = context;
  const map: InterfaceStructure = {
    name: "Routes",
    docs: ["Maps each route to the arguments that follow it in a call."],
    properties: parameters.map((parameter) => createRouteProperty(parameter, types)),
  };
  const names = parameters.flatMap((parameter) => namesOfPositional(parameter, types));
  const declared = joinCode(printInterfaces([map], memo));
  return withImports(declared, importsOf(names, context, "routes"));
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
