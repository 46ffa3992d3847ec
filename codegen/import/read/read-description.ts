import {
  describe,
  type Description,
  type DescriptionFile,
  ImportError,
  isMap,
  isWritableKey,
  type Json,
  type JsonMap,
  type LoadedDescription,
  type UnwritableKey,
} from "../model/description.js";
import { parseDescription, readVersion } from "./parse-description.js";
import { resolveSections } from "../model/references.js";

/**
 * Reads OpenAPI 3.0 to 3.2 (OpenAPI Specification 3.0.3 and 3.1.0, section 4.7.1 and 4.8.1).
 * @throws ImportError if the text is neither JSON nor YAML, or has neither paths nor webhooks.
 */
export function readDescription(file: DescriptionFile | LoadedDescription): Description {
  const { path } = file;
  const parsed = "root" in file ? file.root : parseDescription(path, file.text);
  if (!isMap(parsed))
    throw fault(path, `The content is ${describe(parsed)}; expected a map with \`openapi\``);
  const version = readVersion(path, parsed);
  if (version === "2.0") throw fault(path, "The version is Swagger 2.0; expected it converted");
  const root = resolveSections(parsed);
  for (const section of SECTIONS) {
    const value = root[section];
    if (value !== undefined && value !== null && !isMap(value)) {
      throw fault(path, `${section}: The value is ${describe(value)}; expected a map`);
    }
  }
  if (!SECTIONS.some((section) => isMap(root[section]))) {
    throw fault(path, "The description is without `paths` and `webhooks`; expected one of them");
  }
  const unwritable: UnwritableKey[] = [];
  const writable = withoutUnwritable(root, [], unwritable) as JsonMap; // a map stays one
  return { version, root: writable, path, unwritable };
}

/** The sections that hold what is imported. */
const SECTIONS = ["paths", "webhooks", "x-webhooks"] as const;

function fault(path: string, message: string): ImportError {
  return new ImportError([`${path}: ${message}.`]);
}

/** Whether the keys of a map get other names, or are read with care. */
function isRenamed(path: UnwritableKey["path"]): boolean {
  if (path.at(-1) === "properties") return true;
  return path.length === 2 && path[0] === "components" && path[1] !== "securitySchemes";
}

/** Copies only values that contain such a key. Property names are left to the schema conversion. */
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
