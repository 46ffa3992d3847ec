import { basename } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import type { LoadedDescription } from "../import/description.js";
import { loadDescription } from "../import/load-description.js";
import { decodeText, MAX_SIZE, readDescriptionFile } from "./description-file.js";
import { isMissing } from "./files.js";
import type { CommandIo } from "./report.js";

/**
 * Reads a description from anywhere: a file, which may be compressed and refer to others, an http(s)
 * address, or `-` for standard input.
 * @throws Error with one line that says what to do, where there is something.
 */
export async function readDescription(from: string, io: CommandIo): Promise<LoadedDescription> {
  if (from === "-") return readInput(io);
  if (/^https?:\/\//i.test(from)) return readAddress(from, io);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(from)) {
    throw new Error(
      `${from} is an address of another protocol; expected a file or an http(s) URL.`,
    );
  }
  try {
    return await readDescriptionFile(from);
  } catch (error) {
    if (isMissing(error)) throw new Error(`The file ${from} does not exist.`, { cause: error });
    throw error;
  }
}

async function readInput({ input = process.stdin }: CommandIo): Promise<LoadedDescription> {
  const content = await text(input);
  if (content.trim() !== "") {
    return loadDescription({ path: "openapi.yaml", text: content }, readNothing);
  }
  throw new Error("Standard input is empty; expected an OpenAPI description.");
}

async function readAddress(
  address: string,
  { fetch: send = fetch }: CommandIo,
): Promise<LoadedDescription> {
  const response = await send(address, { headers: { accept: "application/json, */*;q=0.9" } });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${address} answered with status ${response.status}; expected a description.`);
  }
  const content = decodeText(await readBytes(response, address));
  const path = basename(new URL(address).pathname) || "openapi.yaml";
  return loadDescription({ path, text: content }, readNothing);
}

/** Only a description that is a file has others beside it. */
function readNothing(): Promise<undefined> {
  return Promise.resolve(undefined);
}

/** Stops at the limit: a server could go on sending forever. */
async function readBytes(response: Response, address: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_SIZE) throw new Error(`${address} sends more than ${MAX_SIZE} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
