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

/** For each option, its place among the keys of a call; -1 for none. */
export type GivenOptions = Readonly<Record<OptionName, number>>;

/** All that the keys of a call decide, in their order: its values decide the rest. */
export interface CallShape {
  readonly keys: readonly string[];
  /** Where the keys are that are options rather than parameters; `undefined` when none is. */
  readonly options: GivenOptions | undefined;
  /** For each part of the route, where among the keys its plain variable is; -1 for none. */
  readonly positions: readonly number[];
  /** The parameters for the query or the body. */
  readonly placed: readonly PlacedParameter[];
}

/** What of a route the shapes of its calls are made from. */
export interface CalledRoute {
  readonly parts: readonly TemplatePart[];
  readonly queryStyles: ReadonlyMap<string, QueryStyle>;
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
    const cost = costOf(shape);
    if (cost > LARGEST_SHAPE) return;
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
    const { shapes } = route;
    if (shapes === undefined) return createShape(route, keys);
    for (const shape of shapes) if (areSame(shape.keys, keys)) return shape;
    const shape = createShape(route, keys);
    remember(shapes, shape);
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

function createShape({ parts, queryStyles }: CalledRoute, keys: readonly string[]): CallShape {
  const { positions, isTaken } = findPlaces(parts, keys);
  const placed: PlacedParameter[] = [];
  let hasOptions = false;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? "";
    if (isOptionName(key)) hasOptions = true;
    else if (isTaken[index] !== true)
      placed.push(createPlaced(key, index, queryStyles.get(key) ?? "repeat"));
  }
  return { keys, options: hasOptions ? readGiven(keys) : undefined, positions, placed };
}

/** Which keys the placeholders take, and where among the keys the plain ones are. */
interface Places {
  readonly positions: readonly number[];
  readonly isTaken: readonly boolean[];
}

function findPlaces(parts: readonly TemplatePart[], keys: readonly string[]): Places {
  const indexOf = createFinder(keys);
  const positions: number[] = [];
  const isTaken: boolean[] = keys.map(() => false);
  for (const part of parts) {
    let position = -1;
    if (typeof part !== "string") {
      for (const { name } of part.variables) {
        const index = indexOf(name);
        if (index < 0) continue;
        isTaken[index] = true;
        if (name === part.plainName && !isOptionName(name)) position = index;
      }
    }
    positions.push(position);
  }
  return { positions, isTaken };
}

/** Up to this many are found sooner by looking at each. */
const FEW_KEYS = 8;

function createFinder(keys: readonly string[]): (key: string) => number {
  if (keys.length <= FEW_KEYS) return (key) => keys.indexOf(key);
  const indexes = new Map(keys.map((key, index) => [key, index]));
  return (key) => indexes.get(key) ?? -1;
}

function readGiven(keys: readonly string[]): GivenOptions {
  return {
    method: keys.indexOf("method"),
    url: keys.indexOf("url"),
    baseUrl: keys.indexOf("baseUrl"),
    headers: keys.indexOf("headers"),
    mediaType: keys.indexOf("mediaType"),
    request: keys.indexOf("request"),
    data: keys.indexOf("data"),
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
