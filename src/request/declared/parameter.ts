/** A parameter and its value: the items of a list, the members of an object, and nested values as fields of a form. */
import { explain } from "../../base/explain.js";
import type { FieldEncoding, ListStyle } from "../../catalog/requests.js";
import { invalidParameter } from "../endpoint/errors.js";
import { toJsonValue } from "../endpoint/json.js";
import { isList, isPlainObject, toText } from "../endpoint/values.js";

/** A parameter with its value. Errors name it and its route. */
export interface Parameter {
  readonly name: string;
  readonly value: unknown;
  readonly route: string;
}

/** The members of an object with their names, the items of a list, or a single value. */
export type Members = readonly (readonly [key: string | undefined, text: string])[];

/** Reads the members of a plain object, or the items of a list; any other value is the only item. */
export function readMembers({ name, value, route }: Parameter): Members {
  const isArray = isList(value, name, route);
  if (!isArray && !isPlainObject(value)) return [[undefined, toText(value, name, route)]];
  return Object.entries(value)
    .filter(([, item]) => hasValue(item))
    .map(([key, item]) => [isArray ? undefined : key, toText(item, name, route)]);
}

/** Reads members like {@link readMembers}, with the name of a member before each item of its list. */
export function readFields(parameter: Parameter): Members {
  const { name, value, route } = parameter;
  if (!isPlainObject(value)) return readMembers(parameter);
  return Object.entries(value).flatMap(([key, item]) => {
    const items = readMembers({ name, value: isList(item, name, route) ? item : [item], route });
    return items.map(([, text]) => [key, text] as const);
  });
}

/** Lists the texts that a separator joins: the items of a list, or each name and its value. */
export function listTexts(members: Members): readonly string[] {
  return members.flatMap(([key, text]) => (key === undefined ? [text] : [key, text]));
}

/** @throws EndpointError if JSON cannot express the value. */
export function toJson({ name, value, route }: Parameter): string {
  return JSON.stringify(toJsonValue(value, name, route));
}

/** False for `undefined` and `null`, which are not sent. */
export function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null;
}

// ---- Nested values, as fields

/**
 * Name and values of a field: several values only for a list in the style `comma`. No value is a list or a
 * plain object.
 */
type Field = readonly [name: string, values: readonly unknown[]];

/** The greatest depth: a value that contains itself has no end. No documented form is as deep. */
const MAX_FIELD_DEPTH = 64;

/**
 * Divides a nested value into fields, with the keys of objects in brackets: `a[b][c]`. Makes no field
 * for `undefined`, for `null`, or for an empty list or object. Items get their index in a list that holds
 * lists or objects: `a[0][b]`.
 */
export function divideIntoFields({ name, value, route }: Parameter, lists: ListStyle): Field[] {
  const fields: Field[] = [];

  function visit(key: string, part: unknown, depth: number): void {
    if (!hasValue(part)) return;
    if (depth > MAX_FIELD_DEPTH) {
      const detail = explain(
        () => `is nested deeper than ${MAX_FIELD_DEPTH} levels, or holds itself; expected less`,
      );
      throw invalidParameter(name, detail, route);
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
    const holdsNested = isNested({ name, value: items, route });
    if (lists === "comma" && !holdsNested) {
      if (items.length > 0) fields.push([key, items]);
      return;
    }
    const style = holdsNested ? "indexes" : lists;
    for (const [index, item] of items.entries()) {
      visit(key + suffixOf(index, style), item, depth + 1);
    }
  }

  visit(name, value, 0);
  return fields;
}

/** Tells whether a list or an object holds lists or objects, which no separator can join. */
export function isNested({ name, value, route }: Parameter): boolean {
  const members = Object.values(value as object); // callers have checked it
  return members.some((member) => isList(member, name, route) || isPlainObject(member));
}

/**
 * Tells whether a style is one of lists. The keys of objects are then in brackets, unless `comma` joins
 * an object that holds no lists or objects.
 */
export function isListStyle(style: NonNullable<FieldEncoding["style"]>): style is ListStyle {
  return LIST_STYLES.includes(style);
}

const LIST_STYLES: readonly string[] = ["repeat", "brackets", "indexes", "comma"];

/** Returns the text that follows the name of a list in the name of an item. */
export function suffixOf(index: number, style: FieldEncoding["style"]): string {
  if (style === "indexes") return `[${index}]`;
  return style === "brackets" ? "[]" : "";
}
