import type { Component, SchemaModel } from "../../model.js";
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

/** A schema as text without its references, and where these lead. */
interface Shape {
  readonly ref: string;
  readonly text: string;
  readonly targets: readonly string[];
}

/**
 * Numbers the classes of components with equal types, by `$ref`. At first, equal texts are a class,
 * wherever references lead; each further round tells them apart by the classes of their targets,
 * until no class is divided any more.
 */
function classify(components: readonly Component[]): ReadonlyMap<string, number> {
  const classes = new Map<string, number>();
  const keyOf = ({ targets }: Shape): string => targets.map((ref) => classes.get(ref)).join();
  let divided = divide(components.map(readShape), ({ text }) => text);
  let count = 0;
  for (let known = 0; divided.length > known;) {
    for (const shapes of divided) {
      for (const { ref } of shapes) classes.set(ref, count);
      count += 1;
    }
    // What is alone in its class stays alone.
    const open = divided.filter(({ length }) => length > 1);
    known = open.length;
    divided = open.flatMap((shapes) => divide(shapes, keyOf));
  }
  return classes;
}

function readShape({ ref, schema }: Component): Shape {
  const targets: string[] = [];
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key !== "$ref" || typeof value !== "string") return value;
    targets.push(value);
    return "";
  });
  return { ref, text, targets };
}

function divide(
  shapes: readonly Shape[],
  keyOf: (shape: Shape) => string,
): readonly (readonly Shape[])[] {
  const groups = new Map<string, Shape[]>();
  for (const shape of shapes) {
    const key = keyOf(shape);
    const group = groups.get(key);
    if (group) group.push(shape);
    else groups.set(key, [shape]);
  }
  return [...groups.values()];
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
