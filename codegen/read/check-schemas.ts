/** Checks of JSON Schemas in the YAML: their references, required properties and discriminators. */
import { posix } from "node:path";
import { findLongChains, MAX_STEPS } from "../json-schema/chains.js";
import { annotatedRefOf, childrenOf, COMPOSITIONS, membersOf } from "../json-schema/keywords.js";
import { entriesOf, isMap, type JsonMap } from "../model/json.js";
import { alternatives, nearestKey } from "../model/messages.js";
import type { Component } from "../model/model.js";
import type { ComponentDocuments } from "./documents/documents.js";
import { type Path, valueAt, type YamlDocument } from "./documents/yaml-document.js";
import { type LocatedSchema, normaliseReference, splitReference } from "./schemas.js";

/**
 * Complains at every depth about broken references, references beside other keywords, required
 * names without a property, and wrong discriminators.
 */
export function checkSchema(
  document: YamlDocument,
  located: LocatedSchema,
  components: ComponentDocuments,
): void {
  checkPart(document, located, components, located.schema);
}

/**
 * @param whole The outermost composition that the schema is a part of, or the schema itself. A property that a part
 *   requires may be described anywhere in it.
 */
function checkPart(
  document: YamlDocument,
  { path, schema }: LocatedSchema,
  components: ComponentDocuments,
  whole: unknown,
): void {
  if (!isMap(schema)) return;
  const reference = schema["$ref"];
  if (reference !== undefined) checkAlone(document, path, schema);
  if (typeof reference === "string" && reference.includes("#/")) {
    checkTarget(document, [...path, "$ref"], reference, components);
  }
  checkRequired(document, path, schema, (name) =>
    describesProperty(whole, name, document.file, components),
  );
  checkDiscriminator(document, path, schema);
  for (const child of childrenOf(schema)) {
    const inside = { path: [...path, ...child.path], schema: child.schema };
    const isPart = COMPOSITIONS.some((keyword) => keyword === child.path[0]);
    checkPart(document, inside, components, isPart ? whole : child.schema);
  }
}

/** Complains about keywords beside a `$ref`. */
function checkAlone(document: YamlDocument, path: Path, schema: JsonMap): void {
  const beside = Object.keys(schema).filter((keyword) => keyword !== "$ref");
  if (beside.length === 0) return;
  const message = `The \`$ref\` is beside ${alternatives(beside, "and")}; expected it alone. To add keywords, list it under \`allOf\`.`;
  document.complain([...path, "$ref"], { message, atKey: true });
}

/** Complains about a reference to a file or a component that does not exist. */
function checkTarget(
  document: YamlDocument,
  path: Path,
  reference: string,
  components: ComponentDocuments,
): void {
  const { target, name } = splitReference(document.file, reference);
  const targetDocument = components.get(target);
  if (!targetDocument) {
    const suggestion = nearestFile(document.file, target, name, components);
    const message = `The reference is ${JSON.stringify(reference)}; expected an existing file, but there is no \`${target}\`.`;
    document.complain(path, { message, suggestion });
  } else if (isMap(targetDocument.value) && !(name in targetDocument.value)) {
    const nearest = nearestKey(name, Object.keys(targetDocument.value));
    const suggestion = nearest && `${reference.slice(0, -name.length)}${nearest}`;
    const message = `The reference is ${JSON.stringify(reference)}; expected an existing component, but \`${target}\` has no \`${name}\`.`;
    document.complain(path, { message, suggestion });
  }
}

/** The reference to the same name in the component file with the most similar path. */
function nearestFile(
  file: string,
  target: string,
  name: string,
  components: ComponentDocuments,
): string | undefined {
  const nearest = nearestKey(target, [...components.keys()]);
  return nearest && `${posix.relative(posix.dirname(file), nearest)}#/${name}`;
}

/**
 * Complains about a required name without a property: it is usually misspelt, and gets no type. Another
 * part of a composition may describe the property.
 */
function checkRequired(
  document: YamlDocument,
  path: Path,
  schema: JsonMap,
  isDescribed: (name: string) => boolean,
): void {
  const { properties, required } = schema;
  if (!isMap(properties) || !Array.isArray(required)) return;
  for (const [index, name] of (required as readonly unknown[]).entries()) {
    if (typeof name !== "string" || name in properties || isDescribed(name)) continue;
    const message = `The required property is ${JSON.stringify(name)}; expected a name from \`properties\`.`;
    const suggestion = nearestKey(name, Object.keys(properties));
    document.complain([...path, "required", index], { message, suggestion });
  }
}

/** Tests whether a schema describes a property: itself, in a composition, or behind a reference. */
function describesProperty(
  schema: unknown,
  name: string,
  file: string,
  components: ComponentDocuments,
  seen = new Set<unknown>(),
): boolean {
  if (!isMap(schema) || seen.has(schema)) return false;
  seen.add(schema);
  const { $ref: reference, properties } = schema;
  if (isMap(properties) && name in properties) return true;
  if (typeof reference === "string") {
    const { target, name: component } = splitReference(file, reference);
    const next = valueAt(components.get(target)?.value, component);
    return describesProperty(next, name, target, components, seen);
  }
  return COMPOSITIONS.some((keyword) =>
    membersOf(schema, keyword).some((member) =>
      describesProperty(member, name, file, components, seen),
    ),
  );
}

/** Complains about a discriminator without alternatives, and about a mapping to another schema. */
function checkDiscriminator(document: YamlDocument, path: Path, schema: JsonMap): void {
  const { discriminator, oneOf, anyOf } = schema;
  if (!isMap(discriminator)) return;
  const at = [...path, "discriminator"];
  if (oneOf === undefined && anyOf === undefined) {
    const message = "The discriminator is alone; expected `oneOf` or `anyOf` beside it.";
    document.complain(at, { message, atKey: true });
    return;
  }
  const references = (["oneOf", "anyOf"] as const)
    .flatMap((keyword) => membersOf(schema, keyword))
    .flatMap((member) => annotatedRefOf(member) ?? []);
  for (const [value, reference] of entriesOf(discriminator["mapping"])) {
    if (typeof reference !== "string" || references.includes(reference)) continue;
    const expected = references.length > 0 ? alternatives(references) : "a `$ref` among them";
    const message = `The alternative is ${JSON.stringify(reference)}; expected ${expected}.`;
    const suggestion = nearestKey(reference, references);
    document.complain([...at, "mapping", value], { message, suggestion });
  }
}

/** Complains about components that are nothing but circular references. */
export function checkCycles(components: ComponentDocuments): void {
  const targets = new Map<string, string>();
  for (const document of components.values()) {
    for (const [name, schema] of entriesOf(document.value)) {
      const reference = valueAt(schema, "$ref");
      if (typeof reference !== "string") continue;
      targets.set(`${document.file}#/${name}`, normaliseReference(document.file, reference));
    }
  }
  const circular = findCircular(targets);
  for (const document of components.values()) {
    for (const [name] of entriesOf(document.value)) {
      if (!circular.has(`${document.file}#/${name}`)) continue;
      const message = `The component \`${name}\` is a reference to itself; expected a schema.`;
      document.complain([name, "$ref"], { message });
    }
  }
}

/** Finds the references that lead back to themselves. Follows each of them once. */
function findCircular(targets: ReadonlyMap<string, string>): ReadonlySet<string> {
  const circular = new Set<string>();
  const seen = new Set<string>();
  for (const start of targets.keys()) {
    const path: string[] = [];
    let next: string | undefined = start;
    while (next !== undefined && !seen.has(next)) {
      seen.add(next);
      path.push(next);
      next = targets.get(next);
    }
    // The path has come back to one of its own references, unless it met an earlier path, or ended.
    const first = next === undefined ? -1 : path.indexOf(next);
    if (first >= 0) for (const reference of path.slice(first)) circular.add(reference);
  }
  return circular;
}

/** Complains about chains of schemas that are too long to follow. */
export function checkChains(components: readonly Component[], documents: ComponentDocuments): void {
  for (const { name, source } of findLongChains(components)) {
    const document = documents.get(source.file);
    if (document === undefined) throw new Error(`The model has no file ${source.file}.`);
    const message =
      `The component \`${name}\` leads from one to the next in more than ${MAX_STEPS} steps; ` +
      "expected fewer. Write out what it takes from the others.";
    document.complain([name], { message, atKey: true });
  }
}
