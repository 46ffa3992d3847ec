import { isMap, type Json, type JsonMap } from "../../model/json.js";
import {
  describeJson,
  type Description,
  type DescriptionFile,
  ImportError,
  isWritableKey,
  type LoadedDescription,
  resolveSections,
  type UnwritableKey,
} from "../model/description.js";
import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";

/**
 * Reads OpenAPI 3.0 to 3.2 (OpenAPI Specification 3.0.3 and 3.1.0, section 4.7.1 and 4.8.1).
 * @throws ImportError if the text is neither JSON nor YAML, or has neither paths nor webhooks.
 */
export function toDescription(file: DescriptionFile | LoadedDescription): Description {
  const { path } = file;
  const parsed = "root" in file ? file.root : parseDescription(path, file.text);
  if (!isMap(parsed))
    throw errorAt(path, `The content is ${describeJson(parsed)}; expected a map with \`openapi\``);
  const version = readVersion(path, parsed);
  if (version === "2.0") throw errorAt(path, "The version is Swagger 2.0; expected it converted");
  const root = resolveSections(parsed);
  for (const section of MAP_SECTIONS) {
    const value = root[section];
    if (value !== undefined && value !== null && !isMap(value)) {
      throw errorAt(path, `${section}: The value is ${describeJson(value)}; expected a map`);
    }
  }
  if (!MAP_SECTIONS.some((section) => isMap(root[section]))) {
    throw errorAt(path, "The description is without `paths` and `webhooks`; expected one of them");
  }
  const unwritable: UnwritableKey[] = [];
  const writable = hasUnwritable(root)
    ? (withoutUnwritable(root, [], unwritable) as JsonMap) // a map stays one
    : root;
  const linked = withWholeLinks(writable) as JsonMap; // a map stays one
  return { version, root: withEncodedPaths(linked), path, unwritable };
}

/**
 * Makes relative links in texts absolute, from the address of the documentation, or else plain text, and
 * leaves such images out: the page that they are relative to is not the one of the SDK.
 */
function withWholeLinks(root: JsonMap): Json {
  const { externalDocs } = root;
  const base = isMap(externalDocs) ? externalDocs["url"] : undefined;
  return mapTexts(root, (text) =>
    text.includes("](") ? text.replace(RELATIVE_LINK, toWhole) : text,
  );

  function toWhole(_: string, mark: string, words: string, target: string): string {
    const isWhole = typeof base === "string" && URL.canParse(target, base);
    if (isWhole && !target.startsWith("#"))
      return `${mark}[${words}](${new URL(target, base).href})`;
    return mark === "" ? words : "";
  }
}

/** A link or an image of Markdown without a scheme or a host in its target. */
const RELATIVE_LINK = /(!?)\[([^[\]]*)\]\((?![a-z][a-z0-9+.-]*:|\/\/)([^\s()]+)\)/gi;

/** Values that are no texts for readers. */
const DATA = /^(?:const|default|enum|examples?|x-.*)$/;

/** Changes all summaries and descriptions. Copies only values that have one that changes. */
function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapTexts(item, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let copy: Record<string, Json> | undefined;
  for (const [key, child] of Object.entries(value) as [string, Json][]) {
    const changed = mapText(key, child, change);
    // Keys that cannot be assigned are removed before.
    if (changed !== child) (copy ??= { ...value })[key] = changed;
  }
  return copy ?? value;
}

function mapText(key: string, value: Json, change: (text: string) => string): Json {
  if (typeof value === "string")
    return key === "description" || key === "summary" ? change(value) : value;
  return typeof value === "object" && !DATA.test(key) ? mapTexts(value, change) : value;
}

/** Percent-encodes characters of paths beyond ASCII, as they are sent (RFC 3986, section 2.5). */
function withEncodedPaths(root: JsonMap): JsonMap {
  const { paths } = root;
  if (!isMap(paths) || Object.keys(paths).every((path) => /^\p{ASCII}*$/u.test(path))) return root;
  const entries = Object.entries(paths).map(([path, item]) => [encodePath(path), item] as const);
  return { ...root, paths: Object.fromEntries(entries) };
}

/** Placeholders stay: their names are not sent. */
function encodePath(path: string): string {
  if (!path.isWellFormed()) return path;
  return path.replace(/\{[^{}]*\}|\P{ASCII}+/gu, (part) =>
    part.startsWith("{") ? part : encodeURIComponent(part),
  );
}

/** The sections of routes and webhooks. */
const MAP_SECTIONS = ["paths", "webhooks", "x-webhooks"] as const;

function errorAt(path: string, message: string): ImportError {
  return new ImportError(`${path}: ${message}.`);
}

/** Tests whether the keys of a map are converted later, so that any name is allowed. */
function isRenamed(path: UnwritableKey["path"]): boolean {
  if (path.at(-1) === "properties") return true;
  return path.length === 2 && path[0] === "components" && path[1] !== "securitySchemes";
}

/** A fast test: nearly all descriptions have none. */
function hasUnwritable(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasUnwritable);
  const map = value as JsonMap; // no list
  return Object.keys(map).some((key) => !isWritableKey(key) || hasUnwritable(map[key]));
}

/** Removes keys that a schema file cannot contain. Copies only values that have one. */
function withoutUnwritable(value: Json, path: UnwritableKey["path"], found: UnwritableKey[]): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => withoutUnwritable(item, [...path, index], found));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value) as [string, Json][];
  const isKept = (key: string) => isWritableKey(key) || isRenamed(path);
  const writable = entries.filter(([key]) => isKept(key));
  for (const [key] of entries) if (!isKept(key)) found.push({ key, path });
  const copies = writable.map(
    ([key, child]) => [key, withoutUnwritable(child, [...path, key], found)] as const,
  );
  const isSame =
    writable.length === entries.length && copies.every(([, copy], i) => copy === writable[i]?.[1]);
  return isSame ? value : Object.fromEntries(copies);
}

/** Limit of nesting. Real descriptions have less than 50 levels, or 100 with all references written out. */
const MAX_NESTING = 300;

/** Limits of size. The largest real descriptions have about 20,000 references and a million values. */
const MAX_REFERENCES = 200_000;
const MAX_DESCRIBED_VALUES = 4_000_000;

/** Limits of length. The longest real description has 14 million characters, or 80 million with all references written out. */
const MAX_JSON_LENGTH = 120_000_000;
const MAX_YAML_LENGTH = 30_000_000;

/** YAML 1.2 with the merge keys of YAML 1.1, which many descriptions use. */
const YAML = CORE_SCHEMA.withTags(mergeTag);

/**
 * Parses JSON or YAML within limits of size and depth, so that no text takes all memory.
 * @throws ImportError with one line.
 */
export function parseDescription(path: string, text: string): Json {
  const content = text.replace(/^\ufeff/, "");
  const isJson = /^\s*\{/.test(content);
  const refuse = (message: string): never => {
    throw errorAt(path, message);
  };
  const longest = isJson ? MAX_JSON_LENGTH : MAX_YAML_LENGTH;
  if (content.length > longest) {
    refuse(`The text has ${content.length} characters; expected at most ${longest}`);
  }
  if (countReferences(content) > MAX_REFERENCES) {
    refuse(`The description has too many \`$ref\`s; expected at most ${MAX_REFERENCES}`);
  }
  let value: Json;
  try {
    value = isJson ? (JSON.parse(content) as Json) : loadYaml(content);
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n"); // both parsers throw errors
    refuse(`The content is neither JSON nor YAML: ${reason.replace(/\.$/, "")}`);
  }
  const complaint = complaintOfSize(value);
  if (complaint !== undefined) refuse(complaint);
  return value;
}

function loadYaml(text: string): Json {
  let repaired = text;
  for (let repairs = 0; ; repairs += 1) {
    try {
      return load(repaired, {
        schema: YAML,
        maxDepth: MAX_NESTING,
        maxTotalMergeKeys: 100_000,
        // The last value of a repeated key counts, as in JSON.
        json: true,
      });
    } catch (error) {
      const line = lineToIndent(error);
      if (line === undefined || repairs === MAX_REPAIRS) throw error;
      repaired = indentLine(repaired, line);
    }
  }
}

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

function countReferences(text: string): number {
  let count = 0;
  for (let at = text.indexOf("$ref"); at >= 0; at = text.indexOf("$ref", at + 4)) count += 1;
  return count;
}

/** Complains about a value that is too large or too deep. By aliases, a small text can be a large value. */
function complaintOfSize(root: Json): string | undefined {
  const known = new Map<object, { readonly size: number; readonly height: number } | undefined>();
  let complaint: string | undefined;
  measure(root, 0);
  return complaint;

  function measure(value: Json, depth: number): { readonly size: number; readonly height: number } {
    if (complaint !== undefined || typeof value !== "object" || value === null) return LEAF;
    if (known.has(value)) {
      const measured = known.get(value);
      if (measured === undefined) complaint = "A value contains itself; expected one that ends";
      else if (depth + measured.height > MAX_NESTING) complaint = TOO_DEEP;
      return measured ?? LEAF;
    }
    if (depth > MAX_NESTING) complaint = TOO_DEEP;
    known.set(value, undefined);
    let size = 1;
    let height = 0;
    for (const child of Object.values(value) as Json[]) {
      const inside = measure(child, depth + 1);
      size += inside.size;
      height = Math.max(height, inside.height + 1);
    }
    if (size > MAX_DESCRIBED_VALUES)
      complaint ??= `There are too many values; expected at most ${MAX_DESCRIBED_VALUES}`;
    known.set(value, { size, height });
    return { size, height };
  }
}

const LEAF = { size: 1, height: 0 };

const TOO_DEEP = `The nesting is too deep; expected at most ${MAX_NESTING} values inside each other`;

/**
 * Reads the version of a description, also as a number: `openapi: 3.1` in YAML.
 * @throws ImportError for a version that cannot be imported.
 */
export function readVersion(path: string, root: Json): "2.0" | "3.0" | "3.1" {
  const version = isMap(root) ? (root["openapi"] ?? root["swagger"]) : undefined;
  const text = typeof version === "number" ? String(version) : version;
  if (text === "2" || text === "2.0") return "2.0";
  if (typeof text === "string" && /^3\.[012](?:\.|$)/.test(text)) {
    return text.startsWith("3.0") ? "3.0" : "3.1";
  }
  const got = version === undefined ? "missing" : describeJson(version);
  throw errorAt(path, `The OpenAPI version is ${got}; expected 2.0 or 3.0 to 3.2`);
}
