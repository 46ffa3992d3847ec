/** The arguments of `npm start`. */

export const USAGE = `Usage: npm start                      regenerate, send recorded deliveries
       npm start -- --listen [PORT]  keep a receiver up on 127.0.0.1 (3000)

--listen verifies with the secret in WEBHOOK_SECRET, or prints a random one.
NO_COLOR=1 turns colours off, FORCE_COLOR=1 on.`;

/** @throws Error when an argument is unknown or wrong, with a message for the user. */
export function readStartArguments(argv: readonly string[]): StartArguments {
  let help = false;
  let port: number | undefined;
  const words = [...argv];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "--help" || word === "-h") help = true;
    else if (word === "--listen") port = readPort(takeValue(words) ?? DEFAULT_PORT);
    else if (word.startsWith(LISTEN_TO)) port = readPort(word.slice(LISTEN_TO.length));
    else throw new Error(`Unknown argument: ${word}`);
  }
  return { help, port };
}

const DEFAULT_PORT = "3000";

/** Begins the form with the port in the same word: `--listen=8080`. */
const LISTEN_TO = "--listen=";

/** Takes the first word away if it is a value of the option before it, and not the next option. */
function takeValue(words: string[]): string | undefined {
  const [next] = words;
  return next === undefined || isOption(next) ? undefined : words.shift();
}

/** Tests whether an argument begins as an option does. */
function isOption(argument: string): boolean {
  return /^--?[a-z]/.test(argument);
}

const MAX_PORT = 65_535;

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
  const got = text === "" ? "an empty string" : JSON.stringify(text);
  throw new RangeError(`--listen is ${got}; expected a port from 0 to ${MAX_PORT}.`);
}

export interface StartArguments {
  readonly help: boolean;
  /** Undefined without `--listen`. */
  readonly port: number | undefined;
}
