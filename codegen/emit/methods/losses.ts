/** Compares two texts of `api.md`: which methods and types of the former one are gone. */
import { toPascalCase } from "../../model/names.js";
import { type Api, readApi } from "./read-api.js";

/** Lists the methods and types that a later `api.md` lacks. A rename through `was` is no loss. */
export function findLosses(before: string, after: string): readonly Loss[] {
  const [former, present] = [readApi(before), readApi(after)];
  return [...findLostMethods(former, present), ...findLostTypes(former, present)];
}

function findLostMethods(former: Api, { methods }: Api): readonly Loss[] {
  const nameOfRoute = new Map([...methods].map(([name, { route }]) => [route, name] as const));
  // A route keeps its own name rather than a deprecated alias.
  for (const [name, { route, isAlias }] of methods) {
    if (!isAlias) nameOfRoute.set(route, name);
  }
  return [...former.methods].flatMap(([name, { route }]): readonly Loss[] => {
    const successor = methods.get(name);
    if (successor?.route === route) return [];
    if (successor !== undefined) return [{ kind: "method", name, route, movedTo: successor.route }];
    const now = nameOfRoute.get(route);
    return [{ kind: "method", name, route, ...(now !== undefined && { now }) }];
  });
}

/** Types that are named after a method are renamed with it. */
function findLostTypes(former: Api, { methods, types }: Api): readonly Loss[] {
  const aliases = [...methods].filter(([, { isAlias }]) => isAlias);
  const bases = aliases.map(([name]) => toPascalCase(name));
  const isRenamed = (type: string): boolean =>
    bases.some((base) => type.startsWith(base) && TYPE_END.test(type.slice(base.length)));
  return [...former.types]
    .filter((type) => !types.has(type) && !isRenamed(type))
    .map((name): Loss => ({ kind: "type", name }));
}

/** The suffix of types that are named after a method. */
const TYPE_END = /^(?:[A-Z]\w*)?(?:Parameters|Params|Response|Result|Item)\d*$/;

// ---- Types

/** A method or a type of a former `api.md` that is gone, or whose route has changed. */
export interface Loss {
  readonly kind: "method" | "type";
  readonly name: string;
  /** The former route of a method. */
  readonly route?: string;
  /** The name that the method of this route has now; absent if there is none. */
  readonly now?: string;
  /** The route that a method of this name has now. */
  readonly movedTo?: string;
}
