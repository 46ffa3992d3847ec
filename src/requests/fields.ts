import type { FieldEncoding, ListStyle } from "./declaration.js";
import { invalidParameter } from "../endpoint/errors.js";
import { isList, isPlainObject } from "../endpoint/values.js";

/** A parameter with its value; errors name it and the route. */
export interface Parameter {
  readonly name: string;
  readonly value: unknown;
  readonly route: string;
}

/**
 * The name of a field with its values, which are neither lists nor plain objects. Only a list in
 * the style `comma` has several.
 */
export type Field = readonly [name: string, values: readonly unknown[]];

/** Deeper than any documented form; a cycle has no end. */
const DEEPEST = 64;

/**
 * Divides a nested value into fields, with the keys of objects in brackets: `a[b][c]`. What is
 * `undefined`, `null` or empty has no field. An object in a list has its index, `a[0][b]`.
 */
export function readFields({ name, value, route }: Parameter, lists: ListStyle): Field[] {
  const fields: Field[] = [];

  function visit(key: string, part: unknown, depth: number): void {
    if (part === undefined || part === null) return;
    if (depth > DEEPEST) {
      const problem = `is nested deeper than ${DEEPEST} levels, or holds itself`;
      throw invalidParameter(name, `${problem}; expected less`, route);
    }
    if (isList(part, name, route)) visitList(key, part, depth);
    else if (isPlainObject(part))
      for (const [member, item] of Object.entries(part))
        visit(`${key}[${member}]`, item, depth + 1);
    else fields.push([key, [part]]);
  }

  function visitList(key: string, list: readonly unknown[], depth: number): void {
    const items = list.filter((item) => item !== undefined && item !== null);
    const isNested = items.some((item) => isList(item, name, route) || isPlainObject(item));
    if (lists === "comma" && !isNested) {
      if (items.length > 0) fields.push([key, items]);
      return;
    }
    for (const [index, item] of items.entries())
      visit(key + suffixOf(index, isNested ? "indexes" : lists), item, depth + 1);
  }

  visit(name, value, 0);
  return fields;
}

/** What the name of a list's item ends with. */
export function suffixOf(index: number, style: FieldEncoding["style"]): string {
  if (style === "indexes") return `[${index}]`;
  return style === "brackets" ? "[]" : "";
}
