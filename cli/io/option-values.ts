/** Reads the values of options: numbers, times, URLs, headers, files. */
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { quote } from "../../codegen/model/messages.js";
import { parseDuration } from "../../src/base/durations.js";
import { UsageError } from "./errors.js";
import { type CliIo, locate } from "./io.js";

/** @throws UsageError unless the text is a whole number in the range. */
export function readInteger(
  option: string,
  text: string,
  [least, most]: readonly [least: number, most: number],
): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `The value of --${option} is ${quote(text)}; expected a whole number from ${least} to ${most}.`,
  );
}

/**
 * Reads a date or a number of milliseconds, as milliseconds since 1970.
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

/**
 * Reads a duration such as `30m`, as milliseconds.
 * @throws UsageError for a text that is not a number with a unit.
 */
export function readDuration(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const duration = parseDuration(text);
  if (duration !== undefined) return duration;
  throw new UsageError(
    `The value of --${name} is ${quote(text)}; expected a duration such as 30m, 12h or 3d.`,
  );
}

/** @throws UsageError unless the text is an absolute http(s) URL without a user name or password. */
export function readUrl(what: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    const got = quote(withoutCredentials(text));
    throw new UsageError(`${what} is ${got}; expected an http: or https: URL.`);
  }
  if (url.username === "" && url.password === "") return url;
  throw new UsageError(
    `${what} has a user name or a password, with which \`fetch\` sends nothing; expected a URL without.`,
  );
}

/** Reads the target of --forward: a URL, a port, or an address without a scheme, as in other tools. */
export function readTarget(text: string): URL {
  const local = /^(\d{1,5})(\/.*)?$/.exec(text);
  if (local !== null) return new URL(`http://127.0.0.1:${local[1] ?? ""}${local[2] ?? "/"}`);
  const isBare = /^[\w.-]+:\d{1,5}(?:\/|$)/.test(text);
  return readUrl("The value of --forward", isBare ? `http://${text}` : text);
}

/** Removes everything before the host of a URL, since it may hold a password. */
export function withoutCredentials(text: string): string {
  return text.replace(/^([a-z][\w+.-]*:\/\/)?.*@/is, "$1");
}

/**
 * Reads `Name: value` headers and joins those with the same name, as HTTP does.
 * @throws UsageError for anything else.
 */
export function readHeaders(list: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Headers();
  for (const text of list) {
    const [, name, value = ""] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(text) ?? [];
    if (name === undefined) {
      throw new UsageError(`The value of --header is ${quote(text)}; expected 'Name: value'.`);
    }
    expectHeaderValue("header", value);
    headers.append(name, value);
  }
  return Object.fromEntries(headers);
}

/** @throws UsageError for a text that no header can hold (RFC 9110, section 5.5). */
export function expectHeaderValue(option: string, text: string): void {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return;
  throw new UsageError(
    `The value of --${option} is ${quote(text)}; expected one line of characters that a header can hold.`,
  );
}

/** Reads the bytes of a file, or of standard input for `-`. */
export async function readBytes(file: string, io: CliIo): Promise<Uint8Array> {
  return file === "-" ? buffer(io.input) : readFile(locate(io, file));
}
