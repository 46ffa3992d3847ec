/** What is generated for each event and imported when it is first needed, by event. */
export type EventLoaders<Module> = Readonly<Record<string, () => Promise<Module>>>;

/**
 * The event of a name, `<event>` or `<event>.<action>`, and its loader. The event itself may hold
 * dots: the longest one counts.
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
