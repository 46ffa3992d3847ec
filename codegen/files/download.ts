/** Downloads a file within limits of time and size, and explains servers that do not answer. */
import { describeConnectionError } from "./system-errors.js";

/**
 * Downloads what is at an http(s) address.
 * @throws Error with one line that says what is wrong and, where possible, what to do.
 */
export async function download(address: string, send: typeof fetch): Promise<Downloaded> {
  const watch = watchServer(address);
  try {
    return await explainUnreachable(address, async () => {
      const headers = { accept: "application/json, */*;q=0.9" };
      const response = await watch.race(send(address, { headers, signal: watch.signal }));
      const place = response.redirected ? `${address}, redirected to ${response.url},` : address;
      if (response.ok && !losesTls(address, response))
        return { bytes: await readBytes(response, address, watch), place };
      await response.body?.cancel();
      const problem = response.ok
        ? "is not encrypted; expected https there, too"
        : `answered with status ${response.status}; expected a description`;
      throw new Error(`${place} ${problem}.`);
    });
  } finally {
    watch.end();
  }
}

/** Tells whether a redirect led from https to http, where anybody on the way can change what is sent. */
function losesTls(address: string, { url }: Response): boolean {
  return /^https:/i.test(address) && /^http:/i.test(url);
}

function watchServer(address: string): ServerWatch {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (what: string): void =>
    controller.abort(new Error(`${address} ${what}. Download the description and name its file.`));
  const silence = (): NodeJS.Timeout =>
    setTimeout(() => stop(`has sent nothing for ${MAX_SILENCE / 1000} seconds`), MAX_SILENCE);
  let silenceLimit = silence();
  const timeLimit = setTimeout(
    () => stop(`takes longer than ${MAX_TIME / 60_000} minutes`),
    MAX_TIME,
  );
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error)); // as given above
  });
  stopped.catch(() => undefined); // reported by `race`, and no unhandled rejection where nobody waits
  return {
    signal,
    race: async (step) => {
      const result = await Promise.race([step, stopped]);
      clearTimeout(silenceLimit);
      silenceLimit = silence();
      return result;
    },
    end: () => {
      clearTimeout(silenceLimit);
      clearTimeout(timeLimit);
      controller.abort(); // a response that is not read to its end would keep the process alive
    },
  };
}

/** Limit for the pause between two pieces from a server, in milliseconds. */
const MAX_SILENCE = 30_000;

/** Limit for a description as a whole, in milliseconds. */
const MAX_TIME = 10 * 60_000;

/** Names address and reason of a lost connection; the `TypeError` of `fetch` has neither. */
async function explainUnreachable<Result>(
  address: string,
  work: () => Promise<Result>,
): Promise<Result> {
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

/** Stops at the limit, because a server could send forever. */
async function readBytes({ body }: Response, address: string, watch: ServerWatch): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  let size = 0;
  const readChunk = () => (reader === undefined ? undefined : watch.race(reader.read()));
  for (let chunk = await readChunk(); chunk?.done === false; chunk = await readChunk()) {
    size += chunk.value.byteLength;
    if (size > MAX_SIZE) throw new Error(`${address} sends more than ${MAX_SIZE} bytes.`);
    chunks.push(chunk.value);
  }
  return Buffer.concat(chunks);
}

/** Limit in bytes, decompressed. Larger than any published description. */
export const MAX_SIZE = 256 * 1024 * 1024;

/** The bytes that a server has sent, and their address in words, with that of a redirect. */
interface Downloaded {
  readonly bytes: Buffer;
  readonly place: string;
}

/** Ends the wait for a server that has stopped sending. */
interface ServerWatch {
  readonly signal: AbortSignal;
  /** Resolves with the step and allows a new pause; rejects when a limit has passed. */
  race<Result>(step: Promise<Result>): Promise<Result>;
  end(): void;
}
