/** Reads the files of a description, which may be compressed. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type DescriptionFile, ImportError } from "../import/model/description.js";
import { MAX_SIZE } from "./download.js";
import { isMissing } from "./system-errors.js";

/** Reads the file of a description. For a folder, the error names a file that is likely meant. */
export async function readDescriptionFile(path: string): Promise<DescriptionFile> {
  try {
    if ((await stat(path)).isDirectory()) throw new ImportError(await describeFolder(path));
    return { path, text: await readText(path) };
  } catch (error) {
    throw explainMissing(path, error);
  }
}

async function describeFolder(path: string): Promise<string> {
  const files = (await readdir(path)).filter((name) => /\.(?:ya?ml|json)(?:\.gz)?$/.test(name));
  const likely = files.filter((name) => /openapi|swagger|api|spec/i.test(name));
  const [example] = [...likely, ...files];
  const hint = example === undefined ? "" : `, such as ${join(path, example)}`;
  return `${path}: The description is a folder; expected a file${hint}.`;
}

/** Reads a file that a user has named. */
export async function readNamedFile(path: string): Promise<DescriptionFile> {
  try {
    return { path, text: await readText(path) };
  } catch (error) {
    throw explainMissing(path, error);
  }
}

/** Reads a file that a description refers to, only YAML and JSON: it must not open any other file. */
export async function readFileBeside(path: string): Promise<string | undefined> {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return undefined;
  try {
    return await readText(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Names a file that does not exist. Any other error stays as it is. */
function explainMissing(path: string, error: unknown): unknown {
  return isMissing(error) ? new Error(`The file ${path} does not exist.`, { cause: error }) : error;
}

// ---- Texts

async function readText(path: string): Promise<string> {
  return decodeText(path, await readFile(path));
}

/** The text of a file. Gzip is known by its first bytes: a server may decompress a file and keep its name. */
export function decodeText(from: string, bytes: Buffer): string {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isCompressed ? decompress(from, bytes) : bytes).toString("utf8");
}

function decompress(from: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_SIZE });
  } catch (error) {
    const reason = (error as Error).message; // zlib throws errors only
    throw new Error(`${from} cannot be decompressed (${reason}). Download it once more.`, {
      cause: error,
    });
  }
}
