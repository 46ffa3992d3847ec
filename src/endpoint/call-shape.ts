import type { QueryStyle } from "./catalog.js";
import { isOptionName, type OptionName } from "./options.js";
import { encodeUnreserved } from "./percent-encoding.js";
import { isWellFormed } from "./well-formed.js";

/** A parameter that no placeholder takes, as it stands in a query. */
export interface PlacedParameter {
  readonly name: string;
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
  /** Whether there is an own key for every placeholder: nothing inherited can stand in for one. */
  readonly isComplete: boolean;
  /** The parameters for the query or the body. */
  readonly placed: readonly PlacedParameter[];
}

/** What of a route the shapes of its calls are made from. */
export interface CalledRoute {
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

/** In characters of keys, with what is kept for each shape and each key counted as some more. */
const CAPACITY = 0x80000;
const COST_OF_SHAPE = 128;
const COST_OF_KEY = 32;

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

function costOf({ keys }: CallShape): number {
  return keys.reduce((cost, key) => cost + COST_OF_KEY + key.length, COST_OF_SHAPE);
}

function createShape({ consumed, queryStyles }: CalledRoute, keys: readonly string[]): CallShape {
  const placed: PlacedParameter[] = [];
  let taken = 0;
  let hasOptions = false;
  for (const key of keys) {
    if (isOptionName(key)) hasOptions = true;
    else if (consumed.has(key)) taken++;
    else placed.push(createPlaced(key, queryStyles.get(key) ?? "repeat"));
  }
  return {
    keys,
    options: hasOptions ? readGiven(keys) : undefined,
    isComplete: taken === consumed.size,
    placed,
  };
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

function createPlaced(name: string, style: "repeat" | QueryStyle): PlacedParameter {
  if (!isWellFormed(name)) return { name, style, asFirst: "", asNext: "", isWellFormed: false };
  const encoded = encodeUnreserved(name);
  return { name, style, asFirst: `?${encoded}=`, asNext: `&${encoded}=`, isWellFormed: true };
}
