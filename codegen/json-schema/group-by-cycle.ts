/**
 * Groups the nodes of a graph by cycle: nodes that lead to each other are together, any other node is alone. A group
 * follows all groups that it leads to. This is Tarjan's algorithm for strongly connected components (1972), with
 * a list in place of recursion, because a very long chain would overflow the stack.
 *
 * In `a → b → c → b`, the search visits a (0), b (1) and c (2). From c it meets b again, so c can get back to 1.
 * When it leaves c, b gets the same 1: b reached nothing earlier than itself, so b and all that was visited since then
 * are a group. When it leaves a, a is a group alone.
 * @param targets The nodes that each node leads to. One that is no key itself is a node that leads nowhere.
 */
export function groupByCycle(
  targets: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const search = new CycleSearch(targets);
  for (const node of targets.keys()) search.visitFrom(node);
  return search.groups;
}

class CycleSearch {
  readonly groups: (readonly string[])[] = [];
  readonly #targets: ReadonlyMap<string, readonly string[]>;
  readonly #visits = new Map<string, Visit>();
  readonly #ungrouped: Visit[] = [];

  constructor(targets: ReadonlyMap<string, readonly string[]>) {
    this.#targets = targets;
  }

  /** Visits a node and all that it leads to, unless it was visited before. */
  visitFrom(start: string): void {
    if (this.#visits.has(start)) return;
    /** The way from the start to the node whose targets are followed now. */
    const way = [this.#enter(start)];
    for (let visit = way.at(-1); visit !== undefined; visit = way.at(-1)) {
      const next = visit.unfollowed.next();
      if (next.done === true) {
        way.pop();
        this.#leave(visit, way.at(-1));
        continue;
      }
      const met = this.#visits.get(next.value);
      if (met === undefined) way.push(this.#enter(next.value));
      else if (!met.isGrouped) visit.earliest = Math.min(visit.earliest, met.index);
    }
  }

  #enter(node: string): Visit {
    const index = this.#visits.size;
    const unfollowed = (this.#targets.get(node) ?? []).values();
    const visit: Visit = { node, index, unfollowed, earliest: index, isGrouped: false };
    this.#visits.set(node, visit);
    this.#ungrouped.push(visit);
    return visit;
  }

  /** Makes a group of a visit and those since then, unless they lead back to an earlier one, and so belong to its group. */
  #leave(visit: Visit, previous: Visit | undefined): void {
    if (previous) previous.earliest = Math.min(previous.earliest, visit.earliest);
    if (visit.earliest < visit.index) return;
    const group = this.#ungrouped.splice(this.#ungrouped.lastIndexOf(visit));
    for (const member of group) member.isGrouped = true;
    this.groups.push(group.map(({ node }) => node));
  }
}

/** A node that was visited. */
interface Visit {
  readonly node: string;
  /** Its position in the order of visits. */
  readonly index: number;
  /** The targets that are left to follow. */
  readonly unfollowed: Iterator<string>;
  /** The lowest index that it leads back to, among visits that are in no group yet. */
  earliest: number;
  isGrouped: boolean;
}
