/** Merges imported entries with present ones: decides what stays as it was written by hand. */
import { isMap, itemsOf, type Json, keysOf } from "../../model/json.js";

/** A schema keeps its texts and the order of its properties at every depth. */
export const keepSchema: Keep = keepKeys(() => SCHEMA_KEYS);

/** A route keeps its summary, and the texts and styles of its parts. */
export const keepRoute: Keep = keepKeys(() => ROUTE_KEYS);

/** The imported value replaces the present one. */
export const keepNothing: Keep = (imported) => imported;

/** Keeps the texts, the actions and the resource of an event. Adds new actions. */
export const keepEvent: Keep = (imported, present) => {
  if (present === undefined || !isMap(imported)) return present ?? imported;
  const entry = isMap(present) ? present : {};
  const actions = mergeActions(entry["actions"], imported["actions"]);
  return {
    ...("description" in imported && { description: imported["description"] }),
    ...("resource" in imported && { resource: imported["resource"] }),
    ...entry,
    ...(actions !== undefined && { actions }),
  };
};

/** Merges actions: into a map if any has a text, otherwise into a list. */
function mergeActions(present: Json, imported: Json): Json {
  if (imported === undefined) return present;
  const order = mergeOrder(namesOf(present), namesOf(imported));
  if (!isMap(present) && !isMap(imported)) return order;
  const textOf = (actions: Json, name: string): Json => (isMap(actions) ? actions[name] : null);
  return Object.fromEntries(
    order.map((name) => [name, textOf(present, name) ?? textOf(imported, name) ?? null]),
  );
}

/** The names of actions, in a map or in a list. */
function namesOf(actions: Json): readonly string[] {
  return isMap(actions) ? Object.keys(actions) : itemsOf(actions).map(String);
}

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

const PARAMETER_KEYS: KeptKeys = { ...SCHEMA_KEYS, kept: [...SCHEMA_KEYS.kept, "style"] };

/** The keys of a body, and of each media type in its `content`. */
const BODY_KEYS: KeptKeys = {
  kept: ["lists", "encoding"],
  parts: { schema: keepSchema, content: keepMap(keepContent) },
};

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
    body: keepKeys(() => BODY_KEYS),
    responses: keepMap(keepResponse),
  },
};

/** Creates a merge of two maps. `keysOfEntry` is a function, because schemas contain schemas. */
function keepKeys(keysOfEntry: () => KeptKeys): Keep {
  return (imported, present) => {
    if (!isMap(imported) || !isMap(present)) return imported;
    const { kept, parts } = keysOfEntry();
    // Only a parameter of a route can have other keywords beside a `$ref`, and only it has a style.
    const canKeep = !("$ref" in imported) || kept.includes("style");
    const keptKeys = canKeep ? kept.filter((key) => key in present) : [];
    const value: Record<string, Json> = {};
    const importedKeys = Object.keys(imported);
    for (const key of mergeOrder(Object.keys(present), [...importedKeys, ...keptKeys])) {
      const child = keptKeys.includes(key) ? present[key] : imported[key];
      if (child !== undefined) value[key] = parts[key]?.(child, present[key]) ?? child;
    }
    return value;
  };
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

/** Keeps the texts of a parameter. One that is only a type becomes a map for them. */
function keepParameter(imported: Json, present: Json): Json {
  if (!isMap(present)) return imported;
  const keep = keepKeys(() => PARAMETER_KEYS);
  if (typeof imported !== "string") return keep(imported, present);
  const kept = keep({ type: imported }, present);
  return keysOf(kept).length > 1 ? kept : imported;
}

/** Keeps the texts of a media type of a body, in its short or its long form. */
function keepContent(imported: Json, present: Json): Json {
  const isLong = isMap(imported) && "schema" in imported;
  return isLong ? keepKeys(() => BODY_KEYS)(imported, present) : keepSchema(imported, present);
}

/** Keeps the texts of a response, in the long form if it has a description. */
function keepResponse(imported: Json, present: Json): Json {
  if (!isMap(present) || !("schema" in present)) return keepSchema(imported, present);
  const isLong = isMap(imported) && "schema" in imported;
  const asMap = isLong ? imported : { schema: imported };
  const keep = keepKeys(() => ({ kept: ["description"], parts: { schema: keepSchema } }));
  const kept = keep(asMap, present);
  return isLong || (isMap(kept) && "description" in kept)
    ? kept
    : keepSchema(imported, present["schema"]);
}

/** Keeps the order of present keys. A new key follows the one before it in the import. */
export function mergeOrder(
  present: readonly string[],
  imported: readonly string[],
): readonly string[] {
  const known = new Set(present);
  const first: string[] = [];
  const followers = new Map<string, string[]>();
  let after = first;
  for (const key of imported) {
    if (known.has(key)) {
      after = followers.get(key) ?? [];
      followers.set(key, after);
    } else after.push(key);
  }
  return [...first, ...present.flatMap((key) => [key, ...(followers.get(key) ?? [])])];
}

/** Takes the texts of a merged value from the imported one. */
export function renewTexts(merged: Json, imported: Json): Json {
  if (Array.isArray(merged) && Array.isArray(imported))
    return merged.map((item: Json, index) => renewTexts(item, imported[index] as Json));
  if (!isMap(merged) || !isMap(imported)) return merged;
  const entries = Object.entries(merged)
    .filter(([key]) => !TEXT_KEYS.has(key) || Object.hasOwn(imported, key))
    .map(([key, value]) => {
      const importedValue = imported[key];
      return [key, TEXT_KEYS.has(key) ? importedValue : renewTexts(value, importedValue)] as const;
    });
  return Object.fromEntries(entries);
}

/** Keys of texts that a description gives. */
const TEXT_KEYS: ReadonlySet<string> = new Set(["summary", "description", "docs", "examples"]);

/** Merges the hand-written parts of the present value into the imported one. */
export type Keep = (imported: Json, present: Json) => Json;

/** The keys of an entry that a merge treats in a way of their own. */
interface KeptKeys {
  /** Keys whose values stay as they are written by hand. */
  readonly kept: readonly string[];
  /** The merges of its other keys. A key without one is replaced. */
  readonly parts: Readonly<Record<string, Keep>>;
}
