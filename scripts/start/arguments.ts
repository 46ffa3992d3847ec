/** The arguments of `npm start`. */

export const USAGE = `Usage: npm start                      regenerate, send recorded deliveries
       npm start -- --listen [PORT]  keep a receiver up on 127.0.0.1 (3000)

--listen verifies with the secret in WEBHOOK_SECRET, or prints a random one.
NO_COLOR=1 turns colours off, FORCE_COLOR=1 on.`;

/** @throws Error when an argument is unknown or wrong, with a message for the user. */
export function readStartArguments(argv: readonly string[]): StartArguments {
  let help = false;
  let port: number | undefined;
  for (let index = 0; index < argv.length; index += 1) {
    const [argument = "", next] = argv.slice(index);
    const [name, ...values] = argument.split("=");
    if (argument === "--help" || argument === "-h") help = true;
    else if (name !== "--listen") throw new Error(`Unknown argument: ${argument}`);
    else if (values.length > 0) port = readPort(values.join("="));
    else {
      const isValue = next !== undefined && !isOption(next);
      port = readPort(isValue ? next : DEFAULT_PORT);
      if (isValue) index += 1;
    }
  }
  return { help, port };
}

const DEFAULT_PORT = "3000";

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
