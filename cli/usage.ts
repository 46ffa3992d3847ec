import { parseArgs, type ParseArgsConfig } from "node:util";
import { nearestKey, quote } from "../codegen/model/messages.js";

/** A command line that cannot be carried out. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What was asked for cannot be done. The exit code is 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** How many arguments a command takes beside its options, and what they are. */
export interface Arguments {
  readonly least: number;
  readonly most: number;
  /** For messages: `a schema folder`. */
  readonly expected: string;
}

const NO_ARGUMENTS: Arguments = { least: 0, most: 0, expected: "options only" };

/**
 * Reads the arguments of a command.
 * @throws UsageError for an unknown option, which it compares with the known ones, a missing value,
 * and too few or too many arguments.
 */
export function readArguments<const Known extends Options>(
  argv: readonly string[],
  options: Known,
  { least, most, expected }: Arguments = NO_ARGUMENTS,
) {
  const { values, positionals } = parse(argv, options);
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

function parse<const Known extends Options>(argv: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(describe(error, Object.keys(options)));
  }
}

/** Node's own messages advise on what is rarely meant. */
function describe(error: unknown, known: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '(-{1,2}[^']*)'/.exec(message)?.[1];
  if (unknown === undefined) return message.split(". ")[0]?.replace(/\.?$/, ".") ?? message;
  const nearest = nearestKey(unknown.replace(/^-+/, ""), known);
  const hint = nearest === undefined ? "" : ` Did you mean --${nearest}?`;
  return `The option ${unknown} is unknown.${hint}`;
}

function describeArgument(text: string): string {
  return quote(text.includes("://") ? withoutCredentials(text) : text);
}

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

/** @throws UsageError unless the text is an absolute http(s) URL, without a user name and a password. */
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

/** An argument as messages may show it: what stands before the host of a URL may be a password. */
function withoutCredentials(text: string): string {
  return text.replace(/^([a-z][\w+.-]*:\/\/)?.*@/is, "$1");
}
