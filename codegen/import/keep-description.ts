/** Keeps the parts of a description that the types of the output `paths` are made of. */
import { isMap, type Json, type JsonMap } from "../model/json.js";
import { EXTERNAL_FILES } from "./model/references.js";

const SECTIONS = ["openapi", "paths", "webhooks", "components", EXTERNAL_FILES];

/** Keys whose values name things: none of these is a keyword. */
const MAPS = new Set(["properties", "patternProperties", "$defs", "mapping"]);

/** Keywords that no type and no comment comes from. */
const WITHOUT_TYPE =
  /^(?:example|examples|externalDocs|tags|security|servers|callbacks|links|x-.*|xml|pattern|title)$/;

/** Values, in which nothing is a keyword. */
const VALUES = new Set(["default", "enum", "const", "required"]);

/** The text of the file for a description. The same description gives the same text. */
export function keepDescription(root: JsonMap): string {
  const kept = SECTIONS.filter((name) => root[name] !== undefined).map((name) => {
    const value =
      name === EXTERNAL_FILES ? root[name] : keepNamed(root[name], name === "components");
    return [name, value] as const;
  });
  return `${JSON.stringify(Object.fromEntries(kept), undefined, 1)}\n`;
}

/** @param isNested Set for sections of named things. */
function keepNamed(value: Json, isNested = false): Json {
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(
    ([name, child]) => [name, isNested ? keepNamed(child) : keepObject(child)] as const,
  );
  return Object.fromEntries(entries);
}

function keepObject(value: Json): Json {
  if (Array.isArray(value)) return value.map(keepObject);
  if (!isMap(value)) return value;
  const entries = Object.entries(value)
    .filter(([key]) => !WITHOUT_TYPE.test(key))
    .map(([key, child]) => {
      if (VALUES.has(key)) return [key, child] as const;
      return [key, MAPS.has(key) || NAMED.has(key) ? keepNamed(child) : keepObject(child)] as const;
    });
  return Object.fromEntries(entries);
}

/** Keys of operations and responses whose values name things. */
const NAMED = new Set(["responses", "headers", "content"]);
