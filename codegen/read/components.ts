import { findLongChains, MAX_STEPS } from "../json-schema/cycles.js";
import type { Component } from "../model/model.js";
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

/** Complains about components that consist of circular references only. */
export function checkCycles(components: ComponentDocuments, report: Report): void {
  const targets = new Map<string, string>();
  for (const document of components.values()) {
    for (const [name, schema] of entriesOf(document.value)) {
      const reference = isYamlMap(schema) ? schema["$ref"] : undefined;
      if (typeof reference !== "string") continue;
      targets.set(`${document.file}#/${name}`, normaliseReference(document.file, reference));
    }
  }
  const circular = findCircular(targets);
  for (const document of components.values()) {
    for (const [name] of entriesOf(document.value)) {
      if (!circular.has(`${document.file}#/${name}`)) continue;
      const message = `The component \`${name}\` is a reference to itself; expected a schema.`;
      report(document.diagnose([name, "$ref"], { message }));
    }
  }
}

/** The references that lead back to themselves. Each is followed once. */
function findCircular(targets: ReadonlyMap<string, string>): ReadonlySet<string> {
  const circular = new Set<string>();
  const seen = new Set<string>();
  for (const start of targets.keys()) {
    const path: string[] = [];
    let next: string | undefined = start;
    for (; next !== undefined && !seen.has(next); next = targets.get(next)) {
      seen.add(next);
      path.push(next);
    }
    const first = next === undefined ? -1 : path.indexOf(next);
    if (first >= 0) for (const ref of path.slice(first)) circular.add(ref);
  }
  return circular;
}

/** Complains about chains of schemas that are too long to follow. */
export function checkChains(
  components: readonly Component[],
  documents: ComponentDocuments,
  report: Report,
): void {
  for (const { name, source } of findLongChains(components)) {
    const document = documents.get(source.file);
    if (document === undefined) throw new Error(`The model has no file ${source.file}.`);
    const message =
      `The component \`${name}\` leads from one to the next in more than ${MAX_STEPS} steps; ` +
      "expected fewer. Write out what it takes from the others.";
    report(document.diagnose([name], { message, atKey: true }));
  }
}

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
