/** The arguments of `npm start`. */

export const USAGE = `Usage: npm start                      regenerate, send recorded deliveries
       npm start -- --listen [PORT]  keep a receiver up on 127.0.0.1 (3000)

--listen verifies with the secret in WEBHOOK_SECRET, or prints a random one.
NO_COLOR=1 turns colours off, FORCE_COLOR=1 on.`;

export interface StartArguments {
  readonly help: boolean;
  /** Undefined without `--listen`. */
  readonly port: number | undefined;
}

const DEFAULT_PORT = "3000";
const MAX_PORT = 65_535;

/** @throws Error when an argument is unknown or wrong, with a message for the user. */
export function readStartArguments(argv: readonly string[]): StartArguments {
  let help = false;
  let port: number | undefined;
  const remaining = [...argv];
  for (let argument = remaining.shift(); argument !== undefined; argument = remaining.shift()) {
    const [name, ...values] = argument.split("=");
    if (argument === "--help" || argument === "-h") help = true;
    else if (name === "--listen") port = readPort(readPortText(values, remaining));
    else throw new Error(`Unknown argument: ${argument}`);
  }
  return { help, port };
}

/** Reads the value of `--listen=PORT` or `--listen PORT`, or the default. */
function readPortText(values: readonly string[], remaining: string[]): string {
  if (values.length > 0) return values.join("=");
  const isNext = remaining[0] !== undefined && !/^--?[a-z]/.test(remaining[0]);
  return (isNext ? remaining.shift() : undefined) ?? DEFAULT_PORT;
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
  const got = text === "" ? "an empty string" : JSON.stringify(text);
  throw new RangeError(`--listen is ${got}; expected a port from 0 to ${MAX_PORT}.`);
}
