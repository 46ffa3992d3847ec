import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ImportError, type LoadedDescription } from "../import/description.js";
import { loadDescription } from "../import/load-description.js";
import { isMissing } from "./files.js";

/** A compressed text may not become larger than this. */
const LONGEST = 256 * 1024 * 1024;

/**
 * Reads a description, compressed (.gz) or not, and the files that it refers to.
 * @throws ImportError with one line that says what to do.
 */
export async function readDescriptionFile(path: string): Promise<LoadedDescription> {
  if (/^https?:/i.test(path)) {
    const how = `curl -L -o openapi.yaml ${path}`;
    throw new ImportError([
      `${path}: The description is an address; expected a file. Download it first: ${how}`,
    ]);
  }
  if (await isFolder(path)) throw new ImportError([await describeFolder(path)]);
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
  const bytes = await readFile(path);
  const text = path.endsWith(".gz") ? gunzipSync(bytes, { maxOutputLength: LONGEST }) : bytes;
  return text.toString("utf8");
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
