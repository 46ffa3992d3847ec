/** Uploads, which are read before the request is built. */
import type { UnknownRecord } from "../request/endpoint/values.js";
import type { ToFileInput } from "./types.js";

/**
 * Makes a file of a value that can be uploaded.
 * @param name Default: that of the file or the address that the value was read from.
 * @example
 * const file = await toFile(bytes, "report.pdf");
 */
export async function toFile(
  value: ToFileInput | PromiseLike<ToFileInput>,
  name?: string | null,
  options: FilePropertyBag = {},
): Promise<File> {
  const content = await value;
  if (content instanceof File && name === undefined && Object.keys(options).length === 0)
    return content;
  const parts = await readFileParts(content);
  const [first] = parts;
  const type = options.type ?? (first instanceof Blob ? first.type : "");
  const usedName = (name ?? findName(content)) || "unknown_file";
  return new File(parts as BlobPart[], usedName, { ...options, type });
}

/** Finds the name of a file, or the last part of the path or the address that content was read from. */
function findName(content: ToFileInput): string {
  const { name, path, url } = Object(content) as Readonly<Record<string, unknown>>;
  const texts = [name, path, url].filter((text) => typeof text === "string");
  return (texts.find((text) => text !== "") ?? "").replace(/^.*[\\/]/s, "");
}

async function readFileParts(value: ToFileInput): Promise<unknown[]> {
  if (value instanceof Response) return [await value.blob()];
  if (typeof value === "string" || value instanceof Blob || !(Symbol.asyncIterator in value))
    return [value];
  const parts: unknown[] = [];
  for await (const part of value) parts.push(part);
  return parts;
}

/** Reads the parameters that hold uploads. Returns the parameters themselves if none does. */
export function readFiles(parameters: UnknownRecord): UnknownRecord | Promise<UnknownRecord> {
  const uploads = Object.entries(parameters).filter(([, value]) => holdsUpload(value));
  if (uploads.length === 0) return parameters;
  const files = uploads.map(async ([name, value]) => [name, await readUploads(value)] as const);
  return Promise.all(files).then((read) => ({ ...parameters, ...Object.fromEntries(read) }));
}

/** True for an upload, and for a list with one. */
export function holdsUpload(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isUpload) : isUpload(value);
}

/** Returns the file of an upload, or the files of a list. Any other value is returned unchanged. */
export function readUploads(value: unknown): unknown {
  const read = (part: unknown): unknown => (isUpload(part) ? toFile(part) : part);
  return Array.isArray(value) ? Promise.all(value.map(read)) : read(value);
}

/** True for a response or a stream of Node, which a form does not take. */
function isUpload(value: unknown): value is ToFileInput {
  if (value instanceof Response) return true;
  const isIterable = typeof value === "object" && value !== null && Symbol.asyncIterator in value;
  return isIterable && !(value instanceof ReadableStream);
}
