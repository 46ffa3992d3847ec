/**
 * Merges imported entries with present ones: decides what stays as it was written by hand. The tables name the keys
 * that stay, and how the values of other keys are merged; a key that they do not name takes the imported value.
 */
import { isMap, type Json, type JsonMap, keysOf } from "../../model/json.js";
import { mergeOrder } from "./merge-order.js";

/** The imported value replaces the present one. */
export const keepNothing: Keep = (imported) => imported;

/** A route keeps its summary, and the texts and styles of its parts. */
export function keepRoute(imported: Json, present: Json): Json {
  return mergeKeys(imported, present, ROUTE_KEYS);
}

/** A schema keeps its texts and the order of its properties at every depth. */
export function keepSchema(imported: Json, present: Json): Json {
  return mergeKeys(imported, present, SCHEMA_KEYS);
}

// ---- Parts of a route

/** Keeps the texts of a parameter. One that is only a type becomes a map for them. */
function keepParameter(imported: Json, present: Json): Json {
  if (!isMap(present)) return imported;
  if (typeof imported !== "string") return mergeKeys(imported, present, PARAMETER_KEYS);
  const kept = mergeKeys({ type: imported }, present, PARAMETER_KEYS);
  return keysOf(kept).length > 1 ? kept : imported;
}

function keepBody(imported: Json, present: Json): Json {
  return mergeKeys(imported, present, BODY_KEYS);
}

/** Keeps the texts of a media type of a body: of its schema, or in the long form of a map with a schema. */
function keepContent(imported: Json, present: Json): Json {
  return isLongForm(imported) ? keepBody(imported, present) : keepSchema(imported, present);
}

/** Keeps the texts of a response. A description that stays makes a map with a schema of the schema alone. */
function keepResponse(imported: Json, present: Json): Json {
  if (!isLongForm(present)) return keepSchema(imported, present);
  if (isLongForm(imported)) return mergeKeys(imported, present, RESPONSE_KEYS);
  const kept = mergeKeys({ schema: imported }, present, RESPONSE_KEYS);
  return isMap(kept) && "description" in kept ? kept : keepSchema(imported, present["schema"]);
}

/** Tells a map with a schema and other keys from the schema alone. */
function isLongForm(value: Json): value is JsonMap {
  return isMap(value) && "schema" in value;
}

// ---- Tables

const SCHEMA_KEYS: KeptKeys = {
  kept: ["description", "examples"],
  parts: {
    items: keepSchema,
    additionalProperties: keepSchema,
    properties: keepMap(keepSchema),
    patternProperties: keepMap(keepSchema),
    prefixItems: keepList(keepSchema),
    oneOf: keepList(keepSchema),
    anyOf: keepList(keepSchema),
    allOf: keepList(keepSchema),
  },
};

const PARAMETER_KEYS: KeptKeys = {
  ...SCHEMA_KEYS,
  kept: [...SCHEMA_KEYS.kept, "style"],
  keepsBesideRef: true,
};

/** The keys of a body, and of each media type in its `content`. */
const BODY_KEYS: KeptKeys = {
  kept: ["lists", "encoding"],
  parts: { schema: keepSchema, content: keepMap(keepContent) },
};

const RESPONSE_KEYS: KeptKeys = { kept: ["description"], parts: { schema: keepSchema } };

const ROUTE_KEYS: KeptKeys = {
  kept: [
    "method",
    "was",
    "bodyParameter",
    "summary",
    "description",
    "docs",
    "accept",
    "auth",
    "pagination",
  ],
  parts: {
    path: keepMap(keepParameter),
    query: keepMap(keepParameter),
    header: keepMap(keepParameter),
    cookie: keepMap(keepParameter),
    body: keepBody,
    responses: keepMap(keepResponse),
  },
};

// ---- Maps and lists

/** Merges two maps by a table. Anything else takes the imported value. */
function mergeKeys(
  imported: Json,
  present: Json,
  { kept, parts, keepsBesideRef = false }: KeptKeys,
): Json {
  if (!isMap(imported) || !isMap(present)) return imported;
  const canKeep = keepsBesideRef || !("$ref" in imported);
  const keptKeys = canKeep ? kept.filter((key) => key in present) : [];
  const value: Record<string, Json> = {};
  const importedKeys = Object.keys(imported);
  for (const key of mergeOrder(Object.keys(present), [...importedKeys, ...keptKeys])) {
    const child = keptKeys.includes(key) ? present[key] : imported[key];
    if (child !== undefined) value[key] = parts[key]?.(child, present[key]) ?? child;
  }
  return value;
}

/** Creates a merge of the values of maps, whose keys are those of the import. */
function keepMap(keep: Keep): Keep {
  return (imported, present) => {
    if (!isMap(imported) || !isMap(present)) return imported;
    const order = mergeOrder(Object.keys(present), Object.keys(imported));
    const entries = order
      .filter((key) => Object.hasOwn(imported, key))
      .map((key) => [key, keep(imported[key], present[key])] as const);
    return Object.fromEntries(entries);
  };
}

/** Creates a merge of the items of lists at the same index. */
function keepList(keep: Keep): Keep {
  return (imported, present) => {
    if (!Array.isArray(imported) || !Array.isArray(present)) return imported;
    return imported.map((item: Json, index) => keep(item, present[index] as Json));
  };
}

// ---- Types

/** Merges the hand-written parts of the present value into the imported one. */
export type Keep = (imported: Json, present: Json) => Json;

/** The keys of an entry that a merge treats in a way of their own. */
interface KeptKeys {
  /** Keys whose values stay as they are written by hand. */
  readonly kept: readonly string[];
  /** The merges of its other keys. A key without one is replaced. */
  readonly parts: Readonly<Record<string, Keep>>;
  /** Only a parameter of a route can have other keys beside a `$ref`, so that only it keeps them there. */
  readonly keepsBesideRef?: boolean;
}
