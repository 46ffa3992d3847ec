/** Reads descriptions from files, from standard input and from the web. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import type { DescriptionFile, LoadedDescription } from "../import/model/description.js";
import { readNamesFile } from "../import/names/names-file.js";
import type { NamesFile } from "../import/names/types.js";
import { loadDescription } from "../import/read/load-description.js";
import type { ReadBeside } from "../import/read/external-files.js";
import {
  decodeText,
  readDescriptionFile,
  readFileBeside,
  readNamedFile,
} from "./description-files.js";
import { download } from "./download.js";

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
  const kind = kindOf(from);
  const beside = new Map<string, string>();
  const readBeside: ReadBeside = async (path) => {
    // Only a file has others beside it.
    const content = kind === "file" ? await readFileBeside(path) : undefined;
    if (content !== undefined) beside.set(path, content);
    return content;
  };
  return { file: await fetchFile(from, kind, io), overlays, readBeside, beside };
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

function kindOf(from: string): SourceKind {
  if (from === "-") return "input";
  if (/^https?:\/\//i.test(from)) return "address";
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(from)) return "file";
  throw new Error(`${from} is an address of another protocol; expected a file or an http(s) URL.`);
}

function fetchFile(from: string, kind: SourceKind, io: Sources): Promise<DescriptionFile> {
  if (kind === "input") return readInput(io);
  return kind === "address" ? readAddress(from, io) : readDescriptionFile(from);
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

/** Where a description is: in standard input, at an http(s) address, or in a file. */
type SourceKind = "input" | "address" | "file";

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
  /** Texts of the files that it refers to, by path. {@link loadFetched} adds them, so a digest before it lacks them. */
  readonly beside: ReadonlyMap<string, string>;
}
