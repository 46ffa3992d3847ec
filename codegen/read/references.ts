import { posix } from "node:path";
import { childrenOf, mapChildren } from "../json-schema/walk.js";
import { alternatives, nearestKey } from "../messages.js";
import type { JsonSchema } from "../model.js";
import {
  entriesOf,
  isYamlMap,
  type Path,
  type Report,
  type YamlDocument,
  type YamlMap,
} from "./yaml-document.js";

/** A schema, which may be invalid, and its path in a document. */
export interface LocatedSchema {
  readonly path: Path;
  readonly schema: unknown;
}

/** The shared schemas by file, such as `components/api.yaml`. */
export type ComponentDocuments = ReadonlyMap<string, YamlDocument>;

/** Copies a valid schema. Each reference becomes `components/<file>.yaml#/<name>`. */
export function normaliseSchema(file: string, schema: unknown): JsonSchema {
  if (!isYamlMap(schema)) return schema as boolean; // the only other schemas that are valid
  const plain = Object.fromEntries(entriesOf(schema));
  if ("$ref" in plain) return { ...plain, $ref: normaliseReference(file, String(plain["$ref"])) };
  return mapChildren(plain, (child) => normaliseSchema(file, child));
}

/** Resolves a reference relative to the file that contains it. */
export function normaliseReference(file: string, reference: string): string {
  const { target, name } = resolve(file, reference);
  return `${target}#/${name}`;
}

function resolve(file: string, reference: string): { target: string; name: string } {
  const [relative = "", name = ""] = reference.split("#/", 2);
  return { target: relative === "" ? file : posix.join(posix.dirname(file), relative), name };
}

/** Reports broken references and references beside other keywords, at every depth. */
export function checkSchema(
  document: YamlDocument,
  { path, schema }: LocatedSchema,
  components: ComponentDocuments,
  report: Report,
): void {
  if (!isYamlMap(schema)) return;
  const reference = schema["$ref"];
  if (reference !== undefined) checkAlone(document, path, schema, report);
  if (typeof reference === "string" && reference.includes("#/")) {
    checkTarget(document, [...path, "$ref"], reference, components, report);
  }
  checkRequired(document, path, schema, report);
  for (const child of childrenOf(schema)) {
    const inside = { path: [...path, ...child.path], schema: child.schema };
    checkSchema(document, inside, components, report);
  }
}

function checkAlone(document: YamlDocument, path: Path, schema: YamlMap, report: Report): void {
  const beside = Object.keys(schema).filter((keyword) => keyword !== "$ref");
  if (beside.length === 0) return;
  const message = `The \`$ref\` is beside ${alternatives(beside, "and")}; expected it alone. To add keywords, list it under \`allOf\`.`;
  report(document.diagnose([...path, "$ref"], { message, atKey: true }));
}

/** A required name without a property is usually misspelt and would get no type. */
function checkRequired(document: YamlDocument, path: Path, schema: YamlMap, report: Report): void {
  const { properties, required } = schema;
  if (!isYamlMap(properties) || !Array.isArray(required)) return;
  for (const [index, name] of (required as readonly unknown[]).entries()) {
    if (typeof name !== "string" || name in properties) continue;
    const message = `The required property is ${JSON.stringify(name)}; expected a name from \`properties\`.`;
    const suggestion = nearestKey(name, Object.keys(properties));
    report(document.diagnose([...path, "required", index], { message, suggestion }));
  }
}

function checkTarget(
  document: YamlDocument,
  path: Path,
  reference: string,
  components: ComponentDocuments,
  report: Report,
): void {
  const { target, name } = resolve(document.file, reference);
  const found = components.get(target);
  if (!found) {
    const suggestion = nearestFile(document.file, target, name, components);
    const message = `The reference is ${JSON.stringify(reference)}; expected an existing file, but there is no \`${target}\`.`;
    report(document.diagnose(path, { message, suggestion }));
  } else if (isYamlMap(found.value) && !(name in found.value)) {
    const nearest = nearestKey(name, Object.keys(found.value));
    const suggestion = nearest && `${reference.slice(0, -name.length)}${nearest}`;
    const message = `The reference is ${JSON.stringify(reference)}; expected an existing component, but \`${target}\` has no \`${name}\`.`;
    report(document.diagnose(path, { message, suggestion }));
  }
}

/** The nearest component file, relative to the file with the mistake. */
function nearestFile(
  file: string,
  target: string,
  name: string,
  components: ComponentDocuments,
): string | undefined {
  const nearest = nearestKey(target, [...components.keys()]);
  return nearest && `${posix.relative(posix.dirname(file), nearest)}#/${name}`;
}
