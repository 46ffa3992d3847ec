import type { Component, JsonSchema, SchemaModel } from "../../model.js";
import { toPascalCase } from "../../names.js";

/**
 * Merges equal components, so that their type is declared once. A component with the same name in
 * another file is removed; one with another name becomes a reference to the first.
 */
export function mergeEqualComponents(model: SchemaModel): SchemaModel {
  const classes = classify(model.components);
  const firsts = new Map<number | undefined, Component>();
  const merged = new Map<string, string>();
  const components: Component[] = [];
  for (const component of model.components) {
    const number = classes.get(component.ref);
    const first = firsts.get(number);
    if (first === undefined) {
      firsts.set(number, component);
      components.push(component);
    } else if (toPascalCase(first.name) === toPascalCase(component.name)) {
      merged.set(component.ref, first.ref);
    } else {
      components.push({ ...component, schema: { $ref: first.ref } });
    }
  }
  return rewriteRefs({ ...model, components }, merged);
}

/**
 * Numbers the classes of components with equal types, by `$ref`. The first round ignores where
 * references lead; each further round tells them apart by the class of their target, until no class
 * is divided any more.
 */
function classify(components: readonly Component[]): ReadonlyMap<string, number> {
  let classes: ReadonlyMap<string, number> = new Map(components.map(({ ref }) => [ref, 0]));
  for (;;) {
    const next = divideClasses(components, classes);
    if (countClasses(next) === countClasses(classes)) return next;
    classes = next;
  }
}

function divideClasses(
  components: readonly Component[],
  classes: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const classOf = (ref: string): number => classes.get(ref) ?? 0;
  const numbers = new Map<string, number>();
  const entries = components.map(({ ref, schema }) => {
    const text = `${classOf(ref)} ${canonicalText(schema, classOf)}`;
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return [ref, number] as const;
  });
  return new Map(entries);
}

function countClasses(classes: ReadonlyMap<string, number>): number {
  return new Set(classes.values()).size;
}

/** The schema as text, each reference as the class of its target. */
function canonicalText(schema: JsonSchema, classOf: (ref: string) => number): string {
  return JSON.stringify(schema, (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string") return classOf(value);
    return value;
  });
}

function rewriteRefs(model: SchemaModel, merged: ReadonlyMap<string, string>): SchemaModel {
  if (merged.size === 0) return model;
  // The copy is still a model: only the text of some references changes.
  return rewrite(model) as SchemaModel;

  /** Copies only objects that contain such a reference. */
  function rewrite(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const items = value.map(rewrite);
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    let copy: Record<string, unknown> | undefined;
    for (const [key, child] of Object.entries(value) as [string, unknown][]) {
      const changed =
        key === "$ref" && typeof child === "string" ? (merged.get(child) ?? child) : rewrite(child);
      if (changed !== child) (copy ??= { ...value })[key] = changed;
    }
    return copy ?? value;
  }
}
