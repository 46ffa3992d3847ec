import type { Event, SchemaModel } from "../model.js";
import { toValueKey } from "../names.js";

/** An event and the file that holds what is loaded for it alone, without its extension. */
export interface EventModule {
  readonly event: Event;
  readonly file: string;
}

/** Files are told apart without regard to case, as some file systems do. */
export function listEventModules({ events }: SchemaModel): readonly EventModule[] {
  const taken = new Set<string>();
  return events.map((event) => {
    const base = event.name.replace(/[^\w-]/g, "_");
    let file = base;
    for (let number = 2; taken.has(file.toLowerCase()); number += 1) file = `${base}-${number}`;
    taken.add(file.toLowerCase());
    return { event, file: `events/${file}` };
  });
}

/** The entries of a map from event to the import of its module. */
export function printEventLoaders(model: SchemaModel): string {
  const entries = listEventModules(model).map(({ event, file }) => {
    return `  ${toValueKey(event.name)}: () => import(${JSON.stringify(`./${file}.js`)}),`;
  });
  return entries.join("\n");
}
