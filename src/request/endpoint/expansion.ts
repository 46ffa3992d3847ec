/** The two ways to write values into a URL. A function whose parameters are single values has the short one alone. */
import { loneSurrogate } from "./errors.js";
import type { Expression, Visit } from "./template.js";
import { encodeUnreserved, toText } from "./values.js";

/** Writes values into a URL. */
export interface Expansion {
  /** Expands a placeholder of a template. */
  expand(
    expression: Expression,
    valueOf: (name: string) => unknown,
    route: string,
    visit?: Visit,
  ): string;
  /**
   * Writes a parameter that is not in the template, with its key; `undefined` if it has no value.
   * @param key The name, encoded.
   */
  writePair(value: unknown, name: string, key: string, route: string): string | undefined;
}

/** For `{name}` in a path and for the query, with values that are neither lists nor objects. */
export const singleValues: Expansion = {
  expand({ variables }, valueOf, route, visit) {
    let expanded = "";
    for (const variable of variables) {
      const text = writeSingle(valueOf(variable.name), variable.name, route);
      expanded += text ?? "";
      visit?.(variable, text, 0, expanded.length);
    }
    return expanded;
  },
  writePair(value, name, key, route) {
    const text = writeSingle(value, name, route);
    return text === undefined ? undefined : `${key}=${text}`;
  },
};

function writeSingle(value: unknown, name: string, route: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = toText(value, name, route);
  if (!text.isWellFormed()) throw loneSurrogate(name, route);
  return encodeUnreserved(text);
}
