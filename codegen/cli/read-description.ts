import { readFile, stat } from "node:fs/promises";
import process from "node:process";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import type { DescriptionFile } from "../import/import-description.js";
import type { CommandIo } from "./report.js";

/** Larger than any published description; a server could go on sending forever. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Reads a description: a file, which may be compressed, an http(s) address, or `-` for standard
 * input.
 * @throws Error that says what to do instead, where there is something.
 */
export async function readDescription(from: string, io: CommandIo): Promise<DescriptionFile> {
  if (from === "-") return { path: "standard-input", text: await readInput(io) };
  if (/^https?:\/\//i.test(from)) return readAddress(from, io);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(from)) {
    throw new Error(
      `${from} is an address of another protocol; expected a file or an http(s) URL.`,
    );
  }
  await expectFile(from);
  return { path: from, text: decode(await readFile(from)) };
}

async function readInput({ input = process.stdin }: CommandIo): Promise<string> {
  const content = await text(input);
  if (content.trim() !== "") return content;
  throw new Error("Standard input is empty; expected an OpenAPI description.");
}

async function readAddress(
  address: string,
  { fetch: send = fetch }: CommandIo,
): Promise<DescriptionFile> {
  const response = await send(address, { headers: { accept: "application/json, */*;q=0.9" } });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${address} answered with status ${response.status}; expected a description.`);
  }
  const { pathname } = new URL(address);
  return { path: pathname.split("/").at(-1) || "api", text: decode(await readBytes(response)) };
}

async function readBytes(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new Error(`${response.url} sends more than ${MOST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** By their first bytes, since a server may decompress a file and keep its name. */
function decode(bytes: Buffer): string {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isCompressed ? gunzipSync(bytes) : bytes).toString("utf8");
}

async function expectFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new Error(`The file ${path} does not exist.`);
  if (found.isDirectory()) {
    throw new Error(
      `${path} is a folder; expected an OpenAPI description. ` +
        "Name its main file, usually openapi.yaml; the files that it refers to are read with it.",
    );
  }
}
