import { basename } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import type { LoadedDescription } from "../import/description.js";
import { loadDescription } from "../import/load-description.js";
import { decodeText, MAX_SIZE, readDescriptionFile } from "./description-file.js";
import { isMissing } from "./files.js";
import type { CommandIo } from "./report.js";
import { describeConnectionError } from "./system-errors.js";

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
  const content = decodeText(await requestBytes(address, send));
  const path = basename(new URL(address).pathname) || "openapi.yaml";
  return loadDescription({ path, text: content }, readNothing);
}

async function requestBytes(address: string, send: typeof fetch): Promise<Buffer> {
  const response = await explain(address, () =>
    send(address, { headers: { accept: "application/json, */*;q=0.9" } }),
  );
  if (response.ok) return explain(address, () => readBytes(response, address));
  await response.body?.cancel();
  throw new Error(`${address} answered with status ${response.status}; expected a description.`);
}

/** `fetch` reports lost connections as a `TypeError` that names neither address nor reason. */
async function explain<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error(
      `${address} cannot be reached (${describeConnectionError(error)}). ` +
        "Check the address and the connection, or download the description and name its file.",
      { cause: error },
    );
  }
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
