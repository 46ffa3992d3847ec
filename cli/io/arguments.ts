/** Reads a command line: its options and its arguments. */
import { parseArgs, type ParseArgsConfig } from "node:util";
import { nearestKey, quote } from "../../codegen/model/messages.js";
import { plainMessageOf, UsageError } from "./errors.js";
import { withoutCredentials } from "./option-values.js";
import { FOLDERS } from "./tool.js";

/** Options of commands that read the schema folder and print text or JSON. */
export const READING_OPTIONS = {
  schema: { type: "string", default: FOLDERS.schema },
  json: { type: "boolean", default: false },
} as const;

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
