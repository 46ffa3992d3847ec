/** Lists the references of a document, in keywords alone: a `$ref` in an example is no reference. */
import { isMap, type Json, type JsonMap } from "../../model/json.js";

/** Lists the references of a document. One that YAML aliases share is listed once. */
export function listReferences(document: Json): readonly FileReference[] {
  const references: FileReference[] = [];
  const seen = new Set<object>();
  const pending: PendingValue[] = [{ value: document, hasNames: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, hasNames } = next;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    const holder = value as Record<string, Json>; // lists have indexes for keys
    for (const [key, child] of Object.entries(holder)) {
      const isKeyword = !hasNames;
      if (key === "$ref" && typeof child === "string") {
        references.push({ holder, key, text: child });
      } else if (isKeyword && key === "mapping" && isMap(child)) {
        references.push(...listMapping(child));
      } else if (typeof child === "object" && !(isKeyword && FREE_KEYS.test(key))) {
        pending.push({ value: child, hasNames: isKeyword && NAMED_MAPS.has(key) && isMap(child) });
      }
    }
  }
  return references;
}

/** Keys whose values can be anything: a `$ref` in an example is no reference. */
const FREE_KEYS =
  /^(?:example|examples|default|enum|const|description|summary|title|x-(?!webhooks$).*)$/;

/** Keys whose values are maps of names, so that their keys have no meaning. */
// prettier-ignore
const NAMED_MAPS: ReadonlySet<string> = new Set([
  "properties", "patternProperties", "definitions", "$defs", "schemas", "parameters", "responses",
  "headers", "requestBodies", "callbacks", "pathItems", "paths", "webhooks", "x-webhooks", "content",
  "links", "encoding", "securitySchemes",
]);

/** Lists the values of a discriminator that are references. Others are names, or lead to the web. */
function listMapping(mapping: JsonMap): readonly FileReference[] {
  const holder = mapping as Record<string, Json>; // made from text for this
  const isReference = (text: string): boolean =>
    /#\/|\.(?:ya?ml|json)$/.test(text) && !isAddressOnWeb(text);
  return Object.entries(mapping).flatMap(([key, text]) =>
    typeof text === "string" && isReference(text) ? [{ holder, key, text, isValue: true }] : [],
  );
}

/** Tests whether a reference leads to the web: `https://example.com/pet.yaml`. */
export function isAddressOnWeb(reference: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(reference);
}

// ---- Types

/** A reference, with the map that contains it. */
export interface FileReference {
  readonly holder: Record<string, Json>;
  readonly key: string;
  readonly text: string;
  /** Marks a value of a discriminator: a reference, or a name that looks like one. */
  readonly isValue?: boolean;
}

/** A part of a document that is still to be searched. */
interface PendingValue {
  readonly value: Json;
  /** Marks a map such as `properties`, whose keys are names. Inside each name, keys are keywords again. */
  readonly hasNames: boolean;
}
