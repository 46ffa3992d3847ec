/** The names that an SDK of Stainless gives the types of its methods and its models. */
import pluralize from "pluralize";
import { refOf } from "../../json-schema/keywords.js";
import { successesOf } from "../../json-schema/route-lists.js";
import { FOUND_RULES } from "../../model/client.js";
import { onlyStreams, type Route } from "../../model/model.js";
import { nameOf, toPascalCase } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";
import type { TypeFile } from "../names/files.js";
import { toSurfaceBase } from "../names/type-names.js";

/**
 * Names the types of a method.
 * @param call The dotted name of the method.
 */
export function nameSurfaceTypes(
  call: string,
  route: Route,
  list: ListedItems | undefined,
  models: readonly SurfaceModel[],
  context: EmitContext,
): SurfaceNames {
  const page = list?.rule === undefined ? undefined : namePage(call, list.item, list.rule, models);
  const result = page ?? nameResult(call, route, models, context);
  return { result, ...(page !== undefined && { page }) };
}

/** The models in the order of the YAML, except models without a type, which no route or event uses. */
export function readModels({ model, names, declaredIn }: EmitContext): readonly SurfaceModel[] {
  const refs = new Map(
    model.components.map(({ ref }) => [ref.slice(ref.indexOf("#/") + 2), ref] as const),
  );
  return Object.entries(model.vendor.sdk.models ?? {}).flatMap(([place, component]) => {
    const ref = refs.get(component);
    const type = ref === undefined ? undefined : nameOf(names.components, ref);
    const module = type === undefined ? undefined : declaredIn.get(type);
    if (type === undefined || module === undefined) return [];
    const dot = place.lastIndexOf(".");
    return [{ path: place.slice(0, Math.max(0, dot)), name: place.slice(dot + 1), type, module }];
  });
}

/**
 * The type of a method's result by the names of such an SDK: `void` without a body, a model, or the
 * method's name with `Response`.
 * @param call The dotted name of the method.
 */
function nameResult(
  call: string,
  route: Route,
  models: readonly SurfaceModel[],
  { names }: EmitContext,
): string {
  const item = onlyStreams(route) ? route.stream?.item : undefined;
  const successes = item ? [item] : successesOf(route);
  const hasNoBody = successes.every(({ contentType }) => contentType === undefined);
  if (!item && successes.length > 0 && hasNoBody) return "void";
  const refs = successes.map(
    ({ schema }) => (schema === undefined ? undefined : refOf(schema)) ?? "",
  );
  const [only = ""] = new Set(refs).size === 1 ? refs : [];
  return findModel(names.components.get(only), models) ?? `${toSurfaceBase(call)}Response`;
}

/**
 * The type of the pages of a list, named after its items and its rule: `ProjectsPage`. None for a rule
 * that an import has found, because the SDK did not have it.
 */
function namePage(
  call: string,
  item: string,
  rule: string,
  models: readonly SurfaceModel[],
): string | undefined {
  if (Object.values(FOUND_RULES).includes(rule.replace(/\d+$/, ""))) return undefined;
  const one = findModel(item, models) ?? `${toSurfaceBase(call)}Response`;
  return toPlural(one) + toPascalCase(rule);
}

/** The plural of an initialism has a small letter: `StopIDs`. */
function toPlural(name: string): string {
  return /[A-Z]{2}$/.test(name) ? `${name}s` : pluralize(name);
}

/** The name of the model that a type is. */
function findModel(type: string | undefined, models: readonly SurfaceModel[]): string | undefined {
  return models.find((model) => model.type === type)?.name;
}

// ---- Types

/** The names of types in a class with this surface. */
export interface SurfaceNames {
  readonly result: string;
  /** The type of the pages of a list. */
  readonly page?: string;
}

/** The items of a paginated list. */
export interface ListedItems {
  /** The type of one of them. */
  readonly item: string;
  /** The name of the rule of pagination; absent for a rule of the route itself. */
  readonly rule: string | undefined;
}

/** A component with a name in the class. */
export interface SurfaceModel {
  /** The resource that it belongs to; empty for the class itself. */
  readonly path: string;
  readonly name: string;
  /** The name that the generated type has. */
  readonly type: string;
  /** The module with that type. */
  readonly module: TypeFile;
}
