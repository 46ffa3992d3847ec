/** Writes URLs without lists and objects, for functions whose parameters are single values. */
import { loneSurrogate } from "../errors.js";
import type { Expansion } from "./template.js";
import { encodeUnreserved, toText } from "../values.js";

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
