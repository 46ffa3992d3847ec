/** Reads a command line: its options and arguments, their values, and the secret that signs. */
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { nearestKey, quote } from "../../codegen/model/messages.js";
import { parseDuration } from "../../src/base/durations.js";
import { CommandError, plainMessageOf, UsageError } from "./errors.js";
import { type CliIo, locate } from "./io.js";
import { FOLDERS } from "./tool.js";

/** @throws UsageError for an unknown option, a missing value, or too few or too many arguments. */
export function readArguments<const Known extends KnownOptions>(
  argv: readonly string[],
  options: Known,
  [least, most, expected]: ArgumentCount = [0, 0, "options only"],
) {
  const { values, positionals } = parseOptions(argv, options);
  if (positionals.length < least || positionals.length > most) {
    const got = positionals.length === 0 ? "missing" : positionals.map(describeArgument).join(" ");
    throw new UsageError(`The argument is ${got}; expected ${expected}.`);
  }
  if (positionals.includes("")) {
    throw new UsageError(`An argument is empty; expected ${expected}.`);
  }
  for (const [name, value] of Object.entries(values)) {
    if (value === "" || (Array.isArray(value) && value.includes("")))
      throw new UsageError(`The value of --${name} is empty; expected a value.`);
  }
  return { values, positionals: positionals as readonly string[] };
}

function parseOptions<const Known extends KnownOptions>(argv: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(describeParseError(error, Object.keys(options)));
  }
}

/** Replaces the advice in Node's messages by the nearest option. */
function describeParseError(error: unknown, known: readonly string[]): string {
  const message = plainMessageOf(error);
  const unknown = /^Unknown option '(-{1,2}[^']*)'/.exec(message)?.[1];
  if (unknown === undefined) return message.split(". ")[0]?.replace(/\.?$/, ".") ?? message;
  const hint = suggest(unknown.replace(/^-+/, ""), known, (nearest) => `--${nearest}`);
  return `The option ${unknown} is unknown.${hint}`;
}

/** Ends a message with the nearest known name, if there is one. */
export function suggest(
  name: string,
  known: readonly string[],
  show = (nearest: string) => nearest,
): string {
  const nearest = nearestKey(name, known);
  return nearest === undefined ? "" : ` Did you mean ${show(nearest)}?`;
}

/** Quotes an argument, without the password of a URL. */
export function describeArgument(text: string): string {
  return quote(text.includes("://") ? withoutCredentials(text) : text);
}

type KnownOptions = NonNullable<ParseArgsConfig["options"]>;

/** The number of arguments besides the options, and a noun for messages. */
type ArgumentCount = readonly [least: number, most: number, expected: string];

/** Options of commands that read the schema folder and print text or JSON. */
export const READING_OPTIONS = {
  schema: { type: "string", default: FOLDERS.schema },
  json: { type: "boolean", default: false },
} as const;

/** Options of commands that sign or verify. */
export const SIGNING_OPTIONS = {
  ...READING_OPTIONS,
  secret: { type: "string" },
  "secret-file": { type: "string" },
} as const;

// ---- Values

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
function withoutCredentials(text: string): string {
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

// ---- Secrets

export const SECRET_HELP = `  --secret TEXT        The secret, as the service shows it. Default: the variable WEBHOOK_SECRET, which
                       is safer: other programs can read a command line
  --secret-file FILE   A file with the secret, such as a key in PEM.`;

/** @throws CommandError if there is no secret. */
export async function readSecret(
  { secret, "secret-file": file }: SecretValues,
  io: CliIo,
): Promise<string> {
  if (secret !== undefined && file !== undefined) {
    throw new UsageError("The secret is both --secret and --secret-file; expected one of them.");
  }
  if (secret !== undefined) return secret;
  if (file !== undefined) return readSecretFile(file, io);
  const { WEBHOOK_SECRET: secretInEnvironment } = io.env;
  if (secretInEnvironment) return secretInEnvironment;
  throw new CommandError(
    "There is no secret. Set the variable WEBHOOK_SECRET, or name a file with --secret-file.",
  );
}

async function readSecretFile(file: string, io: CliIo): Promise<string> {
  const text = (await readFile(locate(io, file), "utf8")).trimEnd();
  if (text !== "") return text;
  throw new CommandError(`${file} is empty; expected a file with the secret.`);
}

/** Other secrets that the service may sign with, by the variables that hold them. */
export function listOtherSecrets({ env }: CliIo): Readonly<Record<string, string>> {
  const secrets = Object.entries(env).flatMap(([name, secret]) =>
    name.startsWith("WEBHOOK_SECRET_") && secret ? [[name, secret] as const] : [],
  );
  return Object.fromEntries(secrets);
}

/** Values of {@link SIGNING_OPTIONS} that name the secret. */
export interface SecretValues {
  readonly secret?: string | undefined;
  readonly "secret-file"?: string | undefined;
}

/** The token of a relay: that of `--token`, or else of the variable RELAY_TOKEN. */
export function readRelayToken(
  { token }: { readonly token?: string | undefined },
  { env }: CliIo,
): string | undefined {
  return token ?? (env["RELAY_TOKEN"] || undefined);
}
