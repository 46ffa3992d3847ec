/** The definitions that schemas share, by the modules that use them, and in an order in which they can be declared. */
import { groupBy } from "../../model/group-by.js";
import { type Definition, reachFrom } from "./definitions.js";

/** Splits definitions among modules with roots. Definitions that several modules use are common ones. */
export function splitDefinitions<Module>(
  modules: readonly (readonly [Module, readonly Definition[]])[],
  definitions: ReadonlyMap<string, Definition>,
): {
  readonly common: readonly Definition[];
  readonly modules: readonly DividedModule<Module>[];
} {
  const users = groupBy(
    modules.flatMap(([module, roots]) =>
      [...reachFrom(roots, definitions).keys()].map((name) => ({ name, module })),
    ),
    ({ name }) => name,
  );
  const byOwner = groupBy(definitions.values(), ({ name }) => {
    const [first, ...furtherUsers] = users.get(name) ?? [];
    return furtherUsers.length === 0 ? first?.module : undefined;
  });
  const split = modules.map(([module, roots]) => {
    const declared = byOwner.get(module) ?? [];
    const local = new Set(declared.map(({ name }) => name));
    const used = new Set([...roots, ...declared].flatMap(({ uses }) => [...uses]));
    const imported = [...used].filter((name) => !local.has(name)).sort();
    return { module, roots, definitions: declared, imported };
  });
  return { common: byOwner.get(undefined) ?? [], modules: split };
}

/** Puts definitions after those that they use: a constant must exist before another one names it. */
export function orderDefinitions(
  definitions: ReadonlyMap<string, Definition>,
): ReadonlyMap<string, Definition> {
  const ordered = new Map<string, Definition>();
  // A list in place of recursion: a chain of definitions can be longer than the stack.
  const stack = [...definitions.values()].reverse();
  /** Names of definitions whose uses are, or were, above them on the stack. */
  const expanded = new Set<string>();
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (expanded.has(top.name)) {
      ordered.set(top.name, top);
      stack.pop();
    } else {
      expanded.add(top.name);
      const uses = [...top.uses].flatMap((name) => definitions.get(name) ?? []).reverse();
      stack.push(...uses.filter(({ name }) => !expanded.has(name)));
    }
  }
  return ordered;
}

/** A module with its part of the definitions. */
export interface DividedModule<Module> {
  readonly module: Module;
  readonly roots: readonly Definition[];
  /** Definitions that no other module uses. */
  readonly definitions: readonly Definition[];
  /** Names of common definitions that the module imports. */
  readonly imported: readonly string[];
}
