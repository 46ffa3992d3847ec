/** Turns a parsed document into a description: checks its version and its sections, and mends its texts and paths. */
import { isMap, type Json, type JsonMap } from "../../model/json.js";
import {
  describeJson,
  type Description,
  type DescriptionFile,
  type LoadedDescription,
} from "../model/description.js";
import { resolveSections } from "../model/references.js";
import { errorAt, parseDescription } from "./parse-description.js";
import { removeUnwritable } from "./unwritable-keys.js";

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
  checkSections(path, root);
  const { value, removed: unwritable } = removeUnwritable(root);
  const linked = withAbsoluteLinks(value as JsonMap) as JsonMap; // a map stays one
  return { version, root: withEncodedPaths(linked), path, unwritable };
}

/** @throws ImportError if neither routes nor webhooks are described, or not by maps. */
function checkSections(path: string, root: JsonMap): void {
  for (const section of MAP_SECTIONS) {
    const value = root[section];
    if (value !== undefined && value !== null && !isMap(value)) {
      throw errorAt(path, `${section}: The value is ${describeJson(value)}; expected a map`);
    }
  }
  if (!MAP_SECTIONS.some((section) => isMap(root[section]))) {
    throw errorAt(path, "The description is without `paths` and `webhooks`; expected one of them");
  }
}

/** The sections of routes and webhooks. */
const MAP_SECTIONS = ["paths", "webhooks", "x-webhooks"] as const;

/**
 * Makes relative links in texts absolute, from the address of the documentation, or else plain text, and
 * leaves such images out: the page that they are relative to is not the one of the SDK.
 */
function withAbsoluteLinks(root: JsonMap): Json {
  const { externalDocs } = root;
  const base = isMap(externalDocs) ? externalDocs["url"] : undefined;
  return mapTexts(root, (text) =>
    text.includes("](") ? text.replace(RELATIVE_LINK, toAbsolute) : text,
  );

  function toAbsolute(_: string, mark: string, words: string, target: string): string {
    const isResolvable = typeof base === "string" && URL.canParse(target, base);
    if (isResolvable && !target.startsWith("#"))
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
