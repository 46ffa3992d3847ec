/** Reads JSON Schemas from YAML. */
import { posix } from "node:path";
import { entriesOf, isMap, type JsonMap } from "../model/json.js";
import type { ComponentDocuments } from "./documents/documents.js";
import { mapChildren } from "../json-schema/keywords.js";
import type { Component, JsonSchema } from "../model/model.js";
import type { Path, YamlDocument } from "./documents/yaml-document.js";

/** Copies a valid schema. Each reference becomes `components/<file>.yaml#/<name>`. */
export function normaliseSchema(file: string, schema: unknown): JsonSchema {
  if (!isMap(schema)) return schema as boolean; // a valid schema is a map or a boolean
  const keywords = Object.fromEntries(entriesOf(schema));
  if ("$ref" in keywords)
    return { ...keywords, $ref: normaliseReference(file, String(keywords["$ref"])) };
  const copy = mapChildren(keywords, (child) => normaliseSchema(file, child));
  const { discriminator } = copy;
  if (!isMap(discriminator)) return copy;
  return { ...copy, discriminator: normaliseDiscriminator(file, discriminator) };
}

function normaliseDiscriminator(
  file: string,
  { propertyName, mapping }: JsonMap,
): Readonly<Record<string, unknown>> {
  const entries = entriesOf(mapping).map(
    ([value, reference]) => [value, normaliseReference(file, String(reference))] as const,
  );
  return { propertyName, ...(entries.length > 0 && { mapping: Object.fromEntries(entries) }) };
}

/** Resolves a reference relative to the file that contains it. */
export function normaliseReference(file: string, reference: string): string {
  const { target, name } = splitReference(file, reference);
  return `${target}#/${name}`;
}

/** The file and the name that a reference leads to. */
export function splitReference(file: string, reference: string): { target: string; name: string } {
  const [relative = "", name = ""] = reference.split("#/", 2);
  return { target: relative === "" ? file : posix.join(posix.dirname(file), relative), name };
}

/** The schemas of a file of components, for checks. */
export function componentSchemas({ value }: YamlDocument): LocatedSchema[] {
  return entriesOf(value).map(([name, schema]) => ({ path: [name], schema }));
}

/** Reads valid components. */
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

// ---- Types

/** A schema, which may be invalid, and its path in a document. */
export interface LocatedSchema {
  readonly path: Path;
  readonly schema: unknown;
}
