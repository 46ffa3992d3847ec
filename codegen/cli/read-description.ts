import { basename } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import type { LoadedDescription } from "../import/model/description.js";
import { loadDescription } from "../import/read/load-description.js";
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

/** How long a server may send nothing, in milliseconds. */
const MAX_SILENCE = 30_000;

/** How long a description may take as a whole, in milliseconds. */
const MAX_TIME = 10 * 60_000;

async function requestBytes(address: string, send: typeof fetch): Promise<Buffer> {
  const watch = watchServer(address);
  try {
    return await explain(address, async () => {
      const headers = { accept: "application/json, */*;q=0.9" };
      const response = await watch.race(send(address, { headers, signal: watch.signal }));
      if (response.ok) return readBytes(response, address, watch);
      await response.body?.cancel();
      throw new Error(
        `${address} answered with status ${response.status}; expected a description.`,
      );
    });
  } finally {
    watch.end();
  }
}

/** Ends what waits for a server that has stopped sending. */
interface ServerWatch {
  readonly signal: AbortSignal;
  /** The result of a step, which restarts the time of silence; rejects when that is over. */
  race<Result>(step: Promise<Result>): Promise<Result>;
  end(): void;
}

function watchServer(address: string): ServerWatch {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (what: string): void =>
    controller.abort(new Error(`${address} ${what}. Download the description and name its file.`));
  const silence = (): NodeJS.Timeout =>
    setTimeout(() => stop(`has sent nothing for ${MAX_SILENCE / 1000} seconds`), MAX_SILENCE);
  let quiet = silence();
  const whole = setTimeout(() => stop(`takes longer than ${MAX_TIME / 60_000} minutes`), MAX_TIME);
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error)); // as given above
  });
  stopped.catch(() => undefined); // reported by whoever waits
  return {
    signal,
    race: async (step) => {
      const result = await Promise.race([step, stopped]);
      clearTimeout(quiet);
      quiet = silence();
      return result;
    },
    end: () => {
      clearTimeout(quiet);
      clearTimeout(whole);
      controller.abort(); // an answer that is not read to its end would keep the process alive
    },
  };
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
async function readBytes({ body }: Response, address: string, watch: ServerWatch): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  let size = 0;
  const read = () => (reader === undefined ? undefined : watch.race(reader.read()));
  for (let chunk = await read(); chunk?.done === false; chunk = await read()) {
    size += chunk.value.byteLength;
    if (size > MAX_SIZE) throw new Error(`${address} sends more than ${MAX_SIZE} bytes.`);
    chunks.push(chunk.value);
  }
  return Buffer.concat(chunks);
}
