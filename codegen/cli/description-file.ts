import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ImportError, type LoadedDescription } from "../import/model/description.js";
import { loadDescription } from "../import/read/load-description.js";
import { isMissing } from "./files.js";

/** In bytes, decompressed. Larger than any published description. */
export const MAX_SIZE = 256 * 1024 * 1024;

/**
 * Reads a description, compressed or not, and the files that it refers to.
 * @throws ImportError with one line that says what to do.
 */
export async function readDescriptionFile(path: string): Promise<LoadedDescription> {
  if (await isFolder(path)) throw new ImportError(await describeFolder(path));
  return loadDescription({ path, text: await readText(path) }, readBeside);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path)).isDirectory();
}

async function describeFolder(path: string): Promise<string> {
  const files = (await readdir(path)).filter((name) => /\.(?:ya?ml|json)(?:\.gz)?$/.test(name));
  const likely = files.filter((name) => /openapi|swagger|api|spec/i.test(name));
  const [example] = [...likely, ...files];
  const hint = example === undefined ? "" : `, such as ${join(path, example)}`;
  return `${path}: The description is a folder; expected a file${hint}.`;
}

async function readText(path: string): Promise<string> {
  return decodeText(await readFile(path));
}

/** Recognizes gzip by its first bytes: a server may decompress a file and keep its name. */
export function decodeText(bytes: Buffer): string {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const content = isCompressed ? gunzipSync(bytes, { maxOutputLength: MAX_SIZE }) : bytes;
  return content.toString("utf8");
}

/** Only YAML and JSON are read: a description must not bring in just any file. */
async function readBeside(path: string): Promise<string | undefined> {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return undefined;
  try {
    return await readText(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
