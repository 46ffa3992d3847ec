import { normaliseReference, normaliseSchema } from "../read/references.js";
import { entriesOf, type Path, type YamlDocument, type YamlMap } from "../read/yaml-document.js";
import {
  type Change,
  CHANGE_KEYS,
  type Correction,
  type Corrections,
  parsePropertyPath,
  type ObjectRule,
  type TargetCorrections,
} from "./corrections.js";

/** A correction as `corrections.schema.json` describes it. */
interface CorrectionEntry extends Omit<Change, "schema"> {
  readonly property?: string | readonly string[];
  readonly schema?: unknown;
  readonly reason: string;
}

/** Reads a validated document. */
export function readCorrections({ file, value }: YamlDocument): Corrections {
  const { everywhere, objects, components, payloads } = (value ?? {}) as YamlMap; // validated
  const listOf = (entries: unknown, path: Path) => readList(file, entries, path);
  return {
    everywhere: itemsOf(everywhere).map((item, index) => {
      const entry = item as CorrectionEntry & { readonly where: YamlMap }; // validated
      const { where, reason } = entry;
      return { where, change: readChange(file, entry), reason, path: ["everywhere", index] };
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
  const { having, lacking, corrections } = entry as YamlMap; // validated
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
    const { property, reason } = entry;
    const properties = property === undefined ? [""] : [property].flat();
    return {
      properties: properties.map(parsePropertyPath),
      change: readChange(file, entry),
      reason,
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

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
