import type { Component, JsonSchema, SchemaModel } from "../../model.js";
import { toPascalCase } from "../../names.js";

/**
 * Makes one of components that say the same, so that their type is declared once. One of the same
 * name in another file disappears into the first; one of another name becomes a reference to it.
 */
export function mergeEqualComponents(model: SchemaModel): SchemaModel {
  const classes = classify(model.components);
  const firsts = new Map<number, Component>();
  const merged = new Map<string, string>();
  const components: Component[] = [];
  for (const component of model.components) {
    const first = firsts.get(classes.get(component.ref) ?? -1);
    if (first === undefined) {
      firsts.set(classes.get(component.ref) ?? -1, component);
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
 * Sorts components into classes of equal meaning: at first by what they say with all references
 * alike, then again by the classes of what they refer to, until nothing is told apart any more.
 */
function classify(components: readonly Component[]): ReadonlyMap<string, number> {
  let classes: ReadonlyMap<string, number> = new Map();
  for (let count = -1; ;) {
    const numbers = new Map<string, number>();
    const next = new Map<string, number>();
    for (const { ref, schema } of components) {
      const own = classes.get(ref) ?? 0;
      const text = `${own} ${canonicalText(schema, (target) => classes.get(target) ?? 0)}`;
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      next.set(ref, number);
    }
    if (numbers.size === count) return next;
    count = numbers.size;
    classes = next;
  }
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
  // The copy has the shape of the model: nothing but the text of some references changes.
  return rewrite(model) as SchemaModel;

  /** Copies only what holds such a reference. */
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
