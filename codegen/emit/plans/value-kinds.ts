/** Questions to a schema: which kinds of values a parameter can have. */
import { isObject } from "../../../src/base/values.js";
import { COMPOSITIONS, membersOf, typesOf, valuesOf } from "../../json-schema/keywords.js";
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import type { JsonSchema } from "../../model/model.js";

/** Tells whether a schema allows a list. */
export function allowsArray(schema: JsonSchema, resolve: ResolveComponent): boolean {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return target;
  if (typesOf(target).includes("array")) return true;
  return COMPOSITIONS.flatMap((keyword) => membersOf(target, keyword)).some((member) =>
    allowsArray(member, resolve),
  );
}

/** Tells whether a schema allows neither lists nor objects. */
export function isSingleValue(schema: JsonSchema, resolve: ResolveComponent): boolean {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return !target;
  const types = typesOf(target);
  if (types.length > 0) return !types.includes("array") && !types.includes("object");
  const values = valuesOf(target);
  if (values) return !values.some(isObject);
  const isSingle = (member: JsonSchema): boolean => isSingleValue(member, resolve);
  return COMPOSITIONS.some((keyword) => {
    const members = membersOf(target, keyword);
    // All members of `allOf` hold, so that one is enough; any alternative may be the one that holds.
    if (keyword === "allOf") return members.some(isSingle);
    return members.length > 0 && members.every(isSingle);
  });
}
