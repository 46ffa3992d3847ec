import { toComponentName } from "../names.js";
import { convertSchema, type SchemaValue } from "./convert-schema.js";
import { entriesOf, isMap, type Json } from "./description.js";
import {
  componentFile,
  type ImportContext,
  PARAMETER_FILE,
  resolveEntry,
} from "./import-context.js";
import { sharedParameterSchema } from "./import-parameters.js";

export type Components = ReadonlyMap<string, SchemaValue>;

/** Imports the shared parameters that routes refer to, in the order of the description. */
export function importSharedParameters(context: ImportContext): Components {
  const section = sectionOf("parameters", context);
  const used = section.filter(([name]) => context.usedParameters.has(name));
  const entries = used.flatMap(([name, entry]) => {
    const location = `components/parameters/${name}`;
    const resolved = resolveEntry(entry, location, context);
    if (!resolved) return [];
    const schema = sharedParameterSchema(resolved.value, PARAMETER_FILE, location, context);
    return [[toComponentName(name), schema] as const];
  });
  return new Map(entries);
}

/** Imports all schemas that are referred to, directly or indirectly, in the order of the description. */
export function importSharedSchemas(context: ImportContext): Components {
  const section = sectionOf("schemas", context);
  const converted = new Map<string, SchemaValue>();
  const file = componentFile(context);
  for (const name of context.usedSchemas) {
    // Converting adds names to this set; the loop also visits those.
    const schema = section.find(([key]) => key === name)?.[1];
    converted.set(name, convertSchema(schema, { location: `schemas/${name}`, file }, context));
  }
  const entries = section.flatMap(([name]) => {
    const schema = converted.get(name);
    if (schema === undefined) context.notes.skip("shared schemas that nothing refers to");
    return schema === undefined ? [] : [[toComponentName(name), schema] as const];
  });
  return withoutClashes(entries, context);
}

function sectionOf(
  kind: string,
  { description }: ImportContext,
): readonly (readonly [string, Json])[] {
  const { components } = description.root;
  return entriesOf(isMap(components) ? components[kind] : undefined);
}

function withoutClashes(
  entries: readonly (readonly [string, SchemaValue])[],
  { fail }: ImportContext,
): Components {
  const components = new Map<string, SchemaValue>();
  for (const [name, schema] of entries) {
    if (components.has(name))
      fail(`schemas/${name}`, "The name is taken by another shared schema; expected a unique one");
    components.set(name, schema);
  }
  return components;
}
