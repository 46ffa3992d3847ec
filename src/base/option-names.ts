/** Refuses misspelt options, and names the one that may have been meant. */
import { findNearest } from "./nearest.js";

/** The name of each option. The compiler compares them with the type of the options. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Refuses a misspelt option, which would have no effect. Names that resemble no option are accepted, because
 * programs share objects of options.
 * @param internal Names that are accepted and never proposed.
 * @throws TypeError for an unknown name that is near a known one.
 */
export function checkOptionNames(options: object, known: object, internal: object = {}): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name) || Object.hasOwn(internal, name)) continue;
    const nearest = findNearest(name, Object.keys(known));
    if (nearest !== undefined)
      throw new TypeError(`Unknown option \`${name}\`. Did you mean \`${nearest}\`?`);
  }
}
