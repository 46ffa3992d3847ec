/** Reads `corrections.yaml`. */
import { entriesOf, itemsOf, type JsonMap } from "../model/json.js";
import { normaliseReference, normaliseSchema } from "../read/schemas.js";
import type { Path, YamlDocument } from "../read/documents/yaml-document.js";
import {
  type Change,
  CHANGE_KEYS,
  type Correction,
  type Corrections,
  type ObjectRule,
  parsePropertyPath,
  type TargetCorrections,
} from "./corrections.js";

/** Reads a validated document. */
export function readCorrections({ file, value }: YamlDocument): Corrections {
  const { everywhere, objects, components, payloads } = (value ?? {}) as JsonMap; // validated
  const listOf = (entries: unknown, path: Path) => readList(file, entries, path);
  return {
    everywhere: itemsOf(everywhere).map((item, index) => {
      const entry = item as CorrectionEntry & { readonly where: JsonMap }; // validated
      const path = ["everywhere", index];
      return { where: entry.where, change: readChange(file, entry), path };
    }),
    objects: entriesOf(objects).map(([name, entry]) => readObjectRule(file, name, entry)),
    components: entriesOf(components).map(([ref, list]): TargetCorrections => ({
      target: normaliseReference(file, ref),
      corrections: listOf(list, ["components", ref]),
    })),
    payloads: entriesOf(payloads).map(([target, list]): TargetCorrections => ({
      target,
      corrections: listOf(list, ["payloads", target]),
    })),
  };
}

function readObjectRule(file: string, name: string, entry: unknown): ObjectRule {
  const { having, lacking, corrections } = entry as JsonMap; // validated
  return {
    name,
    having: itemsOf(having).map(String),
    lacking: itemsOf(lacking).map(String),
    corrections: readList(file, corrections, ["objects", name, "corrections"]),
  };
}

function readList(file: string, list: unknown, path: Path): readonly Correction[] {
  return itemsOf(list).map((item, index): Correction => {
    const entry = item as CorrectionEntry; // validated
    const { property } = entry;
    const properties = property === undefined ? [""] : [property].flat();
    return {
      properties: properties.map(parsePropertyPath),
      change: readChange(file, entry),
      path: [...path, index],
    };
  });
}

function readChange(file: string, entry: CorrectionEntry): Change {
  const present = CHANGE_KEYS.filter((key) => key in entry);
  const change: Record<string, unknown> = {};
  for (const key of present) change[key] = entry[key];
  if ("schema" in entry) change["schema"] = normaliseSchema(file, entry.schema);
  return change;
}

/** A correction as `corrections.schema.json` describes it. */
interface CorrectionEntry extends Omit<Change, "schema"> {
  readonly property?: string | readonly string[];
  readonly schema?: unknown;
}
