import type { Component } from "../model.js";
import {
  type ComponentDocuments,
  type LocatedSchema,
  normaliseReference,
  normaliseSchema,
} from "./references.js";
import { entriesOf, isYamlMap, type Report, type YamlDocument } from "./yaml-document.js";

export function componentSchemas({ value }: YamlDocument): LocatedSchema[] {
  return entriesOf(value).map(([name, schema]) => ({ path: [name], schema }));
}

/** Reports components that consist of circular references only. */
export function checkCycles(components: ComponentDocuments, report: Report): void {
  const targets = new Map<string, string>();
  for (const document of components.values()) {
    for (const [name, schema] of entriesOf(document.value)) {
      const reference = isYamlMap(schema) ? schema["$ref"] : undefined;
      if (typeof reference !== "string") continue;
      targets.set(`${document.file}#/${name}`, normaliseReference(document.file, reference));
    }
  }
  for (const document of components.values()) {
    for (const [name] of entriesOf(document.value)) {
      if (!isInCycle(`${document.file}#/${name}`, targets)) continue;
      const message = `The component \`${name}\` is a reference to itself; expected a schema.`;
      report(document.diagnose([name, "$ref"], { message }));
    }
  }
}

function isInCycle(start: string, targets: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  let next = targets.get(start);
  while (next !== undefined && next !== start && !seen.has(next)) {
    seen.add(next);
    next = targets.get(next);
  }
  return next === start;
}

/** Reads validated documents. */
export function readComponents(components: ComponentDocuments): Component[] {
  return [...components.values()].flatMap(({ file, value }) =>
    entriesOf(value).map(([name, schema]) => ({
      ref: `${file}#/${name}`,
      name,
      schema: normaliseSchema(file, schema),
      source: { file, path: [name] },
    })),
  );
}
