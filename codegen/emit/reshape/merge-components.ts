/**
 * Finds components that are equal, also those that refer to each other: two `Owner`s with the same properties, in two
 * files, are one type.
 */
import type { Component, SchemaModel } from "../../model/model.js";
import { toPascalCase } from "../../model/names.js";
import { classifyComponents } from "./component-classes.js";

/**
 * Merges equal components, so that their type is declared once. A component with the same name in
 * another file is removed; one with another name becomes a reference to the first.
 */
export function mergeEqualComponents(model: SchemaModel): SchemaModel {
  const classes = classifyComponents(model.components);
  const firsts = new Map<number | undefined, Component>();
  const replacements = new Map<string, string>();
  const components: Component[] = [];
  for (const component of model.components) {
    const classId = classes.get(component.ref);
    const first = firsts.get(classId);
    if (first === undefined) {
      firsts.set(classId, component);
      components.push(component);
    } else if (toPascalCase(first.name) === toPascalCase(component.name)) {
      replacements.set(component.ref, first.ref);
    } else {
      components.push({ ...component, schema: { $ref: first.ref } });
    }
  }
  return rewriteRefs({ ...model, components }, replacements);
}

/** Replaces the references to components that were removed, each by that to the first equal one. */
function rewriteRefs(model: SchemaModel, replacements: ReadonlyMap<string, string>): SchemaModel {
  if (replacements.size === 0) return model;
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
        key === "$ref" && typeof child === "string"
          ? (replacements.get(child) ?? child)
          : rewrite(child);
      if (changed !== child) (copy ??= { ...value })[key] = changed;
    }
    return copy ?? value;
  }
}
