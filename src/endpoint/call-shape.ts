import type { QueryStyle } from "./catalog.js";
import { isOptionName, type OptionName, type Parameters } from "./options.js";
import { encodeUnreserved } from "./percent-encoding.js";
import type { TemplatePart } from "./template-parts.js";
import { isWellFormed } from "./well-formed.js";

/** A parameter that no placeholder takes, as it stands in a query. */
export interface PlacedParameter {
  readonly name: string;
  /** Its place among the keys of the call. */
  readonly index: number;
  readonly style: "repeat" | QueryStyle;
  /** `?name=` and `&name=`, the name encoded; both are empty where that is impossible. */
  readonly asFirst: string;
  readonly asNext: string;
  readonly isWellFormed: boolean;
}

/** Whether each option is an own key of a call. */
export type GivenOptions = Readonly<Record<OptionName, boolean>>;

/** All that the keys of a call decide, in their order: its values decide the rest. */
export interface CallShape {
  readonly keys: readonly string[];
  /** Which keys are options rather than parameters; `undefined` when none is. */
  readonly options: GivenOptions | undefined;
  /** For each part of the route, where among the keys its plain variable is; -1 for none. */
  readonly positions: readonly number[];
  /** The parameters for the query or the body. */
  readonly placed: readonly PlacedParameter[];
}

/** What of a route the shapes of its calls are made from. */
export interface CalledRoute {
  readonly parts: readonly TemplatePart[];
  /** The parameters that the template takes; the others go to the query or the body. */
  readonly consumed: ReadonlySet<string>;
  readonly queryStyles: ReadonlyMap<string, QueryStyle>;
  /** Those that are remembered. */
  readonly shapes: CallShape[];
}

/** Finds the shape of a call among those that its route was called with before, or makes it. */
export type ShapeOf = (route: CalledRoute, options: object) => CallShape;

/** Most routes are called in one or two ways. */
const SHAPES_OF_A_ROUTE = 4;

/** In characters of keys; what is kept for each shape, key and part of its route counts as some. */
const CAPACITY = 0x80000;
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
    const cost = costOf(shape);
    if (cost > CAPACITY / 16) return;
    if (size + cost > CAPACITY) forgetAll();
    size += cost;
    held.push(shapes);
    if (shapes.push(shape) > SHAPES_OF_A_ROUTE) shapes.shift();
  }

  function forgetAll(): void {
    for (const shapes of held) shapes.length = 0;
    held = [];
    size = 0;
  }

  return (route, options) => {
    const keys = Object.keys(options);
    for (const shape of route.shapes) if (areSame(shape.keys, keys)) return shape;
    const shape = createShape(route, keys);
    remember(route.shapes, shape);
    return shape;
  };
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

function costOf({ keys, positions }: CallShape): number {
  const own = COST_OF_SHAPE + COST_OF_PART * positions.length;
  return keys.reduce((cost, key) => cost + COST_OF_KEY + key.length, own);
}

function createShape(route: CalledRoute, keys: readonly string[]): CallShape {
  const { parts, consumed, queryStyles } = route;
  const placed: PlacedParameter[] = [];
  const indexes = new Map<string, number>();
  let hasOptions = false;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? "";
    if (isOptionName(key)) hasOptions = true;
    else if (consumed.has(key)) indexes.set(key, index);
    else placed.push(createPlaced(key, index, queryStyles.get(key) ?? "repeat"));
  }
  return {
    keys,
    options: hasOptions ? readGiven(keys) : undefined,
    positions: parts.map((part) => positionOf(part, indexes)),
    placed,
  };
}

function positionOf(part: TemplatePart, indexes: ReadonlyMap<string, number>): number {
  if (typeof part === "string" || part.plainName === undefined) return -1;
  return indexes.get(part.plainName) ?? -1;
}

function readGiven(keys: readonly string[]): GivenOptions {
  return {
    method: keys.includes("method"),
    url: keys.includes("url"),
    baseUrl: keys.includes("baseUrl"),
    headers: keys.includes("headers"),
    mediaType: keys.includes("mediaType"),
    request: keys.includes("request"),
    data: keys.includes("data"),
  };
}

function createPlaced(name: string, index: number, style: "repeat" | QueryStyle): PlacedParameter {
  const isSound = isWellFormed(name);
  const encoded = isSound ? encodeUnreserved(name) : "";
  const [asFirst, asNext] = isSound ? [`?${encoded}=`, `&${encoded}=`] : ["", ""];
  return { name, index, style, asFirst, asNext, isWellFormed: isSound };
}

/** The values of a call in the order of its keys. */
export function readValues({ keys }: CallShape, options: Parameters): readonly unknown[] {
  const values: readonly unknown[] = Object.values(options);
  // They differ where reading one value takes another away.
  return values.length === keys.length ? values : keys.map((key) => options[key]);
}
