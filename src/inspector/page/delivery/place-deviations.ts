/** Places in a payload, as JSON Pointers, at which the deviations from its schema are shown. */
import { unescapeKey } from "../../../base/values.js";
import type { PayloadDescription } from "../../types.js";
import { formatPlace } from "./format-json.js";
import type { JsonEntry, JsonNode } from "./json.js";

/**
 * Puts each deviation at its place, or at the nearest one above that the payload has. If `/issue/title` is missing,
 * the deviation is at `/issue`, and its text begins with `title`.
 */
export function placeDeviations(
  root: JsonNode,
  description: PayloadDescription | undefined,
): PlacedDeviations {
  const at = new Map<string, string[]>();
  const inside = new Set<string>();
  for (const deviation of description?.deviations ?? []) {
    const place = findPlace(root, deviation.at);
    const pathBelow = deviation.at.slice(place.length);
    const text = pathBelow === "" ? deviation.text : `${formatPlace(pathBelow)}: ${deviation.text}`;
    at.set(place, [...(at.get(place) ?? []), text]);
    for (const above of listPlacesAbove(place)) inside.add(above);
  }
  return { at, inside };
}

/** Lists the places that hold a place: of `/a/b`, these are `/a` and the payload itself, which is at `""`. */
function listPlacesAbove(place: string): readonly string[] {
  const keys = place.split("/");
  return keys.slice(1).map((_, index) => keys.slice(0, index + 1).join("/"));
}

/** Finds the place of a JSON Pointer, or the nearest one above it that the payload has. */
function findPlace(root: JsonNode, pointer: string): string {
  let place = "";
  let node: JsonNode | undefined = root;
  for (const name of pointer.split("/").slice(1)) {
    const key = unescapeKey(name);
    if (!("entries" in node)) return place;
    const entry: JsonEntry | undefined = node.entries.findLast((each) => each.key === key);
    if (entry === undefined) return place;
    place = `${place}/${name}`;
    node = entry.node;
  }
  return place;
}

// ---- Types

export interface PlacedDeviations {
  /** Texts by the place at which they are shown. */
  readonly at: ReadonlyMap<string, readonly string[]>;
  /** Places that have a deviation below them. */
  readonly inside: ReadonlySet<string>;
}
