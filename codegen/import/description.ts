import { parse } from "yaml";

export type Json = unknown;

export interface JsonMap {
  readonly [key: string]: Json;
}

/** An OpenAPI description. Its contents are not validated yet. */
export interface Description {
  /** Determines the dialect of the schemas. */
  readonly version: "3.0" | "3.1";
  readonly root: JsonMap;
  /** The name of the component file that is imported from it. */
  readonly name: string;
  /** Removed keys that a schema file cannot contain. */
  readonly unwritable: readonly UnwritableKey[];
}

/** A description before it is parsed. */
export interface DescriptionFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Reads JSON or YAML (OpenAPI Specification 3.0.3 and 3.1.0, section 4.7.1 and 4.8.1).
 * @throws ImportError if the text is neither, or contains neither paths nor webhooks.
 */
export function readDescription({ path, text }: DescriptionFile): Description {
  const root = parseText(path, text);
  if (!isMap(root))
    throw fault(path, `The content is ${describe(root)}; expected a map with \`openapi\``);
  const version = readVersion(path, root);
  for (const section of SECTIONS) {
    const value = root[section];
    if (value !== undefined && !isMap(value)) {
      throw fault(path, `${section}: The value is ${describe(value)}; expected a map`);
    }
  }
  if (!SECTIONS.some((section) => isMap(root[section]))) {
    throw fault(path, "The description is without `paths` and `webhooks`; expected one of them");
  }
  const unwritable: UnwritableKey[] = [];
  const writable = withoutUnwritable(root, [], unwritable) as JsonMap; // a map stays one
  return { version, root: writable, name: nameOfFile(path), unwritable };
}

/** The sections that hold what is imported. */
const SECTIONS = ["paths", "webhooks", "x-webhooks"] as const;

/** A key with a special meaning in JavaScript or YAML. */
export interface UnwritableKey {
  readonly key: string;
  /** The path of the map that contained it. */
  readonly path: readonly (string | number)[];
}

/** Whether a schema file can contain a key. `__proto__` and the merge key `<<` cannot be read back. */
export function isWritableKey(key: string): boolean {
  return key !== "__proto__" && key !== "<<";
}

/** Copies only values that contain such a key. Property names are left to the schema conversion. */
function withoutUnwritable(value: Json, path: UnwritableKey["path"], found: UnwritableKey[]): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => withoutUnwritable(item, [...path, index], found));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value) as [string, Json][];
  const isKept = (key: string) => isWritableKey(key) || path.at(-1) === "properties";
  const writable = entries.filter(([key]) => isKept(key));
  for (const [key] of entries) if (!isKept(key)) found.push({ key, path });
  const copies = writable.map(
    ([key, child]) => [key, withoutUnwritable(child, [...path, key], found)] as const,
  );
  const isSame =
    writable.length === entries.length && copies.every(([, copy], i) => copy === writable[i]?.[1]);
  return isSame ? value : Object.fromEntries(copies);
}

function parseText(path: string, text: string): Json {
  try {
    return /^\s*\{/.test(text) ? (JSON.parse(text) as Json) : (parse(text) as Json);
  } catch (error) {
    throw fault(
      path,
      `The content is neither JSON nor YAML: ${(error as Error).message.split("\n")[0]}`,
    ); // both parsers throw errors
  }
}

function readVersion(path: string, root: JsonMap): "3.0" | "3.1" {
  const version = root["openapi"] ?? root["swagger"];
  if (typeof version === "string" && /^3\.[01](\.|$)/.test(version)) {
    return version.startsWith("3.0") ? "3.0" : "3.1";
  }
  const got = version === undefined ? "missing" : describe(version);
  throw fault(path, `The OpenAPI version is ${got}; expected 3.0 or 3.1`);
}

function fault(path: string, message: string): ImportError {
  return new ImportError([`${path}: ${message}.`]);
}

/** `data/api.openapi.json.gz` is called `api`. */
function nameOfFile(path: string): string {
  const file = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const [first = ""] = file.split(".");
  const name = first.toLowerCase().replace(/[^a-z0-9_-]+/g, "-");
  return name === "" || name === "parameters" ? "api" : name;
}

export function isMap(value: Json): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The entries of a map; none for any other value. */
export function entriesOf(value: Json): readonly (readonly [string, Json])[] {
  return isMap(value) ? Object.entries(value) : [];
}

/** The keys of a map; none for any other value. */
export function keysOf(value: Json): readonly string[] {
  return isMap(value) ? Object.keys(value) : [];
}

/** The items of a list; none for any other value. */
export function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** Describes a value in a message. */
export function describe(value: Json): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return isMap(value) ? "a map" : JSON.stringify(value);
}

/** All mistakes of a description that cannot be imported. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join("\n"));
    this.mistakes = mistakes;
  }
}
