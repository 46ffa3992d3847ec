/** Complaints about names that nothing has, with the names that would be right. */
import type { PathLookup } from "../../json-schema/path-lookup.js";
import { alternatives, nearestKey } from "../../model/messages.js";
import type { Path, YamlDocument } from "../documents/yaml-document.js";

/** Creates a function that complains about names at a place of a document, or below it. */
export function createNameComplaints(document: YamlDocument, base: Path): ComplainOfName {
  return ({ at = [], what, name, known }) => {
    const distinct = [...new Set(known)];
    const expected = distinct.length > 0 ? alternatives(distinct) : "a described one";
    const message = `The ${what}; expected ${expected}.`;
    document.complain([...base, ...at], { message, suggestion: nearestKey(name, distinct) });
  };
}

/**
 * The paths that would be right in place of one that was not found: in `data.0.nmae`, the properties beside `nmae`.
 * @param base The start of the path that the document does not write, such as `data.0` for a path that begins at an
 * item. The paths begin after it, too.
 */
export function listKnownPaths({ start, known }: AbsentPath, base = ""): readonly string[] {
  const written = start.slice(base === "" ? 0 : base.split(".").length);
  return known.map((name) => [...written, name].join("."));
}

/** A path that no value of a schema can have. */
export type AbsentPath = Extract<PathLookup, { readonly state: "absent" }>;

export type ComplainOfName = (complaint: UnknownName) => void;

export interface UnknownName {
  /** Below the place that complaints are about; absent for that place itself. */
  readonly at?: Path;
  /** Begins the sentence: `path is \`nmae\`, which no payload has`. */
  readonly what: string;
  readonly name: string;
  /** The names that would be right. */
  readonly known: readonly string[];
}
