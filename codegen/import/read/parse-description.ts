/** Parses JSON or YAML within limits of length, size and depth, so that no text takes all memory. */
import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";
import type { Json } from "../../model/json.js";
import { ImportError } from "../model/description.js";
import { complaintOfText, complaintOfValue, MAX_NESTING } from "./description-limits.js";

/** @throws ImportError with one line, for an invalid text and for one beyond a limit. */
export function parseDescription(path: string, text: string): Json {
  const content = text.replace(/^\ufeff/, "");
  const isJson = /^\s*\{/.test(content);
  const textComplaint = complaintOfText(content, isJson);
  if (textComplaint !== undefined) throw errorAt(path, textComplaint);
  const parse = isJson
    ? (json: string): Json => JSON.parse(json)
    : (yaml: string): Json => loadYaml(yaml);
  const value = parseText(path, content, parse);
  const valueComplaint = complaintOfValue(value);
  if (valueComplaint !== undefined) throw errorAt(path, valueComplaint);
  return value;
}

function parseText(path: string, text: string, parse: (text: string) => Json): Json {
  try {
    return parse(text);
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n"); // both parsers throw errors
    const message = `The content is neither JSON nor YAML: ${reason.replace(/\.$/, "")}`;
    throw errorAt(path, message);
  }
}

/**
 * Parses YAML. If only this parser refuses a line, as {@link lineToIndent} finds it, parses the text again with that
 * line indented.
 */
function loadYaml(text: string, repairsLeft = MAX_REPAIRS): Json {
  try {
    return load(text, {
      schema: YAML,
      maxDepth: MAX_NESTING,
      maxTotalMergeKeys: 100_000,
      // The last value of a repeated key counts, as in JSON.
      json: true,
    });
  } catch (error) {
    const line = lineToIndent(error);
    if (line === undefined || repairsLeft === 0) throw error;
    return loadYaml(indentLine(text, line), repairsLeft - 1);
  }
}

/** YAML 1.2 with the merge keys of YAML 1.1, which many descriptions use. */
const YAML = CORE_SCHEMA.withTags(mergeTag);

/** Limit of repairs. Real descriptions need up to ten. */
const MAX_REPAIRS = 50;

/**
 * The line of a quoted text, or of a value in brackets, that is not indented further than its key. YAML
 * requires it, but most parsers do not. Spaces have no meaning there.
 */
function lineToIndent(error: unknown): number | undefined {
  const isIndentation = error instanceof YAMLException && error.reason === "deficient indentation";
  return isIndentation ? error.mark?.line : undefined;
}

function indentLine(text: string, line: number): string {
  const lines = text.split("\n");
  return lines.with(line, " ".repeat(MAX_NESTING) + (lines[line] ?? "")).join("\n");
}

/** An error with one line about a file. */
export function errorAt(path: string, message: string): ImportError {
  return new ImportError(`${path}: ${message}.`);
}
