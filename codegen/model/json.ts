/** Reads JSON whose types are not known, without a cast at each step. */
import { isRecord } from "../../src/base/values.js";

/** Tests whether JSON is a map: an object, and no list. */
export const isMap: (value: Json) => value is JsonMap = isRecord;

/** The map itself, or an empty map in place of any other value. */
export function mapOf(value: Json): JsonMap {
  return isMap(value) ? value : {};
}

/** The entries of a map; none for any other value. */
export function entriesOf(value: Json): readonly (readonly [string, Json])[] {
  return isMap(value) ? Object.entries(value) : [];
}

/** The keys of a map; none for any other value. */
export function keysOf(value: Json): readonly string[] {
  return isMap(value) ? Object.keys(value) : [];
}

/** The items of a list; none for any other value. */
export function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** The text itself; `undefined` for any other value. */
export function textOf(value: Json): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Tests whether two values are equal and have their keys in the same order, by their JSON. */
export function isEqual(one: Json, other: Json): boolean {
  if (one === other) return true;
  const areObjects = typeof one === "object" && typeof other === "object";
  return areObjects && JSON.stringify(one) === JSON.stringify(other);
}

/** JSON from outside, whose types are not known yet. A value of another type reads as an empty one. */
export type Json = unknown;

export interface JsonMap {
  readonly [key: string]: Json;
}
