import type { Component, JsonSchema, SchemaModel } from "../../model.js";
import { toPascalCase } from "../../names.js";

/**
 * Merges equal components, so that their type is declared once. A component with the same name in
 * another file is removed; one with another name becomes a reference to the first.
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
 * Divides components into classes of equal types. The first round ignores references; each further
 * round distinguishes them by the class of their target, until the number of classes is stable.
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
