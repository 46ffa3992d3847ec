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

/** Deeper than any documented form. A value that holds itself would have no end. */
const MAX_DEPTH = 64;

/**
 * Divides a nested value into fields, with the keys of objects in brackets: `a[b][c]`. What is
 * `undefined`, `null` or empty has no field. An object in a list has its index, `a[0][b]`.
 */
export function readFields({ name, value, route }: Parameter, lists: ListStyle): Field[] {
  const fields: Field[] = [];

  function visit(key: string, part: unknown, depth: number): void {
    if (!hasValue(part)) return;
    if (depth > MAX_DEPTH) {
      const problem = `is nested deeper than ${MAX_DEPTH} levels, or holds itself`;
      throw invalidParameter(name, `${problem}; expected less`, route);
    }
    if (isList(part, name, route)) visitList(key, part, depth);
    else if (!isPlainObject(part)) fields.push([key, [part]]);
    else {
      for (const [member, item] of Object.entries(part)) {
        visit(`${key}[${member}]`, item, depth + 1);
      }
    }
  }

  function visitList(key: string, list: readonly unknown[], depth: number): void {
    const items = list.filter(hasValue);
    const areNested = isNested({ name, value: items, route });
    if (lists === "comma" && !areNested) {
      if (items.length > 0) fields.push([key, items]);
      return;
    }
    const style = areNested ? "indexes" : lists;
    for (const [index, item] of items.entries()) {
      visit(key + suffixOf(index, style), item, depth + 1);
    }
  }

  visit(name, value, 0);
  return fields;
}

/** Tells whether a list or an object holds lists or objects, which no character can join. */
export function isNested({ name, value, route }: Parameter): boolean {
  const members = Object.values(value as object); // a list or an object, as callers have checked
  return members.some((member) => isList(member, name, route) || isPlainObject(member));
}

/** Tells whether a style is one of lists: objects then have their keys in brackets. */
export function isListStyle(style: NonNullable<FieldEncoding["style"]>): style is ListStyle {
  return LIST_STYLES.includes(style);
}

const LIST_STYLES: readonly string[] = ["repeat", "brackets", "indexes", "comma"];

/** Whether there is anything to send: what is `undefined` or `null` is left out. */
export function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** What the name of a list's item ends with. */
export function suffixOf(index: number, style: FieldEncoding["style"]): string {
  if (style === "indexes") return `[${index}]`;
  return style === "brackets" ? "[]" : "";
}
