/** Registers descriptions in `import.yaml`, with the places that they come from. */
import { entriesOf, itemsOf, type Json, keysOf, mapOf, textOf } from "../../model/json.js";
import type { Label } from "../model/context.js";
import { type Description, withoutUndefined } from "../model/description.js";
import { keepNothing } from "./keep.js";
import { identify } from "./labels.js";
import { type FileImport, fileOf } from "./file-import.js";

/**
 * The entry of `import.yaml` for a description that has components, is one of several, or has an origin. An
 * origin without a source leaves the one that is remembered.
 */
export function registerDescription(
  description: Description,
  { name }: Label,
  { skipped, origin }: RegistrationFacts,
  mapping: Json,
  imports: ReadonlyMap<string, FileImport>,
): FileImport | undefined {
  const known = mapOf(mapping)["descriptions"];
  const hasComponents = [...imports.keys()].some((file) => file.startsWith("components/"));
  const isNamed = origin.source !== undefined || keysOf(known).length > 0;
  if (!hasComponents && !isNamed) return undefined;
  const remembered = readOrigins(mapping).get(name);
  const { source, overlays, names } = origin.source === undefined ? { ...remembered } : origin;
  const entry = withoutUndefined({
    ...identify(description),
    source,
    overlays,
    names,
    digest: origin.digest,
    leaves: skipped.size > 0 ? [...skipped].sort() : undefined,
  });
  const descriptions = { ...mapOf(known), [name]: entry };
  return fileOf("import", new Map([["descriptions", descriptions]]), keepNothing);
}

/** Reads the origins that `import.yaml` remembers, by label. */
export function readOrigins(mapping: Json): ReadonlyMap<string, DescriptionOrigin> {
  const entries = entriesOf(mapOf(mapping)["descriptions"]);
  return new Map(
    entries.map(([label, entry]) => {
      const { source, overlays, names, digest } = mapOf(entry);
      const paths = itemsOf(overlays).map(String);
      return [
        label,
        {
          source: textOf(source),
          overlays: paths.length > 0 ? paths : undefined,
          names: textOf(names),
          digest: textOf(digest),
        },
      ];
    }),
  );
}

interface RegistrationFacts {
  /** Entries that the description leaves to those that had them first. */
  readonly skipped: ReadonlySet<string>;
  readonly origin: DescriptionOrigin;
}

/** Where a description comes from, which `import.yaml` remembers for the next update. */
export interface DescriptionOrigin {
  /** An address, or a path from the schema folder. Absent for standard input. */
  readonly source?: string | undefined;
  /** Paths from the schema folder. */
  readonly overlays?: readonly string[] | undefined;
  /** Path from the schema folder. */
  readonly names?: string | undefined;
  /** Digest of all that was read, set by those who also generate what follows from it. */
  readonly digest?: string | undefined;
}
