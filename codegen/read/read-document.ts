import type { Diagnostic } from "../diagnostics.js";
import type { Memo } from "../memo.js";
import type { SchemaFile } from "./schema-file.js";
import { validate } from "./validate.js";
import type { Format } from "./validate.js";
import { parseYaml } from "./yaml-document.js";
import type { Report, YamlDocument, YamlMap } from "./yaml-document.js";

/**
 * Parses a file and holds it against its format. One that has passed both is remembered by its
 * text, as the value alone.
 */
export function readDocument(
  file: SchemaFile,
  format: Format,
  memo: Memo,
  report: Report,
): YamlDocument {
  const kind = `document ${format}`;
  const known = memo.recall(kind, file.text);
  if (known !== undefined) return recallDocument(file, known);
  const mistakes: Diagnostic[] = [];
  const document = parseYaml(file, (mistake) => mistakes.push(mistake));
  if (document.value !== undefined) validate(document, format, (mistake) => mistakes.push(mistake));
  if (mistakes.length === 0) memo.keep(kind, file.text, JSON.stringify(document.value));
  for (const mistake of mistakes) report(mistake);
  return document;
}

/** Parsed again only when another file makes a place in it wrong. */
function recallDocument(file: SchemaFile, json: string): YamlDocument {
  let parsed: YamlDocument | undefined;
  return {
    file: file.path,
    value: withoutPrototypes(JSON.parse(json)),
    diagnose(path, complaint) {
      // Nothing to report: it has been found right.
      parsed ??= parseYaml(file, () => {});
      return parsed.diagnose(path, complaint);
    },
  };
}

/** As {@link parseYaml} makes maps: their keys may be any words. */
function withoutPrototypes(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  const map = Object.create(null) as Record<string, unknown>; // typed as `any`
  for (const [key, child] of Object.entries(value as YamlMap)) map[key] = withoutPrototypes(child); // no list
  return map;
}
