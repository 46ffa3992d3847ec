/**
 * Reads the files of a description without the importer: this is the reading that the importer is
 * judged by, so it shares no code with it.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve as resolvePath } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "yaml";

/** More references in a row than this are taken for a cycle. */
const MAX_HOPS = 50;

/** Reads a description, and the files that it refers to when they are needed. */
export function readDocument(path: string): Document {
  const files = new Map<string, Json>();
  const load = (file: string): Json => {
    if (!files.has(file)) files.set(file, absolutize(parseFile(file), file));
    return files.get(file);
  };
  const target = (reference: string): Json => {
    const [file = "", pointer = ""] = reference.split("#", 2);
    return followPointer(load(file), pointer);
  };
  const resolve = (value: Json): JsonMap => {
    let current = mapOf(value);
    for (let hops = 0; hops < MAX_HOPS; hops += 1) {
      const { $ref: reference, ...beside } = current;
      if (typeof reference !== "string") return current;
      current = { ...mapOf(target(reference)), ...beside };
    }
    return {};
  };
  return { root: mapOf(load(resolvePath(path))), resolve };
}

function parseFile(file: string): Json {
  const bytes = readFileSync(file);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString();
  if (text.trimStart().startsWith("{")) return JSON.parse(text) as Json;
  return parse(text, { maxAliasCount: -1, logLevel: "silent", uniqueKeys: false }) as Json;
}

/** A copy in which each reference has the path of its file, so that it means the same anywhere. */
function absolutize(value: Json, file: string): Json {
  if (Array.isArray(value)) return value.map((each) => absolutize(each, file));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]: [string, Json]) => {
    if (key !== "$ref" || typeof each !== "string") return [key, absolutize(each, file)] as const;
    const [path = "", pointer = ""] = each.split("#", 2);
    const target = path === "" ? file : resolvePath(dirname(file), decodeURI(path));
    return [key, `${target}#${pointer}`] as const;
  });
  return Object.fromEntries(entries);
}

/** The value at a JSON pointer (RFC 6901); `undefined` if it leads nowhere. */
function followPointer(document: Json, pointer: string): Json {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json>(
      (value, key) => (Array.isArray(value) ? (value[Number(key)] as Json) : mapOf(value)[key]),
      document,
    );
}

/** The map itself, or an empty one in place of any other value. */
export function mapOf(value: Json): JsonMap {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap ? (value as JsonMap) : {};
}

/** The list itself, or an empty one in place of any other value. */
export function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

// ---- Types

/** Any value of a description. */
export type Json = unknown;

/** An object of a description. */
export type JsonMap = Readonly<Record<string, Json>>;

/** A description, with the files that it refers to. */
export interface Document {
  readonly root: JsonMap;
  /** Follows references to their end. Keywords beside a reference come first. */
  readonly resolve: (value: Json) => JsonMap;
}
