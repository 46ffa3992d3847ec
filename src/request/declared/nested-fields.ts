/** Divides a nested value into fields of a form: `{ a: { b: [1, 2] } }` into `a[b]=1` and `a[b]=2`. */
import { explain } from "../../base/explain.js";
import type { FieldEncoding, ListStyle } from "../../catalog/requests.js";
import { invalidParameter } from "../endpoint/errors.js";
import { isList, isPlainObject } from "../endpoint/values.js";
import { hasValue, isNested, type Parameter } from "./parameter.js";

/**
 * Divides a nested value into fields, with the keys of objects in brackets: `a[b][c]`. Makes no field
 * for `undefined`, for `null`, or for an empty list or object. Items get their index in a list that holds
 * lists or objects: `a[0][b]`.
 */
export function divideIntoFields(parameter: Parameter, lists: ListStyle): readonly Field[] {
  return divide({ ...parameter, key: parameter.name, depth: 0 }, lists);
}

/** The fields of a part: of what it holds, or itself. */
function divide(part: NestedPart, lists: ListStyle): readonly Field[] {
  const { name, value, route, key, depth } = part;
  if (!hasValue(value)) return [];
  if (depth > MAX_DEPTH) {
    const detail = explain(
      () => `is nested deeper than ${MAX_DEPTH} levels, or holds itself; expected less`,
    );
    throw invalidParameter(name, detail, route);
  }
  if (isList(value, name, route)) return divideList(part, value, lists);
  if (!isPlainObject(value)) return [{ key, values: [value] }];
  return Object.entries(value).flatMap(([member, item]) =>
    divide({ ...part, value: item, key: `${key}[${member}]`, depth: depth + 1 }, lists),
  );
}

/** The fields of the items of a list; a single one for a list in the style `comma` that holds no lists or objects. */
function divideList(
  part: NestedPart,
  list: readonly unknown[],
  lists: ListStyle,
): readonly Field[] {
  const { name, route, key, depth } = part;
  const items = list.filter(hasValue);
  const holdsNested = isNested({ name, value: items, route });
  if (lists === "comma" && !holdsNested) return items.length > 0 ? [{ key, values: items }] : [];
  const style = holdsNested ? "indexes" : lists;
  return items.flatMap((item, index) =>
    divide({ ...part, value: item, key: key + suffixOf(index, style), depth: depth + 1 }, lists),
  );
}

/** The greatest depth: a value that contains itself has no end. No documented form is as deep. */
const MAX_DEPTH = 64;

// ---- Styles of lists

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

// ---- Types

/** A field of a form. */
export interface Field {
  /** Its name, with the keys and indexes that lead to it. */
  readonly key: string;
  /** Several values only for a list in the style `comma`. None is a list or a plain object. */
  readonly values: readonly unknown[];
}

/** A parameter, or a value inside it. */
interface NestedPart extends Parameter {
  /** The name of its field. */
  readonly key: string;
  /** The number of lists and objects around it. */
  readonly depth: number;
}
