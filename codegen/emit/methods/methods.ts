/** The modules of resources: interfaces of their methods, and the methods as functions. */
import type { Route } from "../../model/model.js";
import { createValueScope, nameOf, toCamelCase } from "../../model/names.js";
import { namesOfPositional } from "../calls/print-calls.js";
import type { EmitContext } from "../context/context.js";
import { type Plan, planRoutes } from "../plans/plans.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { final } from "../print/module.js";
import type { Module } from "../print/types.js";
import type { Method } from "../resources/resource-methods.js";
import { listResources, readResources, type Resource } from "../resources/resources.js";
import { printFunctions } from "./functions.js";
import { InterfacePrinter } from "./interfaces.js";
import { nameRuntimeTypes } from "./runtime-types.js";

/**
 * Emits a module for each resource: the interface of its methods, and each method as a function, so
 * that a bundle has those that it imports. Each function is on a line, since there are thousands.
 */
export function emitMethods(context: EmitContext): readonly ModuleDraft[] {
  const plans = planRoutes(context);
  const resources = listResources(readResources(context));
  const inOneFile = context.origin.layout && nameInOneFile(resources, context);
  return resources.map((resource) => ({
    path: `methods/${resource.file}.ts`,
    sources: filesOf(...context.model.routes),
    module: printResource(resource, plans, context, inOneFile),
  }));
}

/** @param inOneFile The names in an app; absent for a package, in which each resource has a file. */
function printResource(
  resource: Resource,
  plans: ReadonlyMap<Route, Plan>,
  context: EmitContext,
  inOneFile: NamesInOneFile | undefined,
): Module {
  const { vendor } = context.model;
  const { outputs } = vendor;
  const types = inOneFile?.types ?? listTypeNames(resource, context);
  const runtimeTypes = nameRuntimeTypes(types, vendor);
  const up = "../".repeat(resource.file.split("/").length);
  const declaration = new InterfacePrinter(context, runtimeTypes, up).print(resource);
  const hasFunctions = outputs === undefined || outputs.includes("methods");
  if (!hasFunctions) return { blocks: [declaration] };
  const namesInOneFile = inOneFile?.functions;
  const settings = { plans, vendor, runtimeTypes, up, namesInOneFile };
  const { functions, renamed } = printFunctions(resource, settings);
  return { blocks: [declaration, ...functions.map(final)], renamed };
}

// ---- Names

/** Names the types and functions of all resources, so that one file can declare them. */
function nameInOneFile(resources: readonly Resource[], context: EmitContext): NamesInOneFile {
  const scope = createValueScope([...context.names.functions.values(), "globalThis"]);
  const functions = resources.flatMap(({ path, methods }) =>
    methods.map((method) => {
      const functionName = nameOf(context.names.functions, method.route.key);
      const deprecatedName = toCamelCase(`${path} ${method.name}`);
      return [
        method,
        method.isAlias ? scope.take(deprecatedName, `${deprecatedName}_`) : functionName,
      ] as const;
    }),
  );
  const types = resources.flatMap((resource) => listTypeNames(resource, context));
  return { types, functions: new Map(functions) };
}

/** The types that a module names without a namespace, but for the types of the runtime. */
function listTypeNames(resource: Resource, context: EmitContext): readonly string[] {
  const { methods, children, typeName } = resource;
  return [
    typeName,
    ...children.map((child) => child.typeName),
    ...methods.flatMap(({ parameter }) => namesOfPositional(parameter, context.types)),
  ];
}

/** Names that stand beside each other in the one file that all resources become in an app. */
interface NamesInOneFile {
  readonly types: readonly string[];
  /** The function of each method: `projectsList`. */
  readonly functions: ReadonlyMap<Method, string>;
}
