/** Finds the secrets of a command: in its options, in files, or in variables of the environment. */
import { readFile } from "node:fs/promises";
import { READING_OPTIONS } from "./arguments.js";
import { CommandError, UsageError } from "./errors.js";
import { type CliIo, locate } from "./io.js";

/** Options of commands that sign or verify. */
export const SIGNING_OPTIONS = {
  ...READING_OPTIONS,
  secret: { type: "string" },
  "secret-file": { type: "string" },
} as const;

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

/** The token of a relay: that of `--token`, or else of the variable RELAY_TOKEN. */
export function readRelayToken(
  { token }: { readonly token?: string | undefined },
  { env }: CliIo,
): string | undefined {
  return token ?? (env["RELAY_TOKEN"] || undefined);
}

/** Values of {@link SIGNING_OPTIONS} that name the secret. */
export interface SecretValues {
  readonly secret?: string | undefined;
  readonly "secret-file"?: string | undefined;
}
