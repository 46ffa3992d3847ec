import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { quote } from "../codegen/model/messages.js";
import { type CliIo, locate } from "./io.js";
import { UsageError } from "./usage.js";

/** The bytes of a file, or of standard input for `-`. */
export async function readBytes(file: string, io: CliIo): Promise<Uint8Array> {
  return file === "-" ? buffer(io.input) : readFile(locate(io, file));
}

/**
 * Reads `Name: value` headers; a repeated name is joined, as HTTP does.
 * @throws UsageError for anything else.
 */
export function readHeaders(list: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Headers();
  for (const text of list) {
    const [, name, value = ""] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(text) ?? [];
    if (name === undefined) {
      throw new UsageError(`The value of --header is ${quote(text)}; expected 'Name: value'.`);
    }
    headers.append(name, value);
  }
  return Object.fromEntries(headers);
}

/**
 * A time in milliseconds since 1970, of a number of these or of a date.
 * @throws UsageError for anything else.
 */
export function readTime(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isSafeInteger(time) && time >= 0) return time;
  throw new UsageError(
    `The value of --${option} is ${quote(text)}; expected a date such as 2026-01-31T12:00:00Z, or milliseconds since 1970.`,
  );
}
