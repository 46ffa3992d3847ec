/** Types with the names that an SDK of Stainless gives them: models, pages and responses. */
import pluralize from "pluralize";
import { successesOf } from "../../json-schema/route-lists.js";
import { FOUND_RULES } from "../../model/client.js";
import { onlyStreams, type Route } from "../../model/model.js";
import { toPascalCase } from "../../model/names.js";
import type { EmitContext } from "./context.js";
import type { TypeFile } from "./layout.js";
import { isReference } from "./route-schemas.js";
import { toSurfaceBase } from "./surface.js";
import { nameOf } from "./type-names.js";

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

/** The models in the order of the YAML. Those that no route and no event uses have no type. */
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
 * The type of what a method gives, as such an SDK calls it: `void` without a body, a model, or the name
 * of the method with `Response`.
 * @param call The dotted name of the method.
 */
export function nameResult(
  call: string,
  route: Route,
  models: readonly SurfaceModel[],
  { names }: EmitContext,
): string {
  const item = onlyStreams(route) ? route.stream?.item : undefined;
  const successes = item ? [item] : successesOf(route);
  if (
    !item &&
    successes.length > 0 &&
    successes.every(({ contentType }) => contentType === undefined)
  )
    return "void";
  const refs = successes.map(({ schema }) =>
    schema !== undefined && isReference(schema) ? schema.$ref : "",
  );
  const [only = ""] = new Set(refs).size === 1 ? refs : [];
  return findModel(names.components.get(only), models) ?? `${toSurfaceBase(call)}Response`;
}

/**
 * The type of the pages of a list, after its items and the rule: `ProjectsPage`. None by a rule that the SDK
 * did not have, which an import has found.
 */
export function namePage(
  call: string,
  item: string,
  rule: string,
  models: readonly SurfaceModel[],
): string | undefined {
  if (Object.values(FOUND_RULES).includes(rule.replace(/\d+$/, ""))) return undefined;
  const one = findModel(item, models) ?? `${toSurfaceBase(call)}Response`;
  return pluralize(one) + toPascalCase(rule);
}

function findModel(type: string | undefined, models: readonly SurfaceModel[]): string | undefined {
  return models.find((each) => each.type === type)?.name;
}
