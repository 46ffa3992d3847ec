/** Differences between two payloads. */
import { formatLeaf, pointTo } from "./format-json.js";
import type { JsonNode, JsonParent } from "./json.js";

/** Lists the places where two values differ, in the order of the second. */
export function compare(before: JsonNode, after: JsonNode, at = ""): readonly Difference[] {
  if (before.kind !== after.kind) return [{ at, before, after }];
  if ("entries" in before && "entries" in after) return compareEntries(before, after, at);
  return formatLeaf(before) === formatLeaf(after) ? [] : [{ at, before, after }];
}

/** Of repeated keys, the last one counts, as it does for a program. */
function compareEntries(before: JsonParent, after: JsonParent, at: string): readonly Difference[] {
  const membersBefore = new Map(before.entries.map(({ key, node }) => [key, node]));
  const membersAfter = new Map(after.entries.map(({ key, node }) => [key, node]));
  const differences: Difference[] = [];
  for (const [key, node] of membersAfter) {
    const place = pointTo(at, key);
    const nodeBefore = membersBefore.get(key);
    if (nodeBefore === undefined) differences.push({ at: place, before: undefined, after: node });
    else for (const each of compare(nodeBefore, node, place)) differences.push(each);
  }
  for (const [key, node] of membersBefore) {
    if (!membersAfter.has(key))
      differences.push({ at: pointTo(at, key), before: node, after: undefined });
  }
  return differences;
}

/** Place where two values differ. A value that one of them does not have is `undefined`. */
interface Difference {
  readonly at: string;
  readonly before: JsonNode | undefined;
  readonly after: JsonNode | undefined;
}
