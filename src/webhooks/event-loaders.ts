/** Lazy imports of generated modules, by event. */
export type EventLoaders<Module> = Readonly<Record<string, () => Promise<Module>>>;

/**
 * Finds the event of a name, `<event>` or `<event>.<action>`, and its loader. Events may hold dots: the
 * longest one counts.
 */
export function findLoader<Module>(
  loaders: EventLoaders<Module>,
  name: string,
): readonly [event: string, load: () => Promise<Module>] | undefined {
  for (let event = name; ; event = event.slice(0, event.lastIndexOf("."))) {
    const load = Object.hasOwn(loaders, event) ? loaders[event] : undefined;
    if (load !== undefined) return [event, load];
    if (!event.includes(".")) return undefined;
  }
}
