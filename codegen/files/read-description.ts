/** Reads descriptions from files, from standard input and from the web. */
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import {
  type DescriptionFile,
  ImportError,
  type LoadedDescription,
} from "../import/model/description.js";
import { readNamesFile } from "../import/names/names-file.js";
import type { NamesFile } from "../import/names/types.js";
import { loadDescription } from "../import/read/load-description.js";
import type { ReadBeside } from "../import/read/external-files.js";
import { isMissing } from "./system-errors.js";
import { MAX_SIZE, download } from "./download.js";

/**
 * Reads a description from anywhere: a file, which may be compressed and refer to others, an http(s)
 * address, or `-` for standard input.
 * @param overlayFiles Overlays to apply to it, in this order.
 * @throws Error with one line that says what is wrong and, where possible, what to do.
 */
export async function readDescription(
  from: string,
  io: Sources,
  overlayFiles: readonly string[] = [],
): Promise<LoadedDescription> {
  return loadFetched(await fetchDescription(from, io, overlayFiles));
}

/** Reads a description as {@link readDescription} does, and leaves parsing it to {@link loadFetched}. */
export async function fetchDescription(
  from: string,
  io: Sources,
  overlayFiles: readonly string[] = [],
): Promise<FetchedDescription> {
  const overlays: DescriptionFile[] = [];
  for (const path of overlayFiles) overlays.push(await readNamedFile(path));
  const beside = new Map<string, string>();
  const isFile = from !== "-" && !/^[a-z][a-z0-9+.-]+:\/\//i.test(from);
  const readBeside: ReadBeside = async (path) => {
    const content = isFile ? await readFileBeside(path) : undefined;
    if (content !== undefined) beside.set(path, content);
    return content;
  };
  return { file: await fetchFile(from, io, isFile), overlays, readBeside, beside };
}

/**
 * Parses a description that was read, with the files that it refers to.
 * @throws ImportError with one line.
 */
export function loadFetched(fetched: FetchedDescription): Promise<LoadedDescription> {
  return loadDescription(fetched.file, fetched.readBeside, fetched.overlays);
}

/** Digest of all files of a description, and of other texts on which its import depends. */
export function digestFetched(
  { file, overlays, beside }: FetchedDescription,
  furtherTexts: readonly string[],
): string {
  const hash = createHash("sha256");
  const texts = [file.text, ...overlays.map(({ text }) => text), ...furtherTexts];
  // The order in which files are read depends on that of references, not on the machine.
  for (const text of [...texts, ...beside.values()]) hash.update(`${text.length}:`).update(text);
  return hash.digest("hex").slice(0, 32);
}

/**
 * Reads a file of names, such as a `stainless.yml`.
 * @throws Error with one line.
 */
export async function readNames(path: string): Promise<NamesFile> {
  return readNamesFile(await readNamedFile(path));
}

/** Reads a file that a user has named. */
export async function readNamedFile(path: string): Promise<DescriptionFile> {
  try {
    return { path, text: await readText(path) };
  } catch (error) {
    throw explainMissing(path, error);
  }
}

async function fetchFile(from: string, io: Sources, isFile: boolean): Promise<DescriptionFile> {
  if (from === "-") return readInput(io);
  if (/^https?:\/\//i.test(from)) return readAddress(from, io);
  if (!isFile) {
    throw new Error(
      `${from} is an address of another protocol; expected a file or an http(s) URL.`,
    );
  }
  try {
    return await readDescriptionFile(from);
  } catch (error) {
    throw explainMissing(from, error);
  }
}

/** Names a file that does not exist. Any other error stays as it is. */
function explainMissing(path: string, error: unknown): unknown {
  return isMissing(error) ? new Error(`The file ${path} does not exist.`, { cause: error }) : error;
}

async function readDescriptionFile(path: string): Promise<DescriptionFile> {
  if ((await stat(path)).isDirectory()) throw new ImportError(await describeFolder(path));
  return { path, text: await readText(path) };
}

async function describeFolder(path: string): Promise<string> {
  const files = (await readdir(path)).filter((name) => /\.(?:ya?ml|json)(?:\.gz)?$/.test(name));
  const likely = files.filter((name) => /openapi|swagger|api|spec/i.test(name));
  const [example] = [...likely, ...files];
  const hint = example === undefined ? "" : `, such as ${join(path, example)}`;
  return `${path}: The description is a folder; expected a file${hint}.`;
}

async function readText(path: string): Promise<string> {
  return decodeText(path, await readFile(path));
}

/** Recognizes gzip by its first bytes: a server may decompress a file and keep its name. */
function decodeText(from: string, bytes: Buffer): string {
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

/** Reads only YAML and JSON: a description must not open any other file. */
async function readFileBeside(path: string): Promise<string | undefined> {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return undefined;
  try {
    return await readText(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function readInput({ input = process.stdin }: Sources): Promise<DescriptionFile> {
  const content = await text(input);
  if (content.trim() !== "") return { path: "openapi.yaml", text: content };
  throw new Error("Standard input is empty; expected an OpenAPI description.");
}

async function readAddress(address: string, { fetch: send }: Sources): Promise<DescriptionFile> {
  const { bytes, place } = await download(address, send);
  const content = decodeText(place, bytes);
  // JSON and YAML of a description never begin so.
  if (/^\s*</.test(content))
    throw new Error(
      `${place} is a web page or XML; expected a description in JSON or YAML. ` +
        "Open the address in a browser: it may ask you to sign in, or say where the description is now.",
    );
  return { path: basename(new URL(address).pathname) || "openapi.yaml", text: content };
}

/** Sources of a description besides files. */
interface Sources {
  /** Default: standard input. */
  readonly input?: NodeJS.ReadableStream;
  readonly fetch: typeof fetch;
}

/** A description as it was read, with its overlays, before it is parsed. */
export interface FetchedDescription {
  readonly file: DescriptionFile;
  readonly overlays: readonly DescriptionFile[];
  readonly readBeside: ReadBeside;
  /** Texts of the files that it refers to, by path. They are known when it is loaded. */
  readonly beside: ReadonlyMap<string, string>;
}
