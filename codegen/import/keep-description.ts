/** Keeps the parts of a description that the types of the output `paths` are made of. */
import { isMap, type Json, type JsonMap } from "../model/json.js";
import { EXTERNAL_FILES } from "./model/references.js";

const SECTIONS = ["openapi", "paths", "webhooks", "components", EXTERNAL_FILES];

/** Keys of maps by name: their own keys are no keywords. */
// prettier-ignore
const NAMED_MAPS = new Set([
  "properties", "patternProperties", "$defs", "mapping", "responses", "headers", "content",
]);

/** Keywords that no type and no comment comes from. */
const WITHOUT_TYPE =
  /^(?:example|examples|externalDocs|tags|security|servers|callbacks|links|x-.*|xml|pattern|title)$/;

/** Keywords with data, in which nothing is a keyword. */
const DATA_KEYWORDS = new Set(["default", "enum", "const", "required"]);

/** The text of the file for a description. The same description gives the same text. */
export function keepDescription(root: JsonMap): string {
  const kept = SECTIONS.filter((name) => root[name] !== undefined).map((name) => {
    if (name === EXTERNAL_FILES) return [name, root[name]] as const;
    // `components` is a map of such maps.
    const keep = name === "components" ? keepNamed : keepObject;
    return [name, keepMap(root[name], keep)] as const;
  });
  return `${JSON.stringify(Object.fromEntries(kept), undefined, 1)}\n`;
}

/** Keeps all keys of a map of objects by name. */
function keepNamed(value: Json): Json {
  return keepMap(value, keepObject);
}

function keepMap(value: Json, keep: (child: Json) => Json): Json {
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, keep(child)] as const),
  );
}

/** Keeps the keywords of an object that types or comments come from. */
function keepObject(value: Json): Json {
  if (Array.isArray(value)) return value.map(keepObject);
  if (!isMap(value)) return value;
  const entries = Object.entries(value)
    .filter(([key]) => !WITHOUT_TYPE.test(key))
    .map(([key, child]) => {
      if (DATA_KEYWORDS.has(key)) return [key, child] as const;
      return [key, NAMED_MAPS.has(key) ? keepNamed(child) : keepObject(child)] as const;
    });
  return Object.fromEntries(entries);
}
