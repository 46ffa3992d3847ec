import type { QueryStyle } from "./catalog.js";
import { isOptionName, readOptions, type OfOptions, type Parameters } from "./options.js";
import { encodeUnreserved } from "./percent-encoding.js";
import { readOwn } from "./plain-object.js";
import type { Expression, TemplatePart } from "./template-parts.js";
import { isWellFormed } from "./well-formed.js";

/** A parameter that no placeholder takes, as it stands in a query. */
export interface PlacedParameter {
  readonly name: string;
  /** Its place among the keys of the call. */
  readonly index: number;
  readonly form: "repeat" | QueryStyle;
  /** The name, encoded; `undefined` where that is impossible. */
  readonly key: string | undefined;
  /** `?key=` and `&key=`. */
  readonly asFirst: string;
  readonly asNext: string;
}

/** All that the keys of a call decide, in their order: its values decide the rest. */
export interface CallShape {
  readonly keys: readonly string[];
  /** Where among the keys each option is, or behind them; `undefined` when no key is an option. */
  readonly options: OfOptions<number> | undefined;
  /** For each part of the route, where among the keys its plain variable is; -1 for none. */
  readonly positions: readonly number[];
  /** The parameters for the query or the body. */
  readonly placed: readonly PlacedParameter[];
}

/** What of a route the shapes of its calls are made from. */
export interface CalledRoute {
  readonly parts: readonly TemplatePart[];
  readonly queryStyles: Readonly<Record<string, QueryStyle>>;
  /** Those that are remembered; `undefined` where none is to be. */
  readonly shapes: CallShape[] | undefined;
}

/** Finds the shape of a call among those that its route was called with before, or makes it. */
export type ShapeOf = (route: CalledRoute, options: object) => CallShape;

/** Most routes are called in one or two ways. */
const SHAPES_OF_A_ROUTE = 4;

/** In characters of keys; what is kept for each shape, key and part of its route counts as some. */
const CAPACITY = 0x80000;
/** What costs more comes from hostile input, or has more keys than anyone writes. */
const LARGEST_SHAPE = 0x2000;
const COST_OF_SHAPE = 128;
const COST_OF_KEY = 32;
const COST_OF_PART = 8;

/**
 * Remembers shapes beside the plans that they belong to. When all of them together have become too
 * many, all are forgotten.
 */
export function createShapeMemory(): ShapeOf {
  let held: CallShape[][] = [];
  let size = 0;

  function remember(shapes: CallShape[], shape: CallShape): void {
    const { keys, positions } = shape;
    const own = COST_OF_SHAPE + COST_OF_KEY * keys.length + COST_OF_PART * positions.length;
    const cost = own + keys.join("").length;
    if (cost > LARGEST_SHAPE) return;
    size += cost;
    if (size > CAPACITY) {
      for (const forgotten of held) forgotten.length = 0;
      held = [];
      size = cost;
    }
    held.push(shapes);
    if (shapes.push(shape) > SHAPES_OF_A_ROUTE) shapes.shift();
  }

  return (route, options) => {
    const keys = Object.keys(options);
    const { shapes } = route;
    for (const shape of shapes ?? []) if (areSame(shape.keys, keys)) return shape;
    const shape = createShape(route, keys);
    if (shapes !== undefined) remember(shapes, shape);
    return shape;
  };
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

function createShape({ parts, queryStyles }: CalledRoute, keys: readonly string[]): CallShape {
  const indexes = new Map<string, number>();
  for (const key of keys) indexes.set(key, indexes.size);
  const options = keys.some(isOptionName)
    ? readOptions((name) => indexes.get(name) ?? keys.length)
    : undefined;
  for (const key of keys) if (isOptionName(key)) indexes.delete(key);
  const positions = parts.map((part) => {
    if (typeof part === "string") return -1;
    const position = isPlain(part) ? indexes.get(part.variables[0]?.name ?? "") : undefined;
    for (const { name } of part.variables) indexes.delete(name);
    return position ?? -1;
  });
  const placed: PlacedParameter[] = [];
  for (const [key, index] of indexes) {
    placed.push(createPlaced(key, index, readOwn(queryStyles, key) ?? "repeat"));
  }
  return { keys, options, positions, placed };
}

/** Whether all of a text of unreserved characters stands where the expression was. */
function isPlain({ operator, variables }: Expression): boolean {
  return variables.length === 1 && operator.first === "" && variables[0]?.maxLength === 0;
}

function createPlaced(name: string, index: number, form: "repeat" | QueryStyle): PlacedParameter {
  const key = isWellFormed(name) ? encodeUnreserved(name) : undefined;
  return { name, index, form, key, asFirst: `?${key}=`, asNext: `&${key}=` };
}

/** The values of a call in the order of its keys. */
export function readValues({ keys }: CallShape, options: Parameters): readonly unknown[] {
  const values: readonly unknown[] = Object.values(options);
  // They differ where reading one value takes another away.
  return values.length === keys.length ? values : keys.map((key) => options[key]);
}
