/** Turns plans into functions that convert parsed JSON (contract J.3). */
import type { PlannedAlternative, ValueFormat, ValuePlan } from "../../catalog/values.js";
import {
  convertAll,
  convertItems,
  convertOthers,
  convertProperties,
  type Convert,
} from "./convert.js";
import { InvalidValue } from "./invalid-value.js";
import { ROUNDED, type ValueKind } from "./kinds.js";
import { convertUnion, createTest, type Alternative } from "./union.js";

/** Creates the function that compiles the plans of a catalog. */
export function createCompiler(shared: readonly unknown[], kinds: readonly ValueKind[]): Compile {
  const leaves = new Map<ValueFormat, Convert>(kinds.map((kind) => [kind.format, readAs(kind)]));
  const compiled = new Map<number, Convert>();

  function compile(plan: ValuePlan): Convert {
    if (typeof plan === "string") return leaves.get(plan) ?? keep;
    if (plan === 0) return keep;
    if (typeof plan === "number") return (json, source) => compileShared(plan)(json, source);
    if (!isTagged(plan)) return convertProperties(mapEntries(plan, compile));
    switch (plan[0]) {
      case "list": {
        const [, items] = plan;
        return convertItems([], compile(items));
      }
      case "tuple": {
        const [, first, rest] = plan;
        return convertItems(first.map(compile), compile(rest));
      }
      case "map": {
        const [, others, except] = plan;
        return convertOthers(compile(others), new Set(except));
      }
      case "all": {
        const [, plans] = plan;
        return convertAll(plans.map(compile));
      }
      case "union": {
        const [, alternatives] = plan;
        return convertUnion(alternatives.map(compileAlternative));
      }
    }
  }

  function compileAlternative([shape, plan]: PlannedAlternative): Alternative {
    const leaf = shape.format && leaves.get(shape.format);
    return { fits: createTest(shape, leaf), convert: compile(plan) };
  }

  function compileShared(index: number): Convert {
    let convert = compiled.get(index);
    if (convert === undefined) compiled.set(index, (convert = compile(shared[index] as ValuePlan)));
    return convert;
  }

  return (plan) => compile(plan as ValuePlan); // the generator wrote it
}

type TaggedPlan = Extract<ValuePlan, readonly unknown[]>;

function isTagged(plan: Exclude<ValuePlan, string | number>): plan is TaggedPlan {
  return Array.isArray(plan);
}

const keep: Convert = (json) => json;

/** Reads values of one kind. */
function readAs({ read, expected }: ValueKind): Convert {
  return (json, { digits }) => {
    const value = read(json, digits);
    if (value === undefined || value === ROUNDED)
      throw new InvalidValue(`is not ${expected}`, value === ROUNDED);
    return value;
  };
}

function mapEntries<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): readonly (readonly [string, To])[] {
  return Object.entries(record).map(([name, value]) => [name, map(value)]);
}

/** Compiles a plan. Shared plans are compiled when they are first used, and may lead to themselves. */
export type Compile = (plan: unknown) => Convert;
