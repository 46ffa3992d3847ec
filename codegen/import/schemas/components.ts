import { convertSchema, type SchemaValue } from "./convert-schema.js";
import { entriesOf, isMap } from "../model/description.js";
import {
  componentFile,
  type ImportContext,
  parameterFile,
  resolveEntry,
} from "../model/context.js";
import { sharedParameterSchema } from "../routes/parameters.js";

export type Components = ReadonlyMap<string, SchemaValue>;

/** Imports the shared parameters that routes refer to, in the order of the description. */
export function importSharedParameters(context: ImportContext): Components {
  const { parameterNames, usedParameters } = context;
  const entries = [...parameterNames].flatMap(([name, component]) => {
    if (!usedParameters.has(name)) return [];
    const location = `components/parameters/${name}`;
    const entry = { $ref: `#/${location.replaceAll("~", "~0")}` };
    const resolved = resolveEntry(entry, location, context);
    if (!resolved) return [];
    const schema = sharedParameterSchema(resolved.value, parameterFile(context), location, context);
    return [[component, schema] as const];
  });
  return new Map(entries);
}

/** Imports all schemas that are referred to, directly or indirectly, in the order of the description. */
export function importSharedSchemas(context: ImportContext): Components {
  const { shared, description, notes } = context;
  const converted = new Map<string, SchemaValue>();
  const file = componentFile(context);
  // Converting a schema adds to this map; the loop also visits what is added.
  for (const [name, { schema, location }] of shared.used) {
    if (schema === undefined) notes.lose("a reference to itself", location);
    converted.set(name, convertSchema(schema ?? true, { location, file }, context));
  }
  const { components } = description.root;
  const section = entriesOf(isMap(components) ? components["schemas"] : undefined);
  const known = section.map(([key]) => shared.componentNames.get(key) ?? "");
  const unused = known.filter((name) => !converted.has(name));
  for (let count = unused.length; count > 0; count -= 1) {
    notes.skip("shared schemas that nothing refers to");
  }
  const others = [...converted.keys()].filter((name) => !known.includes(name));
  return new Map(
    [...known, ...others].flatMap((name) => {
      const schema = converted.get(name);
      return schema === undefined ? [] : [[name, schema] as const];
    }),
  );
}
