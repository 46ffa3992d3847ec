/** Methods as functions, each a constant that names its route: `export const get = defineReadMethod("GET /things/{id}")`. */
import { hasRequestBody } from "../../model/http.js";
import type { Route, Vendor } from "../../model/model.js";
import { createValueScope, type NameScope } from "../../model/names.js";
import { deepen } from "../names/references.js";
import type { Plan, PlanValue } from "../plans/plans.js";
import { code, exported, joinCode, local, ofRuntime } from "../print/module.js";
import { printValue, toDocComment } from "../print/print.js";
import type { Code, Imported, Renamed } from "../print/types.js";
import type { Method } from "../resources/resource-methods.js";
import type { Resource } from "../resources/resources.js";
import { describeFunction } from "./comments.js";
import { isOverloaded } from "./interfaces.js";
import type { RuntimeTypes } from "./runtime-types.js";

/** Prints the functions of a resource, each with its name and its definition on one line. */
export function printFunctions(
  { methods, typeName }: Resource,
  { plans, vendor, runtimeTypes, up, namesInOneFile }: FunctionSettings,
): PrintedFunctions {
  const scope = createValueScope(["globalThis", ...(namesInOneFile?.values() ?? [])]);
  // All functions have their names before the first import takes one.
  const named = nameFunctions(methods, scope, namesInOneFile);
  const imports = new ImportedValues(scope, up);
  const functions = named.map(({ method, name, isRenamed }) => {
    const { methodFunction, streamingFunction } = runtimeTypes;
    const head = (isRenamed ? local : exported)("const", name);
    const type = isOverloaded(method) ? streamingFunction : methodFunction;
    const definition = printDefinition(method, plans.get(method.route), vendor, imports);
    return code`${toDocComment(describeFunction(method))}
${head}: ${type}<${typeName}[${JSON.stringify(method.name)}]> = ${definition};`;
  });
  const renamed = named
    .filter(({ isRenamed }) => isRenamed)
    .map(({ method, name }) => ({ local: name, name: method.name }));
  return { functions, renamed };
}

/** Names functions: after their methods in a module of their own, and as they are called in one file for all. */
function nameFunctions(
  methods: readonly Method[],
  scope: NameScope,
  namesInOneFile: FunctionSettings["namesInOneFile"],
): readonly NamedFunction[] {
  return methods.map((method) => {
    const nameInOneFile = namesInOneFile?.get(method);
    if (nameInOneFile !== undefined) return { method, name: nameInOneFile, isRenamed: false };
    const name = scope.take(method.name, `${method.name}_`);
    return { method, name, isRenamed: name !== method.name };
  });
}

function printDefinition(
  method: Method,
  plan: Plan = new Map<string, PlanValue>(),
  vendor: Vendor,
  imports: ImportedValues,
): Code {
  const module = ofRuntime(vendor.sdk.surface === undefined ? "calls" : "stainless");
  const define = imports.take(module.value(chooseDefine(method.route, vendor)));
  const settings = [
    ...listSettings(method, vendor).map(([name, value]) => code`${name}: ${printValue(value)}`),
    ...[...plan].map(([name, value]) => printPlanValue(name, value, imports)),
  ];
  const argument = settings.length === 0 ? "" : code`, { ${joinCode(settings, ", ")} }`;
  return code`/* @__PURE__ */ ${define}(${JSON.stringify(method.route.key)}${argument})`;
}

/** The function of the runtime that makes a method. One for routes without a body brings no code for bodies. */
function chooseDefine({ method, stream }: Route, { sdk }: Vendor): string {
  if (stream !== undefined) return "defineStreamMethod";
  return hasRequestBody(method) || sdk.surface !== undefined ? "defineMethod" : "defineReadMethod";
}

/** The name of a method, and the settings of one that takes its parameters in an unusual form. */
function listSettings(
  { isBare, parameter, takesOptions, route }: Method,
  { sdk }: Vendor,
): readonly (readonly [name: string, value: unknown])[] {
  const mode = sdk.arguments;
  const settings = {
    call: route.call,
    ...(mode !== "object" && parameter.positional.length > 0 && { arguments: mode }),
    ...(isBare && { isBare: true }),
    ...(takesOptions && { takesOptions: true }),
    ...(parameter.surface?.shape && { shape: parameter.surface.shape }),
  };
  return Object.entries(settings);
}

/** Prints a member of the settings, in the short form `name` if its value is imported under that name. */
function printPlanValue(name: string, value: PlanValue, imports: ImportedValues): Code {
  if (value.kind === "data") return code`${name}: ${printValue(value.data)}`;
  if (value.kind === "names") {
    const names = value.imported.map((name) => imports.take(name));
    return code`${name}: [${joinCode(names, ", ")}]`;
  }
  const taken = imports.take(value.imported);
  const isShort = taken.name === name && taken.alias === undefined;
  return isShort ? code`${taken}` : code`${name}: ${taken}`;
}

/** The values that a module imports, under names that none of its functions has. */
class ImportedValues {
  readonly #scope: NameScope;
  readonly #up: string;
  readonly #known = new Map<string, Imported>();

  /** @param up The path from the module to the generated files. */
  constructor(scope: NameScope, up: string) {
    this.#scope = scope;
    this.#up = up;
  }

  /** The import of a value, under the same name each time. */
  take(imported: Imported): Imported {
    const { name, module } = imported;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const free = this.#scope.take(name, `${name}_`);
    const taken: Imported = {
      ...imported,
      module: deepen(this.#up, module),
      ...(free !== name && { alias: free }),
    };
    this.#known.set(name, taken);
    return taken;
  }
}

// ---- Types

/** All that the functions of a resource depend on, besides its methods. */
export interface FunctionSettings {
  /** The plans of routes; one that is plain has none. */
  readonly plans: ReadonlyMap<Route, Plan>;
  readonly vendor: Vendor;
  readonly runtimeTypes: RuntimeTypes;
  /** The path from the module to the generated files. */
  readonly up: string;
  /** The names of functions that share a file with those of other resources. */
  readonly namesInOneFile: ReadonlyMap<Method, string> | undefined;
}

/** A method with the name of its function. */
interface NamedFunction {
  readonly method: Method;
  readonly name: string;
  /** The function is exported under the name of the method, which is no identifier, or taken in the module. */
  readonly isRenamed: boolean;
}

/** The functions of one module. */
export interface PrintedFunctions {
  readonly functions: readonly Code[];
  /** Functions that are exported under other names. */
  readonly renamed: readonly Renamed[];
}
