/** Runs before each file of tests: gives its sources the switch that chooses a mutant. */
import { writeFileSync } from "node:fs";
import { afterAll, inject } from "vitest";

/** Chooses the fault that a run has, or records which faults could be seen. */
export interface MutantSwitch {
  readonly active: { readonly path: string; readonly index: number } | undefined;
  /** File to which the reached faults are written. */
  readonly record: string | undefined;
}

declare module "vitest" {
  export interface ProvidedContext {
    mutants: MutantSwitch;
  }
}

declare global {
  var $mutants: (path: string) => (index: number) => boolean;
}

const { active, record } = inject("mutants");
const reached: Record<string, Set<number>> = {};

globalThis.$mutants = (path) => {
  if (record !== undefined) {
    const indices = (reached[path] ??= new Set());
    return (index) => {
      indices.add(index);
      return false;
    };
  }
  const chosen = active?.path === path ? active.index : -1;
  return (index) => index === chosen;
};

// Registered first, so it runs last.
if (record !== undefined)
  afterAll(() => {
    const lists = Object.entries(reached).map(([path, indices]) => [path, [...indices]]);
    writeFileSync(record, JSON.stringify(Object.fromEntries(lists)));
  });
